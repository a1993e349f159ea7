"""A score bug: two teams, their runs and the game's state, as in the corner of a TV broadcast."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.crests import Crest


@dataclass(frozen=True, slots=True)
class BugSide:
    """A team in a score bug. `runs` is None until they are entered. `line` has the runs by inning."""

    crest: Crest
    name: str
    runs: int | None
    line: Sequence[str] = ()
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class ScoreBug:
    """A game with the visitors first. `tone` is the tone of the state's badge."""

    title: str
    sides: Sequence[BugSide]
    state: str
    tone: str = ""

    @property
    def innings(self) -> range:
        """The line score's innings, or an empty range without a line score."""
        return range(1, max((len(side.line) for side in self.sides), default=0) + 1)
