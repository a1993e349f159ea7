"""The three branches of T0.08, and what a branch does to the series of a team that drops out."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.models import Series, Team

BYE_TEAM = "bye"  # branch 1: in an odd division the team on bye plays the series
OUTSIDE = "outside"  # branch 2: in an even division a team from outside covers
NOBODY = "nobody"  # branch 3: in an even division every series is thrown out


class Consequence(NamedTuple):
    """What a drop-out does to one team's record and pitching sheet."""

    team: Team
    sentence: str


@dataclass(frozen=True, slots=True)
class DropOutSeries:
    """One series of the dropped team, and the team that covers it, if any."""

    series: Series
    opponent: Team
    is_left: bool  # not played yet, or cut short by the drop-out
    has_faced: bool  # the two teams have played at least one game
    cover: Team | None = None
    is_cover_unchanged: bool = False  # it covers for the opponent, which dropped out earlier


@dataclass(frozen=True, slots=True)
class LostCover:
    """A series of an earlier dropped team that loses its cover.

    Args:
        earlier_dropout: The team that dropped out earlier.
        old_cover: The team that drops out now, or one that must now cover another series.
        new_cover: A free team of the division, if there is one.
    """

    series: Series
    earlier_dropout: Team
    old_cover: Team
    new_cover: Team | None


@dataclass(frozen=True, slots=True)
class DropOut:
    """The branch that applies, the team's series under it, and the consequences for other teams."""

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
        """The number of played games that are thrown out; only branch 3 throws games out."""
        if self.branch != NOBODY:
            return 0
        return sum(len(entry.series.outcomes) for entry in self.series)

    @property
    def last_opponent(self) -> DropOutSeries | None:
        """The last series that has started. It is erased from the opponent's sheet."""
        faced = [entry for entry in self.series if entry.has_faced]
        return faced[-1] if faced else None

    @property
    def is_complete(self) -> bool:
        """Whether the team has played all its series, so that the rule no longer applies."""
        return not self.left and not self.power_rounds_to_come
