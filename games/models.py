"""Games, the appearances of their pitchers, and rulings on them."""

from typing import ClassVar

from django.db import models

from drafts.models import PlayerCard
from tournaments.models import Access, Series, Team
from tournaments.models.series import game_title


class Game(models.Model):
    """One game of a series. Innings are lists of runs; a home half not batted is left out."""

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        FINAL = "final", "Final"
        SUSPENDED = "suspended", "Suspended"  # T33.0

    class Ending(models.TextChoices):
        PLAYED_OUT = "played_out", "Played out"
        MERCY = "mercy", "Mercy rule"  # T0.04
        CONCEDED = "conceded", "Conceded"  # T0.05
        NOT_FINISHED = "not_finished", "Not finished: a tie"  # T33.0, by the director
        FORFEITED = "forfeited", "Forfeited"  # by the director; by the team in conceded_by

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
    home_line = models.JSONField(default=list, blank=True)  # runs by inning, where a line score was entered
    away_line = models.JSONField(default=list, blank=True)
    # T33.0: games that each team had started when a suspended game resumed; empty if it wasn't suspended
    home_resumed_after = models.PositiveSmallIntegerField(null=True, blank=True)
    away_resumed_after = models.PositiveSmallIntegerField(null=True, blank=True)
    # T10.2: the game's own place in each team's order of play; empty if it was played with its series
    home_place = models.PositiveIntegerField(null=True, blank=True)
    away_place = models.PositiveIntegerField(null=True, blank=True)
    accepted_rule = models.CharField(max_length=12, blank=True)  # a breach in the game that the director let stand
    accepted_by = models.CharField(max_length=120, blank=True)
    footnote = models.CharField(max_length=300, blank=True)
    # what "home" and "away" take along from a game that was played at the table, as the game's system wrote it
    carried = models.JSONField(default=dict, blank=True)
    # of a game that was played at the table: batters and pitchers of "home" and "away" as its box score has them, and
    # "chances", what the home team's were after every play
    box = models.JSONField(default=dict, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    BEGUN_OR_NOT: ClassVar = (Ending.NOT_FINISHED, Ending.FORFEITED)  # so a game may end that nobody began

    class Meta:
        ordering = ["series_id", "number"]
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return game_title(self.number, self.home, self.away)

    def place_for(self, team_id: int) -> int | None:
        """Return its own place in this team's order of play; None if it was played with its series."""
        return self.home_place if team_id == self.home_id else self.away_place

    def set_place_for(self, team_id: int, place: int | None) -> None:
        if team_id == self.home_id:
            self.home_place = place
        else:
            self.away_place = place


class Outing(models.Model):
    """One pitcher's appearance in one game, in whole outs.

    An appearance with 0 outs ("0.0") has a row too.
    """

    class Part(models.TextChoices):
        START = "S", "Start"
        RELIEF = "R", "Relief"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="outings")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="outings")
    card = models.ForeignKey(PlayerCard, on_delete=models.PROTECT, related_name="outings")
    order = models.PositiveSmallIntegerField()  # in which the team's pitchers appeared
    part = models.CharField(max_length=1, choices=Part)
    outs = models.PositiveSmallIntegerField()
    extra_outs = models.PositiveSmallIntegerField(default=0)  # T31.1: by a double play beyond the allowance
    runs = models.PositiveSmallIntegerField(null=True, blank=True)  # given up, earned or not (T10.2), where entered
    injured = models.BooleanField(default=False)  # T25.2: why a starter left before his five innings
    for_want_of = models.CharField(max_length=8, blank=True)  # T25.3: why a position player pitched: a NoPitcherReason
    outs_before_suspension = models.PositiveSmallIntegerField(null=True, blank=True)  # T33.0: when the game stopped
    footnote = models.CharField(max_length=300, blank=True)  # why a violation was accepted (T0.06, T31.2)
    accepted_rule = models.CharField(max_length=12, blank=True)  # the rule that was broken and accepted
    accepted_by = models.CharField(max_length=120, blank=True)  # the opponent or the desk; empty: not accepted

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
    """T0.09: the starters that a team declared in advance, as card numbers by round and game."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="rotation")
    starters = models.JSONField(default=dict)  # {"1": [card, card, null, card]}; null: nobody declared

    def __str__(self) -> str:
        return f"Rotation of {self.team}"


class Suspension(models.Model):
    """T33.0: how a game stood when it stopped, who finishes it for a missing manager, and the rolls for the order."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="suspension")
    is_bottom = models.BooleanField(default=False)  # half of the game's last inning
    outs = models.PositiveSmallIntegerField(default=0)
    situation = models.CharField(max_length=300, blank=True)  # runners on base, next batter
    home_line_up = models.CharField(max_length=600, blank=True)  # who is in, in batting order
    away_line_up = models.CharField(max_length=600, blank=True)
    left_game = models.JSONField(default=list, blank=True)  # card numbers of the players who have left
    home_stand_in = models.CharField(max_length=120, blank=True)
    away_stand_in = models.CharField(max_length=120, blank=True)
    rolls = models.JSONField(default=dict, blank=True)  # by number of team: the d20 for who is played first
    home_agrees = models.BooleanField(default=False, db_default=False)  # to finish it though it need not be
    away_agrees = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.game}, suspended"

    @property
    def is_described(self) -> bool:
        """Whether someone has described the point of suspension. A roll or a stand-in doesn't count."""
        written = (self.outs, self.situation, self.home_line_up, self.away_line_up, self.left_game)
        return self.is_bottom or any(written)


class Mistake(models.Model):
    """T31.0: a mistake that came to light in a series, what may be chosen, and what was chosen."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="mistakes")
    game = models.PositiveSmallIntegerField()
    inning = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=24)
    facts = models.JSONField(default=dict)
    offended = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    card = models.ForeignKey(PlayerCard, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    note = models.CharField(max_length=300, blank=True)
    stage = models.CharField(max_length=20)  # of the game, when it came to light (T0.06)
    rule = models.CharField(max_length=12)
    reason = models.CharField(max_length=300)
    follows = models.JSONField(default=list)
    options = models.JSONField(default=list)
    agreed = models.JSONField(default=list)  # T31.8: numbers of the teams that agree
    proposed = models.CharField(
        max_length=10, blank=True, default="", db_default=""
    )  # T31.8: the option on which they agree
    chosen = models.CharField(max_length=10, blank=True)
    chosen_by = models.CharField(max_length=120, blank=True)
    taken_back = models.CharField(max_length=60, blank=True)  # the point to which the game was undone, in words
    found_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-found_at", "-pk"]

    def __str__(self) -> str:
        return f"Game {self.game} of {self.series}, inning {self.inning}"

    @property
    def about(self) -> str:
        """Return the key of the notices to the managers who choose."""
        return f"mistake:{self.pk}"

    @property
    def about_playing_on(self) -> str:
        """Return the key of the notices to the director after the choice."""
        return f"{self.about}:grid"


class TypedGrid(models.Model):
    """The unsaved entries of one open page of the grid, as raw text that may be invalid."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="typed_grids")
    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="+")
    page = models.CharField(max_length=40)  # a key that the page creates each time it opens
    stamp = models.PositiveBigIntegerField()  # time of the last keystroke; older values that arrive later are ignored
    version = models.PositiveIntegerField()  # of the series, as the page showed it
    values = models.JSONField(default=dict)
    typed_by = models.CharField(max_length=120)
    typed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "access", "page"], name="typed_once_on_a_page")]

    def __str__(self) -> str:
        return f"{self.typed_by}, typed in {self.series}"


class RulingRequest(models.Model):
    """A question put to the director and the ruling given."""

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
