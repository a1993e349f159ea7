"""Injuries: how long a man is out, by the d6 and his rating (13)."""

from typing import Final, NamedTuple

from rules_engine.baseball.events import Hurt
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.charts import Charts

REROLL: Final = "again"  # a 6 goes on to the next higher rating
REST_OF_GAME: Final = "game"
_DICE: Final = {"d6": (1, 6), "2d6": (2, 6), "d20": (1, 20)}


class InjuryLength(NamedTuple):
    """`days` after this game; 0 is the rest of this game alone."""

    days: int


def injury_cell(charts: Charts, rating: int, roll: int) -> str:
    """IP13: one cell of the injury chart."""
    return charts.injury[roll - 1][rating]


def roll_injury(game_input: Table, charts: Charts, rating: int) -> InjuryLength | None:
    """IP13: rolled again under the next rating where the chart says so; None for a man who is not hurt."""
    cell = injury_cell(charts, rating, game_input.roll("injury", 6))
    while cell == REROLL:
        rating += 1
        cell = injury_cell(charts, rating, game_input.roll("injury", 6))
    if not cell:
        return None
    if cell in _DICE:
        count, sides = _DICE[cell]
        return InjuryLength(sum(game_input.roll(f"days_{die}", sides) for die in range(1, count + 1)))
    return InjuryLength(0 if cell == REST_OF_GAME else int(cell))


def injury_event(man: str, absence: InjuryLength) -> Hurt:
    """IP13: the rest of this game, and so many days after it."""
    return Hurt(man, absence.days, "days", "IP13") if absence.days else Hurt(man, 1, "game", "IP13")
