"""Games, pitching appearances, and rulings about games."""

from typing import ClassVar

from django.db import models

from drafts.models import PlayerCard
from tournaments.models import Access, Series, Team
from tournaments.models.series import game_title


class Game(models.Model):
    """A game in a series. Line scores are lists of runs. A home half that isn't batted is omitted."""

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        FINAL = "final", "Final"
        SUSPENDED = "suspended", "Suspended"  # T33.0

    class Ending(models.TextChoices):
        PLAYED_OUT = "played_out", "Played out"
        MERCY = "mercy", "Mercy rule"  # T0.04
        CONCEDED = "conceded", "Conceded"  # T0.05
        NOT_FINISHED = "not_finished", "Not finished: a tie"  # T33.0, set by the director
        FORFEITED = "forfeited", "Forfeited"  # set by the director; the forfeiting team is in conceded_by

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="home_games")
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="away_games")
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    ending = models.CharField(max_length=12, choices=Ending, default=Ending.PLAYED_OUT)
    conceded_by = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    home_runs = models.PositiveSmallIntegerField(null=True, blank=True)
    away_runs = models.PositiveSmallIntegerField(null=True, blank=True)
    innings = models.PositiveSmallIntegerField(null=True, blank=True)  # the last inning that started
    # Outs that each team made at bat. The opposing pitchers must have recorded exactly as many.
    home_outs_batting = models.PositiveSmallIntegerField(null=True, blank=True)
    away_outs_batting = models.PositiveSmallIntegerField(null=True, blank=True)
    home_line = models.JSONField(default=list, blank=True)  # runs by inning, if a line score was entered
    away_line = models.JSONField(default=list, blank=True)
    # T33.0: number of games each team had started when a suspended game resumed; empty if not suspended
    home_resumed_after = models.PositiveSmallIntegerField(null=True, blank=True)
    away_resumed_after = models.PositiveSmallIntegerField(null=True, blank=True)
    # T10.2: the game's own place in each team's order of play; empty if played with its series
    home_place = models.PositiveIntegerField(null=True, blank=True)
    away_place = models.PositiveIntegerField(null=True, blank=True)
    accepted_rule = models.CharField(max_length=12, blank=True)  # a violation that the director accepted
    accepted_by = models.CharField(max_length=120, blank=True)
    footnote = models.CharField(max_length=300, blank=True)
    # data that "home" and "away" carry over from a game played with the engine, in the game system's format
    carried = models.JSONField(default=dict, blank=True)
    # box score of a game played with the engine: batters and pitchers of "home" and "away", and "chances", the
    # home team's chance to win after every play
    box = models.JSONField(default=dict, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    BEGUN_OR_NOT: ClassVar = (Ending.NOT_FINISHED, Ending.FORFEITED)  # a game can end this way without having started

    class Meta:
        ordering = ["series_id", "number"]
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return game_title(self.number, self.home, self.away)

    def place_for(self, team_id: int) -> int | None:
        """Return the game's own place in this team's order of play, or None if it was played with its series."""
        return self.home_place if team_id == self.home_id else self.away_place

    def set_place_for(self, team_id: int, place: int | None) -> None:
        if team_id == self.home_id:
            self.home_place = place
        else:
            self.away_place = place


class Outing(models.Model):
    """A pitcher's appearance in a game, in whole outs.

    Even an appearance with 0 outs ("0.0") is stored.
    """

    class Part(models.TextChoices):
        START = "S", "Start"
        RELIEF = "R", "Relief"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="outings")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="outings")
    card = models.ForeignKey(PlayerCard, on_delete=models.PROTECT, related_name="outings")
    order = models.PositiveSmallIntegerField()  # order of appearance among the team's pitchers
    part = models.CharField(max_length=1, choices=Part)
    outs = models.PositiveSmallIntegerField()
    extra_outs = models.PositiveSmallIntegerField(default=0)  # T31.1: outs on a double play beyond the allowance
    runs = models.PositiveSmallIntegerField(null=True, blank=True)  # runs allowed, earned or not (T10.2), if entered
    injured = models.BooleanField(default=False)  # T25.2: the starter left before five innings because of an injury
    for_want_of = models.CharField(max_length=8, blank=True)  # T25.3: NoPitcherReason if a position player pitched
    outs_before_suspension = models.PositiveSmallIntegerField(null=True, blank=True)  # T33.0: outs at suspension
    footnote = models.CharField(max_length=300, blank=True)  # reason for accepting a violation (T0.06, T31.2)
    accepted_rule = models.CharField(max_length=12, blank=True)  # the violated rule, if accepted
    accepted_by = models.CharField(max_length=120, blank=True)  # the opponent or the staff; empty if not accepted

    class Meta:
        ordering = ["game_id", "team_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["game", "card", "team"], name="pitcher_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "team", "order"], name="one_pitcher_at_a_time"),
        ]
        indexes = [models.Index(fields=["team", "game"])]

    def __str__(self) -> str:
        return f"{self.card} in {self.game}"


