"""Injuries: how long a man is out, by the d6 and his rating (13)."""

from typing import Final, NamedTuple

from rules_engine.baseball.events import Hurt
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.charts import Charts

AGAIN: Final = "again"  # a 6 goes on to the next higher rating
GAME: Final = "game"
_DICE: Final = {"d6": (1, 6), "2d6": (2, 6), "d20": (1, 20)}


class Absence(NamedTuple):
    """`days` after this game; 0 is the rest of this game alone."""

    days: int


def injury_cell(charts: Charts, rating: int, roll: int) -> str:
    """IP13: one cell of the injury chart."""
    return charts.injury[roll - 1][rating]


def injury_check(table: Table, charts: Charts, rating: int) -> Absence | None:
    """IP13: rolled again under the next rating where the chart says so; None for a man who is not hurt."""
    cell = injury_cell(charts, rating, table.roll("injury", 6))
    while cell == AGAIN:
        rating += 1
        cell = injury_cell(charts, rating, table.roll("injury", 6))
    if not cell:
        return None
    if cell in _DICE:
        count, sides = _DICE[cell]
        return Absence(sum(table.roll(f"days_{die}", sides) for die in range(1, count + 1)))
    return Absence(0 if cell == GAME else int(cell))


def hurt_event(man: str, absence: Absence) -> Hurt:
    """IP13: the rest of this game, and so many days after it."""
    return Hurt(man, absence.days, "days", "IP13") if absence.days else Hurt(man, 1, "game", "IP13")
