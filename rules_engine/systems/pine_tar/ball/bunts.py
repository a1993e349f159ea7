"""Sacrifice bunts and suicide squeezes: one roll against the batter's SHC."""

from functools import cache
from typing import Final, Literal

from rules_engine.baseball.bases import FIRST, THIRD, is_on, lead_runner
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Play, advance, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import BUNT, is_doubled, roll_two_dice
from rules_engine.systems.pine_tar.charts.charts import BuntRows
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

SACRIFICE, SQUEEZE = "sacrifice", "squeeze"
BuntResult = Literal["SH", "I-Hit", "throwing error", "failed", "PODP"]
_FIELDERS: Final = dict(zip("123456", ("p", "c", "1b", "2b", "3b", "ss"), strict=True))


class Bunting(Finding):
    """Findings on whether a bunt is allowed."""

    SACRIFICE = "He can move a runner over: SHC {chance}."
    SQUEEZE = "With a runner on third, it is a squeeze: SHC {chance}."
    NEVER = "He never bunts."
    TWO_OUT = "Two are out."
    NOBODY_ON = "No one is on base."
    RUNNER_ON_THIRD = "With a runner on third, a bunt is a squeeze."
    NOBODY_ON_THIRD = "No one is on third."


@cache
def bunt_ruling(kind: str, chance: int | None, occupied: int, outs: int) -> Ruling:
    """PTS1, PTS7: Allow a sacrifice with a runner on first or second. A runner on third makes it a squeeze."""
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


def bunt(game_input: GameInput, situation: PlaySituation) -> Play:
    """PTS1, PTS7, PTA15: Roll once against the SHC, or 25 less with a runner on third."""
    squeeze = is_on(situation.occupied, THIRD)
    chance, charts = bunt_chance(situation, squeeze=squeeze), situation.setup.charts
    rows = charts.squeeze if squeeze else charts.sacrifice[situation.occupied]
    roll = roll_two_dice(game_input, situation.setup.edition.options, BUNT)
    return _bunt_play(situation.occupied, bunt_result(chance, roll), rows, roll)


def bunt_chance(situation: PlaySituation, *, squeeze: bool) -> int:
    """PTS7: Return the number that the bunt roll must stay below."""
    return (situation.batter.bunt or 0) + (situation.setup.charts.squeeze_adjust if squeeze else 0)


def bunt_result(chance: int, roll: int) -> BuntResult:
    """PTS2, PTS3, PTS4, PTS5, PTS6: Compare the roll with the chance. Doubles are special."""
    if roll == chance:
        return "throwing error"
    if roll < chance:
        return "I-Hit" if is_doubled(roll) else "SH"
    return "PODP" if is_doubled(roll) else "failed"


def _bunt_play(occupied: int, result: BuntResult, rows: BuntRows, roll: int) -> Play:
    even = roll % 2 == 0
    if result == "SH":
        scoring = rows.success_even if even else rows.success_odd
        return Play("sacrifice", as_destinations(advance(occupied, 1, OUT)), "PTS2", _first_fielder(scoring), scoring)
    if result == "I-Hit":
        return Play("single", as_destinations(advance(occupied, 1, FIRST)), "PTS3", code=rows.success_doubled)
    if result == "throwing error":
        errors = (Charge(rows.error_fielder),)
        destinations = as_destinations(advance(occupied, 1, FIRST))
        return Play("error", destinations, "PTS4", rows.error_fielder, code=result, errors=errors)
    return (
        _failed_bunt(occupied, rows.fail_even if even else rows.fail_odd)
        if result == "failed"
        else _bunt_double_play(occupied, rows)
    )


def _failed_bunt(occupied: int, scoring: str) -> Play:
    """PTS5, PTA14: Put the lead runner out, advance the others and leave the batter safe."""
    destinations = advance(occupied, 1, FIRST)
    destinations[lead_runner(occupied)] = OUT
    return Play("fielders_choice", as_destinations(destinations), "PTS5", _first_fielder(scoring), scoring)


def _bunt_double_play(occupied: int, rows: BuntRows) -> Play:
    """PTS6: Return a double play: the pitcher catches the bunt and doubles off the lead runner, and the others hold."""
    destinations = stay(occupied, OUT)
    destinations[lead_runner(occupied)] = OUT
    return Play("popout", as_destinations(destinations), "PTS6", "p", rows.fail_doubled)


def _first_fielder(scoring: str) -> str:
    """Return the first fielder in a scoring such as "SH 5-4"."""
    return next((_FIELDERS[digit] for digit in scoring if digit in _FIELDERS), "p")
