"""Which earlier columns of a sheet count in a round, where the format may begin again from nothing (T0.08, T10.2)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.eligibility.pitching import START, Cell


class Basis(NamedTuple):
    """What counts for the game of one column: starts from one column on, relief from another."""

    starts_from: int
    relief_from: int

    @property
    def left_out(self) -> tuple[int, int]:
        """Below which columns starts and relief are taken out of the cells; the same for games of one basis."""
        return self.starts_from, min(self.starts_from, self.relief_from)

    def counted(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells with what no longer counts taken out. Relief is left to the rules while starts still count."""
        return [
            None if cell is not None and self._left_out(number, cell.role) else cell
            for number, cell in enumerate(cells, start=1)
        ]

    def _left_out(self, number: int, role: str) -> bool:
        return number < self.starts_from and (role == START or number < self.relief_from)


class ChangeOfRound(NamedTuple):
    """A round of the tournament that begins with this column: whether earlier starts and earlier relief count in it."""

    first_game: int
    starts_carry_over: bool
    relief_carries_over: bool


def basis_after(changes: Iterable[ChangeOfRound]) -> Basis:
    """T0.08, T10.2: what counts after these changes of round; what was wiped out once does not come back."""
    changes = list(changes)
    return Basis(
        max((each.first_game for each in changes if not each.starts_carry_over), default=1),
        max((each.first_game for each in changes if not each.relief_carries_over), default=1),
    )
