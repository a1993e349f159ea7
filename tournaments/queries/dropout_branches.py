"""The three branches of T0.08, and their effects on a dropped team's series."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.models import Series, Team

BYE_TEAM = "bye"  # branch 1: in an odd division, the team with the bye plays the series
OUTSIDE = "outside"  # branch 2: in an even division, a team from outside covers
NOBODY = "nobody"  # branch 3: in an even division, every series is thrown out


class Consequence(NamedTuple):
    """A dropout's effect on a team's record and pitching sheet."""

    team: Team
    sentence: str


@dataclass(frozen=True, slots=True)
class DropOutSeries:
    """A series of the dropped team, and the team that covers it, if any."""

    series: Series
    opponent: Team
    is_left: bool  # not played yet, or cut short by the dropout
    has_faced: bool  # the teams have played at least one game
    cover: Team | None = None
    is_cover_unchanged: bool = False  # the team already covers for the opponent, which dropped out earlier


@dataclass(frozen=True, slots=True)
class LostCover:
    """An earlier dropped team's series that loses its cover.

    Args:
        earlier_dropout: The team that dropped out earlier.
        old_cover: The team that drops out now, or a team that must now cover a different series.
        new_cover: An available team in the division, if there is one.
    """

    series: Series
    earlier_dropout: Team
    old_cover: Team
    new_cover: Team | None


@dataclass(frozen=True, slots=True)
class DropOut:
    """The applicable branch, the team's series under it, and the consequences for other teams."""

    team: Team
    after_round: int
    branch: str
    teams_playing: int
    series: list[DropOutSeries]  # in the team's order of play
    lost_covers: list[LostCover] = field(default_factory=list)
    consequences: list[Consequence] = field(default_factory=list)
    power_rounds_to_come: int = 0  # not paired yet

    @property
    def left(self) -> list[DropOutSeries]:
        return [entry for entry in self.series if entry.is_left]

    @property
    def played(self) -> list[DropOutSeries]:
        return [entry for entry in self.series if not entry.is_left]

    @property
    def games_void(self) -> int:
        """The number of played games that are thrown out. Only branch 3 throws games out."""
        if self.branch != NOBODY:
            return 0
        return sum(len(entry.series.outcomes) for entry in self.series)

    @property
    def last_opponent(self) -> DropOutSeries | None:
        """The last series that has started. It is erased from the opponent's pitching sheet."""
        faced = [entry for entry in self.series if entry.has_faced]
        return faced[-1] if faced else None

    @property
    def is_complete(self) -> bool:
        """Return whether the team has played all its series, so that the rule no longer applies."""
        return not self.left and not self.power_rounds_to_come
