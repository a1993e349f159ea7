"""Read the batter roll through the column, the SO/BB rating and the pitcher's grade."""

from typing import Final, NamedTuple

from rules_engine.systems.pine_tar.ball.dice import is_modifier_roll
from rules_engine.systems.pine_tar.cards.outcomes import OUTCOMES, Outcome
from rules_engine.systems.pine_tar.charts.charts import HitAndRunRow
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

MODIFIABLE_KINDS: Final = frozenset(("HR", "3B", "2B", "1B", "BB", "SO", "GO"))
_SHORTSTOP: Final = "ss"


class RollReading(NamedTuple):
    """A batter roll, its cell and its outcome.

    The unchanged `roll` determines hit location, advancement and doubles (PTG6, PTHR7).
    `modified` is true if the pitcher's grade table was used.
    """

    roll: int
    cell: int
    printed: Outcome
    modified: bool
    outcome: Outcome


def read_roll(situation: PlaySituation, roll: int) -> RollReading:
    """PTM1, PTM3, PTG7, PTA21: Apply the hit-and-run, the SO/BB rating and the grade in order."""
    setup = situation.setup
    cell = cell_with_hit_and_run(roll, setup.charts.hit_and_run) if situation.going else roll
    printed = situation.batter.columns[situation.mound.throws][cell]
    outcome = apply_so_bb_rating(situation, printed, roll)
    if not uses_grade_table(outcome, roll):
        return RollReading(roll, cell, printed, False, outcome)
    return RollReading(roll, cell, printed, True, apply_grade(situation, outcome))


def cell_with_hit_and_run(roll: int, row: HitAndRunRow) -> int:
    """PTHR3, PTA19: Read 5 cells lower, except on modifier rolls and rolls above 90."""
    return roll if roll > row.batter_roll_max or is_modifier_roll(roll) else roll + row.batter_roll


def apply_so_bb_rating(situation: PlaySituation, printed: Outcome, roll: int) -> Outcome:
    """PTSB1: Return the strikeout or walk for rolls in the pitcher's SO/BB rating."""
    rating = situation.pitching.so_bb_rating
    if rating is None or roll not in rating.rolls or not situation.setup.edition.options.so_bb_rating:
        return printed
    return OUTCOMES[rating.kind]


def uses_grade_table(outcome: Outcome, roll: int) -> bool:
    """PTG4, PTG5: Return whether the grade table applies: a modifier roll with an outcome that can be modified."""
    return is_modifier_roll(roll) and outcome.kind in MODIFIABLE_KINDS


def apply_grade(situation: PlaySituation, outcome: Outcome) -> Outcome:
    """PTG4, PTA24: Change an outcome by the pitcher's grade. New groundouts go to shortstop."""
    kind = situation.setup.charts.pitcher_modifier.get(outcome.kind, {}).get(situation.grade, outcome.kind)
    if kind == outcome.kind:
        return outcome
    return Outcome(kind, outcome.fielder or _SHORTSTOP) if kind == "GO" else OUTCOMES[kind]
