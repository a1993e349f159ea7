"""The batter roll read: the column, the pitcher's SO/BB rating, his grade. What comes of it is an outcome."""

from typing import Final, NamedTuple

from rules_engine.systems.pine_tar.ball.dice import is_modifier_roll
from rules_engine.systems.pine_tar.cards.outcomes import OUTCOMES, Outcome
from rules_engine.systems.pine_tar.charts.charts import HitAndRunRow
from rules_engine.systems.pine_tar.scorebook.moment import Moment

MODIFIED: Final = frozenset(("HR", "3B", "2B", "1B", "BB", "SO", "GO"))
_SHORTSTOP: Final = "ss"


class Reading(NamedTuple):
    """A batter roll: where it was looked up, what stands there, and what it comes to; `modified` by the grade's table.

    The roll as it was thrown keeps place, parity and doubles of the ball (PTG6, PTHR7).
    """

    roll: int
    looked_up: int
    printed: Outcome
    modified: bool
    outcome: Outcome


def read_roll(moment: Moment, roll: int) -> Reading:
    """PTM1, PTM3, PTG7, PTA21: hit and run, column, SO/BB rating, the pitcher's grade, in this order."""
    book = moment.book
    looked_up = looked_up_at(roll, book.charts.hit_and_run) if moment.going else roll
    printed = moment.batter.columns[moment.mound.throws][looked_up]
    outcome = corrected(moment, printed, roll)
    if not table_is_asked(outcome, roll):
        return Reading(roll, looked_up, printed, False, outcome)
    return Reading(roll, looked_up, printed, True, modified(moment, outcome))


def looked_up_at(roll: int, row: HitAndRunRow) -> int:
    """PTHR3, PTA19: with the hit and run on the column is read 5 further, but on rolls above 90 and modifier rolls."""
    return roll if roll > row.batter_roll_max or is_modifier_roll(roll) else roll + row.batter_roll


def corrected(moment: Moment, printed: Outcome, roll: int) -> Outcome:
    """PTSB1: a strikeout or walk on the rolls of the pitcher's SO/BB rating, whatever was printed."""
    rating = moment.pitching.corrected
    if rating is None or roll not in rating.rolls or not moment.book.edition.options.so_bb_rating:
        return printed
    return OUTCOMES[rating.kind]


def table_is_asked(outcome: Outcome, roll: int) -> bool:
    """PTG4, PTG5: on a modifier roll, for hits, walks, strikeouts and ground outs; never for what stands below."""
    return is_modifier_roll(roll) and outcome.kind in MODIFIED


def modified(moment: Moment, outcome: Outcome) -> Outcome:
    """PTG4: what the pitcher's grade makes of an outcome; a ground out from another keeps to the shortstop (PTA24)."""
    kind = moment.book.charts.pitcher_modifier.get(outcome.kind, {}).get(moment.grade, outcome.kind)
    if kind == outcome.kind:
        return outcome
    return Outcome(kind, outcome.fielder or _SHORTSTOP) if kind == "GO" else OUTCOMES[kind]
