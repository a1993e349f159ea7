"""The battery: what this pitcher and this catcher bring against runners."""

from typing import Final, NamedTuple

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
