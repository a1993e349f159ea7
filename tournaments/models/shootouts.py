"""Shootouts between two tied teams (T32.0), which aren't on a pitching sheet."""

from typing import NamedTuple

from django.db import models
from django.urls import reverse

from rules_engine.competition.shootout import ShootoutResult, shootout_result
from tournaments.models.people import Division, Team
from tournaments.models.tournament import Tournament


class ShootoutHalf(NamedTuple):
    """A finished half-inning. Pitchers and hitters are card codes.

    Args:
        was_hit_for: Whether the batting team's pitcher was pinch-hit for.
        hitter: The pitcher who pinch-hit, or "" if the pinch hitter wasn't a pitcher.
        finished_by: The pitcher who replaced an injured pitcher.
    """

    pitcher: str
    runs: int
    was_hit_for: bool = False
    hitter: str = ""
    finished_by: str = ""

    @property
    def pitchers(self) -> tuple[str, ...]:
        """The codes of its pitchers, in order of appearance."""
        return (self.pitcher, self.finished_by) if self.finished_by else (self.pitcher,)


class Shootout(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="shootouts")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="shootouts")
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="home_shootouts")  # bats last
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="away_shootouts")
    home_rolls = models.JSONField(
        default=list, blank=True
    )  # pairs of [home, away] in the order rolled; empty if seeds decided
    home_starter = models.CharField(max_length=20)  # code of the pitcher's card
    away_starter = models.CharField(max_length=20)
    reason = models.CharField(max_length=300, blank=True)  # the director's reason, if the edition requires none
    halves = models.JSONField(default=list, blank=True)  # fields of ShootoutHalf, in order of play

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.away} at {self.home}, shootout"

    def get_absolute_url(self) -> str:
        return reverse("shootout", args=[self.tournament.slug, self.pk])

    @property
    def played(self) -> list[ShootoutHalf]:
        return [ShootoutHalf(*half) for half in self.halves]

    @property
    def inning(self) -> int:
        """The number of the next half-inning's inning."""
        return len(self.halves) // 2 + 1

    @property
    def visitors_bat(self) -> bool:
        return len(self.halves) % 2 == 0

    @property
    def score(self) -> tuple[int, int]:
        """The runs so far, as (visitors, home)."""
        runs = [half.runs for half in self.played]
        return sum(runs[::2]), sum(runs[1::2])

    @property
    def result(self) -> ShootoutResult:
        runs = [half.runs for half in self.played]
        complete = [(sum(runs[:n:2]), sum(runs[1:n:2])) for n in range(2, len(runs) + 1, 2)]
        return shootout_result(complete, None if self.visitors_bat else self.score)

    @property
    def winner_id(self) -> int | None:
        return {"home": self.home_id, "visitor": self.away_id}.get(self.result.winner or "")

    @property
    def line(self) -> str:
        """The shootout's current state or result in words."""
        away, home = self.score
        where = f"won in inning {self.result.after_inning}" if self.winner_id else f"inning {self.inning} comes next"
        return f"Shootout: {self.away} {away}, {self.home} {home}; {where}."
