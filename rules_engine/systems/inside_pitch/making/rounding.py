"""Round many players' numbers so that their totals stay right."""

from dataclasses import dataclass

MAX_CORRECTION = 0.5  # largest adjustment to a player's number, as a fraction of a unit


@dataclass
class Carry:
    """Round player by player and carry the weighted rounding error over."""

    rest: float = 0.0

    def round(self, target: float, weight: float, low: int, high: int) -> int:
        """Return the whole number closest to `target`, including the rounding errors so far."""
        correction = max(-MAX_CORRECTION, min(MAX_CORRECTION, self.rest / weight)) if weight > 0 else 0.0
        rounded = max(low, min(high, int((target + correction) // 1 + ((target + correction) % 1 >= 0.5))))
        self.rest += weight * (target - rounded)
        return rounded
