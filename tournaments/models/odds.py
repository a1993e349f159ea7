"""The latest odds for a tournament's teams."""

from django.db import models

from tournaments.long_work import LongWork
from tournaments.models.tournament import Tournament

SEASONS = 1_000  # number simulated at normal precision


class Odds(LongWork):
    """A tournament's odds.

    `scores` contains simulated games between the drafted teams, valid for `teams_as_drafted`. `shares` maps each team
    to its chance of advancing, that chance's standard error, its chance of winning, and that chance's standard error,
    each between 0 and 1.
    """

    class Precision(models.IntegerChoices):
        """Divisors for the standard error. Games, seasons and time grow with the divisor's square."""

        NORMAL = 1, "Normal"
        HIGH = 2, "High"
        HIGHEST = 4, "Highest"

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="odds")
    rests_on = models.BigIntegerField(default=0)  # number of the newest action included
    seasons = models.PositiveIntegerField(default=0)
    seasons_done = models.PositiveIntegerField(default=0)
    games_done = models.PositiveIntegerField(default=0)
    games_wanted = models.PositiveIntegerField(default=0)
    precision = models.PositiveSmallIntegerField(choices=Precision, default=Precision.NORMAL, db_default=1)
    games_seconds = models.FloatField(default=0.0, db_default=0.0)  # seconds spent on the games in `scores`
    seasons_seconds = models.FloatField(default=0.0, db_default=0.0)
    teams_as_drafted = models.CharField(max_length=64, blank=True)
    scores = models.JSONField(default=list, blank=True)
    shares = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "odds"

    @property
    def seconds(self) -> float:
        """Seconds that the games and seasons took to simulate."""
        return self.games_seconds + self.seasons_seconds

    def __str__(self) -> str:
        return f"Odds of {self.tournament}"
