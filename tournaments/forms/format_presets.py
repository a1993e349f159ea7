"""Preset formats for a new tournament. Each adapts to the number of teams in a division."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

FEWEST_TEAMS: Final = 8
MOST_TEAMS: Final = 14
USUAL_TEAMS: Final = 12
_LONGEST_SERIES: Final = 4


class RoundRobinPlan(NamedTuple):
    """A division's round robin. With an odd number of teams, each team has a bye."""

    teams: int
    series_length: int

    @property
    def rounds(self) -> int:
        return self.teams - 1 + self.byes

    @property
    def byes(self) -> int:
        return self.teams % 2

    @property
    def games(self) -> int:
        """The number of games that each team plays."""
        return (self.teams - 1) * self.series_length

    def __str__(self) -> str:
        bye = ", with one bye for each team" if self.byes else ""
        return f"{self.teams} teams: {self.rounds} rounds of {self.series_length}-game series, {self.games} games{bye}."


@dataclass(frozen=True)
class FormatPreset:
    """A format that fills in settings. No team plays more than `most_games` in the round robin."""

    title: str
    most_games: int
    values: Mapping[str, object]

    def schedule(self, teams: int) -> RoundRobinPlan:
        """Return the round robin with the longest series that fit."""
        return RoundRobinPlan(teams, min(_LONGEST_SERIES, max(1, self.most_games // (teams - 1))))

    def settings(self, teams: int) -> dict[str, object]:
        return {**self.values, "series_length": self.schedule(teams).series_length}

    @property
    def schedules(self) -> list[RoundRobinPlan]:
        """The round robin for each possible number of teams."""
        return [self.schedule(teams) for teams in range(FEWEST_TEAMS, MOST_TEAMS + 1)]


PRESETS: Final[dict[str, FormatPreset]] = {
    "weekend": FormatPreset(
        "One division: top 4 advance to best of 5, then 7", 33, {"advance_per_division": 4, "best_of": "5,7"}
    ),
    "two_divisions": FormatPreset(
        "Two divisions: top 2 of each advance to best of 5, then 7", 33, {"advance_per_division": 2, "best_of": "5,7"}
    ),
    "one_day": FormatPreset(
        "One day, one division: top 2 advance to a best of 3", 16, {"advance_per_division": 2, "best_of": "3"}
    ),
}
