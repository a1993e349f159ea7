"""The batter swings: his roll, what it comes to, and the play that is made of it."""

from collections.abc import Callable
from typing import Final

from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.pine_tar.ball.batter_roll import Reading, read_roll
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import BATTER, DEFENCE, GROUNDER, tens_and_ones, two_dice
from rules_engine.systems.pine_tar.ball.errors import error_check
from rules_engine.systems.pine_tar.ball.flies import fly_out
from rules_engine.systems.pine_tar.ball.grounders import ground_out, ground_table
from rules_engine.systems.pine_tar.ball.hits import INFIELD_ROLL, base_hit, hit_past_fielder
from rules_engine.systems.pine_tar.ball.walks import balk_or_wild_pitch, base_on_balls
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.charts.charts import INFIELD
from rules_engine.systems.pine_tar.running.hit_and_run import who_steals
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import GOING

CHECKED_ROLLS: Final = (11, 22)  # PTPD1
POSITIVE, NEGATIVE = "Pos", "Neg"
_SLOW: Final = "S"
_SHORTSTOP: Final = "ss"


def swing(table: Table, moment: Moment) -> Play:
    """PTM1, PTM2: one roll gives outcome, place and advance; another is thrown only where a rule says so."""
    roll = two_dice(table, moment.book.edition.options, BATTER)
    return of_reading(table, moment, read_roll(moment, roll))


def of_reading(table: Table, moment: Moment, reading: Reading) -> Play:
    """PTM3: what the outcome leads to."""
    return _LEADS_TO[reading.outcome.kind](table, moment, reading)


def _hit(table: Table, moment: Moment, reading: Reading) -> Play:
    """PTH2, PTH7, PTH8, PTPD1: an infield hit on 19, the check of a fielder on 11 and 22, else by the location table.

    An infield hit is a single, and its runners go as on any other (PTA5). Without the option 11 and 22 are hits like
    others whose dice show the same.
    """
    kind, roll = reading.outcome.kind, reading.roll
    if roll == INFIELD_ROLL:
        if moment.batter.speed == _SLOW:
            return ground_out(table, moment, _SHORTSTOP, roll % 10)
        return base_hit(table, moment, "1B", INFIELD, roll, "PTH2")
    if roll in CHECKED_ROLLS and moment.book.edition.options.defensive_rolls:
        return _checked(table, moment, kind, roll)
    return base_hit(table, moment, kind, moment.book.charts.hit_location[roll], roll)


def _checked(table: Table, moment: Moment, kind: str, roll: int) -> Play:
    """PTPD2, PTPD3, PTA20: a man of positive range makes an out of it; past others the hit goes where the row says."""
    row = moment.book.charts.positive_defence.at(two_dice(table, moment.book.edition.options, DEFENCE))
    fielder = row.fielder[kind]
    if moment.fielder(fielder).reach != POSITIVE:
        field = row.past[fielder]
        return base_hit(table, moment, "1B" if field == INFIELD else kind, field, roll, "PTPD3")
    if row.success == "FO":
        return fly_out(table, moment, fielder)
    if ground_table(moment.occupied, moment.outs) is None:
        return ground_out(table, moment, fielder, roll % 10)
    _, ones = tens_and_ones(table, moment.book.edition.options, GROUNDER)
    return ground_out(table, moment, fielder, ones)


def _homerun(table: Table, moment: Moment, reading: Reading) -> Play:
    return base_hit(table, moment, "HR", moment.book.charts.hit_location[reading.roll], reading.roll)


def _grounder(table: Table, moment: Moment, reading: Reading) -> Play:
    fielder = reading.outcome.fielder
    if gets_past(moment, reading):
        return hit_past_fielder(moment, INFIELD)
    return ground_out(table, moment, fielder, reading.roll % 10)


def _fly(table: Table, moment: Moment, reading: Reading) -> Play:
    fielder = reading.outcome.fielder
    return hit_past_fielder(moment, fielder) if gets_past(moment, reading) else fly_out(table, moment, fielder)


def gets_past(moment: Moment, reading: Reading) -> bool:
    """PTND1, PTA22: on 66 and 88 a ground out or fly out to a man of negative range is a single; a line out never."""
    if reading.roll not in moment.book.charts.negative_defence.rolls:
        return False
    return moment.book.edition.options.defensive_rolls and moment.fielder(reading.outcome.fielder).reach == NEGATIVE


def _walk(table: Table, moment: Moment, reading: Reading) -> Play:
    return base_on_balls(moment)


def _strikeout(table: Table, moment: Moment, reading: Reading) -> Play:
    """PTM4, PTHR5: the runners hold; with the hit and run on one of them goes, and his steal comes next."""
    code = GOING if who_steals(moment.going, moment.occupied) else ""
    return Play("strikeout", places(stay(moment.occupied, OUT)), "PTHR5" if code else "PTM4", code=code)


def _line_out(table: Table, moment: Moment, reading: Reading) -> Play:
    """PTM4: the batter is out, the runners hold."""
    return Play("lineout", places(stay(moment.occupied, OUT)), "PTM4", fielder=reading.outcome.fielder)


def _error_check(table: Table, moment: Moment, reading: Reading) -> Play:
    return error_check(table, moment, reading.outcome.kind)


def _balk_or_wild_pitch(table: Table, moment: Moment, reading: Reading) -> Play:
    return balk_or_wild_pitch(table, moment)


_LEADS_TO: Final[dict[str, Callable[[Table, Moment, Reading], Play]]] = {
    **{kind: _homerun if kind == "HR" else _hit for kind in HITS},
    "BB": _walk,
    "SO": _strikeout,
    "GO": _grounder,
    "FO": _fly,
    "LO": _line_out,
    "ROE/PO": _error_check,
    "ROE/LO": _error_check,
    "BK/WP": _balk_or_wild_pitch,
}
