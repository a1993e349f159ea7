"""Injuries: the days that a player misses, based on a d6 and his rating (13)."""

from typing import Final, NamedTuple

from rules_engine.baseball.events import PlayerInjured
from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.inside_pitch.charts import Charts

REROLL: Final = "again"  # a 6 moves to the next higher rating
REST_OF_GAME: Final = "game"
_DICE: Final = {"d6": (1, 6), "2d6": (2, 6), "d20": (1, 20)}


class InjuryLength(NamedTuple):
    """Days missed after this game. 0 means only the rest of this game."""

    days: int


def injury_cell(charts: Charts, rating: int, roll: int) -> str:
    """IP13: Return a cell from the injury chart."""
    return charts.injury[roll - 1][rating]


def roll_injury(game_input: GameInput, charts: Charts, rating: int) -> InjuryLength | None:
    """IP13: Roll on the injury chart. Return None if the player isn't injured.

    A "roll again" result moves to the next rating.
    """
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


def injury_event(player: str, absence: InjuryLength) -> PlayerInjured:
    """IP13: Return the event for an injury."""
    return (
        PlayerInjured(player, absence.days, "days", "IP13")
        if absence.days
        else PlayerInjured(player, 1, "game", "IP13")
    )
