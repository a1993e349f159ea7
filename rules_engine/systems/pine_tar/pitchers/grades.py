"""Pitching grades: the grade against the current batter."""

from typing import Final

from rules_engine.systems.pine_tar.cards.cards import Bats, Grade, Hand, PitcherRatings

BATTING_ORDER_SIZE: Final = 9
THIRD_TIME: Final = 3
CAREFUL_GRADES: Final[frozenset[Grade]] = frozenset(("A+", "A", "B"))  # PTW1: no walks with first base occupied
_LOWER_GRADE: Final[dict[Grade, Grade]] = {
    "A+": "A",
    "A": "B",
    "B": "C",
    "M": "C",
    "C": "D",
    "D": "E",
    "E": "G",
    "G": "G",
}


def time_through(batter: int) -> int:
    """PTG2, PTA6: Return the time through the order for the nth batter faced."""
    return -(-batter // BATTING_ORDER_SIZE)


def printed_grade(pitching: PitcherRatings, *, at_home: bool, started: bool, time: int) -> Grade:
    """PTG1, PTG2, PTG3: Return the home or away grade for this time through the order."""
    grades = pitching.home if at_home else pitching.away
    return grades.third_time if started and time >= THIRD_TIME else grades.first


def adjust_for_scoring_position(card_grade: Grade, bats: Bats, throws: Hand, *, scoring_position: bool) -> Grade:
    """PTRI1: Lower the grade with a runner in scoring position and an opposite-side batter.

    Switch-hitters always count as opposite-side batters. G stays G.
    """
    return _LOWER_GRADE[card_grade] if scoring_position and bats != throws else card_grade
