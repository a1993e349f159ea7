"""The situation of a ball in play: the runners' speed and holds, the fielders and the battery."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.bases import is_on

Infield = Literal["back", "corners_in", "in"]
INFIELDS: tuple[Infield, ...] = ("back", "corners_in", "in")


class Fielder(NamedTuple):
    """16.1: a fielder's range from 1 (best) to 5, his e rating, and his arm, which is negative if strong."""

    range: int
    error: int = 0
    arm: int = 0


AVERAGE = Fielder(range=3)
_ALL_AVERAGE: Final[Mapping[str, Fielder]] = MappingProxyType({})


class Situation(NamedTuple):
    """The situation when a ball is put in play.

    `state` and `holds` are occupied-bases ints. `running` contains the ratings of the batter and the runners on first,
    second and third.
    """

    state: int = 0
    outs: int = 0
    running: tuple[int, int, int, int] = (10, 10, 10, 10)
    holds: int = 0
    infield: Infield = "back"
    outfield_in: bool = False
    fielders: Mapping[str, Fielder] = _ALL_AVERAGE

    def fielder(self, position: str) -> Fielder:
        return self.fielders.get(position, AVERAGE)

    def arm(self, outfielder: str) -> int:
        return self.fielder(outfielder).arm

    def has_hold(self, base: int) -> bool:
        return is_on(self.holds, base)


LIMIT: Final = 5  # 23.3A


class Battery(NamedTuple):
    """The pitcher's and the catcher's ratings against runners.

    Hold and arm are signed, and negative if good.
    """

    hold: int = 0
    arm: int = 0
    throws_away: int = 0  # top of the catcher's T range; 0 means never
    balk: int = 0
    wild_pitch: int = 0
    passed_ball: int = 0
    catcher_range: int = 3

    @property
    def adjustment(self) -> int:
        """23.3A: return the sum of hold and arm, limited to -5..+5."""
        return max(-LIMIT, min(LIMIT, self.hold + self.arm))