class DeclaredRotation(models.Model):
    """T0.09: a team's starters declared in advance, as card IDs by round and game."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="rotation")
    starters = models.JSONField(default=dict)  # {"1": [card, card, null, card]}; null if no starter is declared

    def __str__(self) -> str:
        return f"Rotation of {self.team}"


class Suspension(models.Model):
    """T33.0: a game's situation at suspension, the stand-ins for missing managers, and the rolls for the order."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="suspension")
    is_bottom = models.BooleanField(default=False)  # half of the last inning
    outs = models.PositiveSmallIntegerField(default=0)
    situation = models.CharField(max_length=300, blank=True)  # runners on base and next batter
    home_line_up = models.CharField(max_length=600, blank=True)  # current players, in batting order
    away_line_up = models.CharField(max_length=600, blank=True)
    left_game = models.JSONField(default=list, blank=True)  # card IDs of players who have left the game
    home_stand_in = models.CharField(max_length=120, blank=True)
    away_stand_in = models.CharField(max_length=120, blank=True)
    rolls = models.JSONField(default=dict, blank=True)  # by team ID: the d20 for the first opponent
    home_agrees = models.BooleanField(default=False, db_default=False)  # agrees to finish an optional game
    away_agrees = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.game}, suspended"

    @property
    def is_described(self) -> bool:
        """Return whether the point of suspension has been described. Rolls and stand-ins don't count."""
        written = (self.outs, self.situation, self.home_line_up, self.away_line_up, self.left_game)
        return self.is_bottom or any(written)


class Mistake(models.Model):
    """T31.0: a mistake found in a series, with the available options and the choice made."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="mistakes")
    game = models.PositiveSmallIntegerField()
    inning = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=24)
    facts = models.JSONField(default=dict)
    offended = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    card = models.ForeignKey(PlayerCard, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    note = models.CharField(max_length=300, blank=True)
    stage = models.CharField(max_length=20)  # the game's stage when the mistake was found (T0.06)
    rule = models.CharField(max_length=12)
    reason = models.CharField(max_length=300)
    follows = models.JSONField(default=list)
    options = models.JSONField(default=list)
    agreed = models.JSONField(default=list)  # T31.8: IDs of the teams that agree
    proposed = models.CharField(
        max_length=10, blank=True, default="", db_default=""
    )  # T31.8: the option that both teams agree on
    chosen = models.CharField(max_length=10, blank=True)
    chosen_by = models.CharField(max_length=120, blank=True)
    taken_back = models.CharField(max_length=60, blank=True)  # description of the point the game was rolled back to
    found_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-found_at", "-pk"]

    def __str__(self) -> str:
        return f"Game {self.game} of {self.series}, inning {self.inning}"

    @property
    def about(self) -> str:
        """Return the key for notices to the managers who must choose."""
        return f"mistake:{self.pk}"

    @property
    def about_playing_on(self) -> str:
        """Return the key for notices to the director after the choice."""
        return f"{self.about}:grid"


class TypedGrid(models.Model):
    """The unsaved entries on a single open grid page, as raw text that may be invalid."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="typed_grids")
    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="+")
    page = models.CharField(max_length=40)  # a key created each time the page opens
    stamp = models.PositiveBigIntegerField()  # time of the last keystroke; ignore older values arriving later
    version = models.PositiveIntegerField()  # the series version when the page was rendered
    values = models.JSONField(default=dict)
    typed_by = models.CharField(max_length=120)
    typed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "access", "page"], name="typed_once_on_a_page")]

    def __str__(self) -> str:
        return f"{self.typed_by}, typed in {self.series}"


class RulingRequest(models.Model):
    """A question for the director, with the ruling."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="rulings")
    asked_by = models.CharField(max_length=120)
    question = models.CharField(max_length=500)
    asked_at = models.DateTimeField(auto_now_add=True)
    ruling = models.CharField(max_length=500, blank=True)
    rule = models.CharField(max_length=12, blank=True)
    ruled_by = models.CharField(max_length=120, blank=True)
    ruled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at", "-pk"]

    def __str__(self) -> str:
        return self.question
