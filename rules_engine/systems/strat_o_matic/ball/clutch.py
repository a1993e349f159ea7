"""Clutch hitting: the horseshoe beside a line (30.7)."""

from typing import Final

from rules_engine.baseball.bases import SECOND, THIRD, is_on
from rules_engine.systems.strat_o_matic.cards.reading import OUTS, SINGLE_2, Kind, Reading
from rules_engine.systems.strat_o_matic.editions.edition_sections import ParkRules

POPOUT: Final = Reading(Kind.POPOUT)


def is_clutch(outs: int, state: int) -> bool:
    """30.7: exactly two out and a runner on second or third. `state` is the occupied-bases int."""
    return outs == 2 and (is_on(state, SECOND) or is_on(state, THIRD))


def read_clutch(rules: ParkRules, reading: Reading, outs: int, state: int) -> Reading:
    """30.7: a line with the horseshoe, its split resolved. An out becomes SINGLE**, a single a popout.

    An X chance is no out yet and stands. STAR takes any kind of single, the official text one without asterisks.
    """
    if not rules.symbols or not is_clutch(outs, state):
        return reading
    if reading.kind in OUTS and not reading.is_x:
        return SINGLE_2
    if reading.kind is Kind.SINGLE and (rules.clutch_takes_any_single or not reading.stars):
        return POPOUT
    return reading
