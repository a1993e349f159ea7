"""Who is home in each game of a series: a d20 for the first game, then a set pattern (T0.16)."""

import re
from collections.abc import Mapping, Sequence

from rules_engine.competition.rolls import roll_order
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.16"
ALTERNATING = "alternating"

# a choice names the pattern of its usual length; other lengths get the nearest with as even a split
_BY_LENGTH = {
    ("2-2-1", 5): "2-2-1",
    ("2-2-1", 7): "2-2-1-1-1",
    ("2-3-2", 5): "2-2-1",
    ("2-3-2", 7): "2-3-2",
}


class HomeFinding(Finding):
    """Who is home in the first game."""

    HIGH_ROLL_IS_HOME = "{name} rolled higher and is home in the first game."
    HIGH_ROLL_MAY_CHOOSE = "{name} rolled higher: home in the first game, unless it chooses to be away."
    LEVEL_ROLLS = "The rolls are level: both roll again."
    WINNER_CHOOSES = "The winner of the roll chooses home or away for the first game."
    NO_CHOICE = "The high roll is home in the first game; there is no choice."


class HomeError(ValueError):
    """A home pattern that cannot be read; the message says what can."""


def home_roll(rolls: Mapping[int, Sequence[int]], names: Mapping[int, str], *, winner_chooses: bool = False) -> Ruling:
    """T0.16: whether two teams' rolls decide who is home in game 1. The subject is who is home."""
    order = roll_order(rolls)
    if order.first is not None:
        finding = HomeFinding.HIGH_ROLL_MAY_CHOOSE if winner_chooses else HomeFinding.HIGH_ROLL_IS_HOME
        return allow(finding, RULE, subject=order.first, name=names[order.first])
    return refuse(HomeFinding.LEVEL_ROLLS, RULE, reroll=order.order + order.missing)


def may_choose_home(roll_winner_chooses: bool) -> Ruling:
    """T0.16: whether the high roll may choose to be away in game 1; the text of 2010 gives no choice."""
    if roll_winner_chooses:
        return allow(HomeFinding.WINNER_CHOOSES, RULE)
    return refuse(HomeFinding.NO_CHOICE, RULE)


def pattern_of_best_of(choice: str, games: int) -> str:
    """T0.16: the pattern that is played in a best-of of so many games, where the director chose this one."""
    return _BY_LENGTH.get((choice, games), ALTERNATING)


def home_pattern(pattern: str, games: int) -> tuple[bool, ...]:
    """T0.16: game by game whether the team that is home in game 1 is at home.

    `pattern` is "alternating" or a split such as "2-2-1" or "2-3-2" of exactly so many games. Raises HomeError.
    """
    if games < 1:
        raise HomeError(f"{games} games: a series has one at least")
    if pattern == ALTERNATING:
        return tuple(game % 2 == 0 for game in range(games))
    if not re.fullmatch(r"\d{1,2}(-\d{1,2})*", pattern):
        raise HomeError(f"“{pattern}” is no home pattern: write alternating, or a split such as 2-2-1")
    spread = [number % 2 == 0 for number, stay in enumerate(pattern.split("-")) for _ in range(int(stay))]
    if len(spread) != games:
        raise HomeError(f"“{pattern}” is a pattern for {len(spread)} games, not for {games}")
    return tuple(spread)
