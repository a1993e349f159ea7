"""Steals: who may go, for how many points, and the roll against his chance."""

from functools import cache
from typing import Final

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, is_on
from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.baseball.table import Table
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import STEAL, two_dice
from rules_engine.systems.pine_tar.charts.charts import StealRow
from rules_engine.systems.pine_tar.running.hit_and_run import who_goes, who_steals
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import is_extra

POINTS: Final = 4  # PTB2: of a team in a game, and how many more in extra innings
EXTRA_POINTS: Final = 2
HARDER_AT_THIRD: Final = 5


class Steal(Finding):
    """Whether a man may try to steal."""

    ALLOWED = "It costs {cost:# point} and leaves {left}."
    NEVER = "A man of this SBO never steals."
    TARGET = "Only second and third may be stolen."
    TAKEN = "The base ahead of him is taken."
    TOO_EARLY = "He may not go before inning {inning}."
    NO_POINTS = "It costs {cost:# point}, and {left} {left:are/is} left."
    OFTEN_IN_GAME = "He may go {most:# time} a game."
    OFTEN_IN_SERIES = "He may go {most:# time} a series."


@cache
def steal_ruling(row: StealRow, target: int, inning: int, used: int, tries: tuple[int, int], *, extra: bool) -> Ruling:
    """PTB1, PTB2, PTB3, PTA18: the row of his SBO, the points of his team, his attempts in game and series so far."""
    if row.points is None:
        return refuse(Steal.NEVER, "PTB1")
    if target not in (SECOND, THIRD):
        return refuse(Steal.TARGET, "PTB3")
    if inning < row.first_inning:
        return refuse(Steal.TOO_EARLY, "PTB1", inning=row.first_inning)
    in_game, in_series = tries
    if row.per_game is not None and in_game >= row.per_game:
        return refuse(Steal.OFTEN_IN_GAME, "PTB1", most=row.per_game)
    if row.per_series is not None and in_series >= row.per_series:
        return refuse(Steal.OFTEN_IN_SERIES, "PTB1", most=row.per_series)
    cost, left = points(row, used, extra=extra)
    if cost > left:
        return refuse(Steal.NO_POINTS, "PTB2", cost=cost, left=left)
    return allow(Steal.ALLOWED, "PTB2", cost=cost, left=left - cost)


def points(row: StealRow, used: int, *, extra: bool) -> tuple[int, int]:
    """PTB2, PTA18: what an attempt costs and what is left: extra innings add two to what is left over."""
    cost = row.points_extra_innings if extra else row.points
    return cost or 0, POINTS + (EXTRA_POINTS if extra else 0) - used


def steal_is_allowed(moment: Moment, base: int) -> Ruling:
    """PTB1 to PTB3: the man on this base, with the base ahead of him open."""
    state, tracker, book = moment.state, moment.tracker, moment.book
    runner = state.bases[base - 1]
    if runner is None or base == THIRD:
        return refuse(Steal.TARGET, "PTB3")
    if is_on(moment.occupied, base + 1):
        return refuse(Steal.TAKEN, "PTB3")
    row = book.charts.steal_opportunity[book.cards[runner.player].opportunity]
    in_game = tracker.steals.get(runner.player, 0)
    tries = in_game, in_game + book.steals.get(runner.player, 0)
    used = tracker.points[state.bottom]
    return steal_ruling(row, base + 1, state.inning, used, tries, extra=is_extra(state))


def steal_chance(steal: int, throwing: int, target: int) -> int:
    """PTB3: SBC and the catcher's AR, 5 less for third."""
    return steal + throwing - (HARDER_AT_THIRD if target == THIRD else 0)


def steals(chance: int, roll: int) -> bool:
    """PTB3: safe on a roll up to the chance."""
    return roll <= chance


def chance_from(moment: Moment, base: int) -> int:
    """PTB3: the chance of the man on this base against the catcher there is."""
    return steal_chance(moment.runner(base).steal, moment.fielder("c").throwing, base + 1)


def steal(table: Table, moment: Moment, base: int, following: tuple[int, ...] = ()) -> Play:
    """PTB3: one roll; the others hold, but for those `following` behind him."""
    rule = "PTHR5" if moment.tracker.going else "PTB3"
    to = stay(moment.occupied)
    for follower in following:
        to[follower] = follower + 1
    roll = two_dice(table, moment.book.edition.options, STEAL)
    if steals(chance_from(moment, base), roll):
        to[base] = min(base + 1, HOME)
        return Play("stolen_base", places(to), rule)
    to[base] = OUT
    return Play("caught_stealing", places(to), rule)


def steal_after_strikeout(table: Table, moment: Moment) -> Play:
    """PTHR5: the lead man of those who went with the pitch steals, the one behind him follows free; no points."""
    going = who_goes(moment)
    base = who_steals(going, moment.occupied)
    return steal(table, moment, base, tuple(other for other in going if other == FIRST != base))
