"""The three branches of T0.08, and what one of them comes to for a team that drops out."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.models import Series, Team

BYE_TEAM = "bye"  # branch 1: odd division, the team on bye plays the dropped team's series
OUTSIDE = "outside"  # branch 2: even division, somebody from outside it covers
NOBODY = "nobody"  # branch 3: even division, every series against the team is thrown out


class Consequence(NamedTuple):
    """What the drop-out means for one team's record and pitching sheet."""

    team: Team
    sentence: str


@dataclass(frozen=True, slots=True)
class DropOutSeries:
    """One series of the dropped team. `cover` plays it in its place; None where nobody does."""

    series: Series
    opponent: Team
    is_left: bool  # still to be played, or cut short by the drop
    has_faced: bool  # the two have met, if only for one game
    cover: Team | None = None
    cover_stays: bool = False  # it plays for the opponent, who dropped out before


@dataclass(frozen=True, slots=True)
class LostCover:
    """A series that was to be played for one that dropped out before, and who of the division plays it instead.

    was: who was to play it: the team that drops out now, or one that must play for it in that round.
    """

    series: Series
    dropped_before: Team
    was: Team
    cover: Team | None


@dataclass(frozen=True, slots=True)
class DropOut:
    """The branch that applies, the team's series under it, and what happens to pitching sheets."""

    team: Team
    after_round: int
    branch: str
    teams_playing: int
    series: list[DropOutSeries]  # in the team's order of play
    covers_lost: list[LostCover] = field(default_factory=list)  # by an earlier drop-out
    consequences: list[Consequence] = field(default_factory=list)  # for every team's record and sheet, in words
    power_rounds_to_come: int = 0  # that nobody has paired yet

    @property
    def left(self) -> list[DropOutSeries]:
        return [one for one in self.series if one.is_left]

    @property
    def played(self) -> list[DropOutSeries]:
        return [one for one in self.series if not one.is_left]

    @property
    def games_void(self) -> int:
        """Games that have been played and are thrown out: all of them in branch 3, none otherwise."""
        return sum(len(one.series.outcomes) for one in self.series) if self.branch == NOBODY else 0

    @property
    def last_opponent(self) -> DropOutSeries | None:
        """Who faced the team last, a series cut short included: that series is erased from his sheet."""
        faced = [one for one in self.series if one.has_faced]
        return faced[-1] if faced else None

    @property
    def is_complete(self) -> bool:
        """The team has played all its series: the rule no longer applies."""
        return not self.left and not self.power_rounds_to_come
