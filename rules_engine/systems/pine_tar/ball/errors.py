"""The error check: who fields the ball, and whether he drops it."""

from rules_engine.baseball.bases import HOME, runners
from rules_engine.baseball.plays import OUT, Charge, Play, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.ball.dice import ERROR, three_dice
from rules_engine.systems.pine_tar.charts.charts import ErrorRow
from rules_engine.systems.pine_tar.scorebook.moment import Moment

_CAUGHT = {"ROE/PO": "popout", "ROE/LO": "lineout"}


def error_check(table: Table, moment: Moment, kind: str) -> Play:
    """PTE1, PTE3: three dice name the fielder; he errs, or the ball is caught."""
    number, blue = three_dice(table, ERROR)
    row = moment.book.charts.error.at(number)
    if errs(moment.fielder(row.fielder).error, blue):
        return _reached(moment, row)
    return Play(_CAUGHT[kind], places(stay(moment.occupied, OUT)), "PTE3", fielder=row.fielder)


def errs(chance: int, blue: int) -> bool:
    """PTE1: an error on a blue die up to his EC: 9 always, 0 only on a 0."""
    return blue <= chance


def _reached(moment: Moment, row: ErrorRow) -> Play:
    """PTE2, PTA16: batter and runners take the bases of the row; with a star the runners one more when two are out."""
    bases = row.bases + (row.star and moment.outs == 2)
    to = stay(moment.occupied, row.bases)
    for base in runners(moment.occupied):
        to[base] = min(base + bases, HOME)
    errors = (Charge(row.fielder, row.bases),)
    return Play("error", places(to), "PTE2", fielder=row.fielder, errors=errors, code=row.written)
