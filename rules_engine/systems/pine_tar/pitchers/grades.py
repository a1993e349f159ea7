"""Grades: which of a pitcher's grades counts for this batter."""

from typing import Final

from rules_engine.systems.pine_tar.cards.cards import Bats, Grade, Hand, PitchersHalf

ORDER: Final = 9
THIRD_TIME: Final = 3
CAREFUL: Final[frozenset[Grade]] = frozenset(("A+", "A", "B"))  # PTW1: who walks nobody with first base occupied
_LOWER: Final[dict[Grade, Grade]] = {
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
    """PTG2, PTA6: which time through the order the n-th batter faced belongs to."""
    return -(-batter // ORDER)


def grade(pitching: PitchersHalf, *, at_home: bool, started: bool, time: int) -> Grade:
    """PTG1, PTG2, PTG3: home or away; a man who started has his second grade from the third time through on."""
    grades = pitching.home if at_home else pitching.away
    return grades.third_time if started and time >= THIRD_TIME else grades.first


def against_opposite_side(card_grade: Grade, bats: Bats, throws: Hand, *, scoring_position: bool) -> Grade:
    """PTRI1: with a runner on second or third a grade lower, where the batter stands on the other side.

    A man who bats from both sides always stands there; G stays.
    """
    return _LOWER[card_grade] if scoring_position and bats != throws else card_grade
