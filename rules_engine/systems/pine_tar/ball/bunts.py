"""Sacrifice bunts and suicide squeezes: one roll against the batter's SHC."""

from functools import cache
from typing import Final, Literal

from rules_engine.baseball.bases import FIRST, THIRD, is_on, lead_runner
from rules_engine.baseball.plays import OUT, Charge, Play, advance, stay
from rules_engine.baseball.table import Table
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import BUNT, is_doubled, two_dice
from rules_engine.systems.pine_tar.charts.charts import BuntRows
from rules_engine.systems.pine_tar.scorebook.moment import Moment

SACRIFICE, SQUEEZE = "sacrifice", "squeeze"
Result = Literal["SH", "I-Hit", "throwing error", "failed", "PODP"]
_FIELDERS: Final = dict(zip("123456", ("p", "c", "1b", "2b", "3b", "ss"), strict=True))


class Bunting(Finding):
    """Whether a bunt may be put on."""

    SACRIFICE = "A runner may be moved over: SHC {chance}."
    SQUEEZE = "With a runner on third it is a squeeze: SHC {chance}."
    NEVER = "He never bunts."
    TWO_OUT = "Two are out."
    NOBODY_ON = "Nobody is on base."
    RUNNER_ON_THIRD = "With a runner on third a bunt is a squeeze."
    NOBODY_ON_THIRD = "Nobody is on third."


@cache
def bunt_ruling(kind: str, chance: int | None, occupied: int, outs: int) -> Ruling:
    """PTS1, PTS7: a sacrifice with men on first or second and none on third; with one there it is a squeeze."""
    rule = "PTS7" if kind == SQUEEZE else "PTS1"
    if chance is None:
        return refuse(Bunting.NEVER, rule)
    if outs == 2:
        return refuse(Bunting.TWO_OUT, rule)
    on_third = is_on(occupied, THIRD)
    if kind == SQUEEZE:
        return allow(Bunting.SQUEEZE, rule, chance=chance) if on_third else refuse(Bunting.NOBODY_ON_THIRD, rule)
    if not occupied:
        return refuse(Bunting.NOBODY_ON, rule)
    return refuse(Bunting.RUNNER_ON_THIRD, rule) if on_third else allow(Bunting.SACRIFICE, rule, chance=chance)


def bunt(table: Table, moment: Moment) -> Play:
    """PTS1, PTS7, PTA15: one roll, against the SHC or, with a man on third, 25 less; the outcomes are the same five."""
    squeeze = is_on(moment.occupied, THIRD)
    chance, charts = bunt_chance(moment, squeeze=squeeze), moment.book.charts
    rows = charts.squeeze if squeeze else charts.sacrifice[moment.occupied]
    roll = two_dice(table, moment.book.edition.options, BUNT)
    return _bunted(moment.occupied, bunt_result(chance, roll), rows, roll)


def bunt_chance(moment: Moment, *, squeeze: bool) -> int:
    """PTS7: the number to roll below."""
    return (moment.batter.bunt or 0) + (moment.book.charts.squeeze_adjust if squeeze else 0)


def bunt_result(chance: int, roll: int) -> Result:
    """PTS2, PTS3, PTS4, PTS5, PTS6: below, equal or above; dice that show the same make it a hit, or a double play."""
    if roll == chance:
        return "throwing error"
    if roll < chance:
        return "I-Hit" if is_doubled(roll) else "SH"
    return "PODP" if is_doubled(roll) else "failed"


def _bunted(occupied: int, result: Result, rows: BuntRows, roll: int) -> Play:
    even = roll % 2 == 0
    if result == "SH":
        scored = rows.success_even if even else rows.success_odd
        return Play("sacrifice", places(advance(occupied, 1, OUT)), "PTS2", _fielder(scored), scored)
    if result == "I-Hit":
        return Play("single", places(advance(occupied, 1, FIRST)), "PTS3", code=rows.success_doubled)
    if result == "throwing error":
        errors = (Charge(rows.error_fielder),)
        to = places(advance(occupied, 1, FIRST))
        return Play("error", to, "PTS4", rows.error_fielder, code=result, errors=errors)
    return (
        _failed(occupied, rows.fail_even if even else rows.fail_odd) if result == "failed" else _popped(occupied, rows)
    )


def _failed(occupied: int, scored: str) -> Play:
    """PTS5, PTA14: the lead runner is out, those behind him move up, the batter is safe."""
    to = advance(occupied, 1, FIRST)
    to[lead_runner(occupied)] = OUT
    return Play("fielders_choice", places(to), "PTS5", _fielder(scored), scored)


def _popped(occupied: int, rows: BuntRows) -> Play:
    """PTS6: the pitcher catches it and doubles the lead runner off; the others stay."""
    to = stay(occupied, OUT)
    to[lead_runner(occupied)] = OUT
    return Play("popout", places(to), "PTS6", "p", rows.fail_doubled)


def _fielder(scored: str) -> str:
    """Who fields the bunt: the first number of a scoring such as "SH 5-4"."""
    return next((_FIELDERS[letter] for letter in scored if letter in _FIELDERS), "p")
