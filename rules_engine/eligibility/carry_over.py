"""The earlier columns of a sheet that count in a round, if pitching usage doesn't carry over (T0.08, T10.2)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.eligibility.pitching import START, Cell


class UsageWindow(NamedTuple):
    """The columns that count for one game. Starts and relief each have a first column that counts."""

    starts_from: int
    relief_from: int

    @property
    def left_out(self) -> tuple[int, int]:
        """Return the first columns whose starts and relief no longer count. Games with the same window share them."""
        return self.starts_from, min(self.starts_from, self.relief_from)

    def counted(self, cells: Sequence[Cell]) -> list[Cell]:
        """Return the cells, with None for those that no longer count.

        The relief rules apply `relief_from` themselves.
        """
        counted: list[Cell] = []
        for column, cell in enumerate(cells, start=1):
            is_left_out = cell is not None and self._is_left_out(column, cell.role)
            counted.append(None if is_left_out else cell)
        return counted

    def _is_left_out(self, column: int, role: str) -> bool:
        if column >= self.starts_from:
            return False
        return role == START or column < self.relief_from


class RoundChange(NamedTuple):
    """A round that begins with column `first_game`, and whether earlier starts and relief count in it."""

    first_game: int
    starts_carry_over: bool
    relief_carries_over: bool


def usage_window_after(changes: Iterable[RoundChange]) -> UsageWindow:
    """T0.08, T10.2: Return the usage that counts after these rounds began.

    Usage that was wiped out never counts again.
    """
    starts_from = 1
    relief_from = 1
    for change in changes:
        if not change.starts_carry_over:
            starts_from = max(starts_from, change.first_game)
        if not change.relief_carries_over:
            relief_from = max(relief_from, change.first_game)
    return UsageWindow(starts_from, relief_from)
