"""Which earlier columns of a sheet count in a round, where the format may begin again from nothing (T0.08, T10.2)."""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.eligibility.pitching import START, Cell


class Basis(NamedTuple):
    """What counts for the game of one column: starts from one column on, relief from another."""

    starts_from: int
    relief_from: int

    def counted(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells with what no longer counts taken out. Relief is left to the rules while starts still count."""
        return [
            None if cell is not None and self._left_out(number, cell.role) else cell
            for number, cell in enumerate(cells, start=1)
        ]

    def _left_out(self, number: int, role: str) -> bool:
        return number < self.starts_from and (role == START or number < self.relief_from)


def basis_of_round(first_game: int, *, starts_carry_over: bool, relief_carries_over: bool) -> Basis:
    """T0.08: in a round that begins with this column, earlier starts and relief count if the format says so."""
    return Basis(1 if starts_carry_over else first_game, 1 if relief_carries_over else first_game)
