"""Home teams in a series: a d20 roll for the first game, then a set pattern (T0.16)."""

import re
from collections.abc import Mapping, Sequence

from rules_engine.competition.rolls import roll_order
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.16"
ALTERNATING = "alternating"

# patterns for the usual series lengths; other lengths get the most even split
_BY_LENGTH = {
    ("2-2-1", 5): "2-2-1",
    ("2-2-1", 7): "2-2-1-1-1",
    ("2-3-2", 5): "2-2-1",
    ("2-3-2", 7): "2-3-2",
}


class HomeFinding(Finding):
    """The home team of game 1, or the reason why it isn't decided."""

    HIGH_ROLL_IS_HOME = "{name} rolled higher and is home in the first game."
    HIGH_ROLL_MAY_CHOOSE = "{name} rolled higher: home in the first game, unless it chooses to be away."
    TIED_ROLLS = "The rolls are tied: both teams roll again."
    WINNER_CHOOSES = "The winner of the roll chooses home or away for the first game."
    NO_CHOICE = "The team with the high roll is home in the first game. It can't choose."


class HomeError(ValueError):
    """A home pattern is invalid."""


def home_roll(rolls: Mapping[int, Sequence[int]], names: Mapping[int, str], *, winner_chooses: bool = False) -> Ruling:
    """T0.16: Decide the home team of game 1 by the rolls. The ruling's subject is the home team."""
    order = roll_order(rolls)
    if order.first is not None:
        finding = HomeFinding.HIGH_ROLL_MAY_CHOOSE if winner_chooses else HomeFinding.HIGH_ROLL_IS_HOME
        return allow(finding, RULE, subject=order.first, name=names[order.first])
    return refuse(HomeFinding.TIED_ROLLS, RULE, reroll=order.order + order.missing)


def may_choose_home(roll_winner_chooses: bool) -> Ruling:
    """T0.16: Rule on whether the high roll may choose to be away in game 1. The 2010 text offers no choice."""
    if roll_winner_chooses:
        return allow(HomeFinding.WINNER_CHOOSES, RULE)
    return refuse(HomeFinding.NO_CHOICE, RULE)


def pattern_of_best_of(choice: str, games: int) -> str:
    """T0.16: Return the home pattern of a playoff series of this length, based on the director's choice."""
    return _BY_LENGTH.get((choice, games), ALTERNATING)


def home_pattern(pattern: str, games: int) -> tuple[bool, ...]:
    """T0.16: Return for each game whether the home team of game 1 is at home.

    Args:
        pattern: "alternating", or a split with exactly this many games, such as "2-2-1" or "2-3-2".
    """
    if games < 1:
        raise HomeError(f"{games} games: a series needs at least one")
    if pattern == ALTERNATING:
        return tuple(game % 2 == 0 for game in range(games))
    if not re.fullmatch(r"\d{1,2}(-\d{1,2})*", pattern):
        raise HomeError(f"“{pattern}” is not a home pattern: enter alternating, or a split such as 2-2-1")
    is_home: list[bool] = []
    for number, length in enumerate(pattern.split("-")):
        is_home += [number % 2 == 0] * int(length)
    if len(is_home) != games:
        raise HomeError(f"“{pattern}” is a pattern for {len(is_home)} games, not for {games}")
    return tuple(is_home)
