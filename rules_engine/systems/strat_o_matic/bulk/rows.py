"""Distributions to draw from: rows of whole-number results, each with its exact chance (the alias method)."""

from collections.abc import Mapping

import numpy as np

from rules_engine.odds.alias import alias_columns
from rules_engine.systems.strat_o_matic.bulk.asked import Floats, Ints


class DrawnRows:
    """Rows of any width, one after the other; a draw is two lookups, and no chance is rounded to a grid."""

    def __init__(self) -> None:
        self._rows = self._cells = 0
        self._start, self._width = np.zeros(1024, dtype=np.int32), np.zeros(1024)
        self._edge = np.zeros(1 << 15)
        self._results = np.zeros((1 << 15, 2), dtype=np.int16)

    def add(self, chances: Mapping[int, float]) -> int:
        """The number of a new row, of result -> chance, which sum to 1."""
        if self._rows == len(self._start):
            self._start, self._width = np.resize(self._start, 2 * self._rows), np.resize(self._width, 2 * self._rows)
        while self._cells + len(chances) > len(self._edge):
            self._edge = np.resize(self._edge, 2 * len(self._edge))
            self._results = np.resize(self._results, (2 * len(self._results), 2))
        row, first = self._rows, self._cells
        self._start[row], self._width[row] = first, len(chances)
        weights = [chance * len(chances) for chance in chances.values()]
        for place, edge, below, above in alias_columns(list(chances), weights):
            self._edge[first + place], self._results[first + place] = edge, (below, above)
        self._rows, self._cells = row + 1, first + len(chances)
        return row

    def drawn(self, rows: Ints, dice: Floats) -> Ints:
        """A result of each row, by a number from 0 up to 1 for each."""
        thrown = dice * self._width.take(rows)
        column = thrown.astype(np.int64)
        cell = column + self._start.take(rows)
        thrown -= column
        above = thrown >= self._edge.take(cell)
        cell *= 2
        cell += above
        return self._results.reshape(-1).take(cell)
