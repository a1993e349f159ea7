"""Results and season points, from tournaments in this program and from the club's earlier records."""

from fractions import Fraction
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from club.models.people import ClubChange, Person
from rules_engine.competition.points import Finish
from rules_engine.competition.standings import record_text
from tournaments.models import Team, Tournament

FIRST_YEAR, LAST_YEAR = 1950, 2200


class ClubTournament(models.Model):
    """The club's decisions about a tournament, and the position up to which its log has been processed."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="club_facts")
    is_counted = models.BooleanField("counts for season points", default=True)
    is_regional = models.BooleanField("Regional", default=False)
    is_face_to_face = models.BooleanField("played face to face", default=True)
    # set by the organizer; until then, the edition and the series determine whether it is played online
    is_chosen = models.BooleanField(default=False, db_default=False)
    read_through = models.PositiveBigIntegerField(default=0)  # number of the newest action that was processed

    class Meta:
        ordering = ["tournament_id"]

    def __str__(self) -> str:
        return f"Club facts of {self.tournament}"


class TeamFinish(models.Model):
    """A team's results in a finished tournament, computed from its series. The worker updates them."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="finish")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="finishes")
    wins = models.PositiveSmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    ties = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    playoff_wins = models.PositiveSmallIntegerField()
    champions_wins = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    entrants = models.PositiveSmallIntegerField()
    longest_streak = models.PositiveSmallIntegerField(default=0)  # longest winning streak, including the playoffs
    shutouts = models.PositiveSmallIntegerField(default=0)
    runs_allowed = models.PositiveIntegerField(default=0, db_default=0)
    games_with_runs = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # final games with a score, excluding forfeits
    points_key = models.CharField(max_length=120, blank=True)  # name key of the manager who gets the points

    # the fields that the lists of champions and records use
    RESULT: Final = (
        "wins", "losses", "ties", "playoff_wins", "place", "entrants", "longest_streak", "shutouts", "runs_allowed",
        "games_with_runs",
    )  # fmt: skip

    class Meta:
        ordering = ["tournament_id", "pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.wins}-{self.losses}"

    @property
    def runs_a_game(self) -> float:
        """Return runs allowed per game with a score, or 0 if there is none."""
        return self.runs_allowed / max(1, self.games_with_runs)

    @property
    def finish(self) -> Finish:
        return Finish(
            wins=self.wins,
            losses=self.losses,
            games=self.games,
            playoff_wins=self.playoff_wins,
            champions_wins=self.champions_wins,
            place=self.place,
            entrants=self.entrants,
        )


class PointsCorrection(models.Model):
    """Points added to or subtracted from a person's year, with the reason."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="corrections")
    year = models.PositiveSmallIntegerField(validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)])
    points = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.points:+} for {self.person} in {self.year}"

    @property
    def amount(self) -> Fraction:
        return Fraction(self.points)


class PastResult(models.Model):
    """A person's result in a tournament, or in a whole year, from the club's own records.

    Numbers missing from the records are None. `finish` is the wording of the records, such as "Semifinal".
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="past_results")
    change = models.ForeignKey(ClubChange, on_delete=models.CASCADE, related_name="past_results")
    year = models.PositiveSmallIntegerField(validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)])
    tournament = models.CharField(max_length=120, blank=True)  # empty for a whole year
    wins = models.PositiveSmallIntegerField(null=True)
    losses = models.PositiveSmallIntegerField(null=True)
    ties = models.PositiveSmallIntegerField(default=0)
    playoff_wins = models.PositiveSmallIntegerField(null=True)
    entrants = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(default=0)  # 1 for the champion, 2 for the runner-up, otherwise 0
    finish = models.CharField(max_length=40, blank=True)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True)

    class Meta:
        ordering = ["-year", "tournament", "pk"]
        indexes = [models.Index(fields=["year"])]

    def __str__(self) -> str:
        return f"{self.person}: {self.title}, {self.year}"

    @property
    def title(self) -> str:
        return self.tournament or "Whole year"

    @property
    def record(self) -> str:
        """Return the record, such as "17-11", or "" if it is unknown."""
        if self.wins is None or self.losses is None:
            return ""
        return record_text(self.wins, self.losses, self.ties)

    @property
    def place_text(self) -> str:
        return {1: "Champion", 2: "Runner-up"}.get(self.place, self.finish)

    @property
    def known_finish(self) -> Finish:
        """Return the known data that the year's formula needs."""
        wins, losses = self.wins or 0, self.losses or 0
        playoff_wins = self.playoff_wins or 0
        games = wins + losses + self.ties
        return Finish(wins, losses, games, playoff_wins, playoff_wins, self.place, self.entrants or 0)


class SeasonFormula(models.Model):
    """A year's points formula, where it differs from the published formula."""

    year = models.PositiveSmallIntegerField(
        unique=True, validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    numbers = models.JSONField(default=dict)  # numbers of a PointsFormula, and the name of a "plugin"

    class Meta:
        ordering = ["year"]

    def __str__(self) -> str:
        return f"Points formula of {self.year}"
