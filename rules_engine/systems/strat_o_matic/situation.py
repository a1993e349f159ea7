"""What the rules must know when a ball is put in play: who is on, how fast, how held, who fields and who pitches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.bases import is_on

Infield = Literal["back", "corners_in", "in"]
INFIELDS: tuple[Infield, ...] = ("back", "corners_in", "in")


class Fielder(NamedTuple):
    """16.1: one man at one position: range 1 (best) to 5, e rating, throwing arm (signed, negative is strong)."""

    range: int
    error: int = 0
    arm: int = 0


AVERAGE = Fielder(range=3)
_ALL_AVERAGE: Final[Mapping[str, Fielder]] = MappingProxyType({})


class Situation(NamedTuple):
    """The moment of the play. `state` and `held` are occupied-bases ints; `running` is of batter, r1, r2, r3."""

    state: int = 0
    outs: int = 0
    running: tuple[int, int, int, int] = (10, 10, 10, 10)
    held: int = 0
    infield: Infield = "back"
    outfield_in: bool = False
    fielders: Mapping[str, Fielder] = _ALL_AVERAGE

    def fielder(self, position: str) -> Fielder:
        return self.fielders.get(position, AVERAGE)

    def arm(self, outfielder: str) -> int:
        return self.fielder(outfielder).arm

    def is_held(self, base: int) -> bool:
        return is_on(self.held, base)


LIMIT: Final = 5  # 23.3A


class Battery(NamedTuple):
    """What pitcher and catcher bring against runners. Hold and arm are signed, negative is good for the defence."""

    hold: int = 0
    arm: int = 0
    throws_away: int = 0  # top of the catcher's T range, 0 is never
    balk: int = 0
    wild_pitch: int = 0
    passed_ball: int = 0
    catcher_range: int = 3

    @property
    def adjustment(self) -> int:
        """23.3A: hold and arm together, within -5..+5."""
        return max(-LIMIT, min(LIMIT, self.hold + self.arm))
