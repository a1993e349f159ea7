"""A score bug: two teams, their runs and the state of the game, as in the corner of a broadcast."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.crests import Crest


@dataclass(frozen=True, slots=True)
class BugSide:
    """A team in a score bug. `runs` is None until they are entered; `line` holds its runs inning by inning."""

    crest: Crest
    name: str
    runs: int | None
    line: Sequence[str] = ()
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class ScoreBug:
    """A game with its visitors first. `tone` is that of the badge of the state."""

    title: str
    sides: Sequence[BugSide]
    state: str
    tone: str = ""

    @property
    def innings(self) -> range:
        """Return the innings of the line score; none without one."""
        return range(1, max((len(side.line) for side in self.sides), default=0) + 1)
