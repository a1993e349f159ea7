"""Whole numbers for many men, so that all of them together come out as they should."""

from dataclasses import dataclass

MOST_LENT = 0.5  # of a unit: how far one man's number may be moved for the sake of the whole


@dataclass
class Carry:
    """Rounds man by man and carries the rest on, weighed by how often each plays."""

    rest: float = 0.0

    def round(self, wanted: float, weight: float, low: int, high: int) -> int:
        """The whole number for a man who should have `wanted`."""
        lent = max(-MOST_LENT, min(MOST_LENT, self.rest / weight)) if weight > 0 else 0.0
        whole = max(low, min(high, int((wanted + lent) // 1 + ((wanted + lent) % 1 >= 0.5))))
        self.rest += weight * (wanted - whole)
        return whole
