"""Parse printed ratings such as 54C, A+/B, 5/2* or 21/99. The functions raise ValueError for invalid text."""

import re
from typing import Any, Final, cast

from rules_engine.systems.pine_tar.cards.cards import (
    GRADES,
    NEVER,
    Grade,
    Grades,
    Injury,
    Innings,
    SoBbRating,
    Wildness,
)
from rules_engine.systems.pine_tar.cards.columns import CELLS

BLANK: Final = ("", "--")
NO_CHANGE: Final = "NC"
_INJURY = re.compile(r"(\d{1,2})([A-Z])")
_INNINGS = re.compile(r"(\d{1,2})(?:/(\d{1,2})\*)?")
_SO_BB_ROLLS: Final = {"77": (77,), "55, 77": (55, 77), "55-60, 77": (*range(55, 61), 77)}


def read_injury(text: str) -> Injury | None:
    """PTIN1: Parse a rating such as "54C". Blank or dashes mean never injured."""
    if text in BLANK:
        return None
    match = _INJURY.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not an injury rating; enter a number and a letter such as 54C, or --")
    return Injury(int(match[1]), match[2])


def read_grades(text: str) -> Grades:
    """PTG2: Parse grades such as "A+/B", or "C" for a constant grade."""
    first, _, third_time = text.partition("/")
    for grade in (first, third_time or first):
        if grade not in GRADES:
            raise ValueError(f"{grade!r} is not a grade; choose from {', '.join(GRADES)}")
    return Grades(cast(Grade, first), cast(Grade, third_time or first))


def read_innings(text: str) -> Innings:
    """PTP1: Parse innings such as "6", or "5/2*" for starting and relieving."""
    match = _INNINGS.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a number of innings; enter 6, or 5/2* for a pitcher with two roles")
    return Innings(int(match[1]), int(match[2] or match[1]))


def read_wildness(text: str) -> Wildness:
    """PTK2: Parse a rating such as "21/99", "--/99" or "--/--"."""
    parts = text.split("/")
    if len(parts) != 2 or not all(part == "--" or (part.isdecimal() and int(part) < CELLS) for part in parts):
        raise ValueError(f"{text!r} is not a BK/WP rating; enter 21/99, --/99 or --/--")
    balk, wild_pitch = (NEVER if part == "--" else int(part) for part in parts)
    if wild_pitch != NEVER and wild_pitch <= balk:
        raise ValueError(f"{text!r} leaves no roll for wild pitches, so its second number must be higher")
    return Wildness(balk, wild_pitch)


def read_so_bb_rating(text: str) -> SoBbRating | None:
    """PTSB1: Parse a rating such as "BB 55-60, 77", or return None for NC or blank."""
    if text in (*BLANK, NO_CHANGE):
        return None
    kind, _, rolls = text.partition(" ")
    if kind not in ("SO", "BB") or rolls not in _SO_BB_ROLLS:
        raise ValueError(f"{text!r} is not an SO/BB rating; enter SO or BB with {' or '.join(_SO_BB_ROLLS)}, or NC")
    return SoBbRating(cast(Any, kind), frozenset(_SO_BB_ROLLS[rolls]), text)


def read_bunt(value: object) -> int | None:
    """PTS1: Parse the SHC, or return None for N, a player who never bunts."""
    return None if value == "N" else read_whole_number(value, 0, CELLS - 1, "or N")


def read_whole_number(value: object, low: int, high: int, alternative: str = "") -> int:
    """Parse a whole number from `low` to `high`."""
    number = int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise ValueError(" ".join(filter(None, (f"must be {low} to {high}", alternative, f"and not {value!r}"))))
    return number
