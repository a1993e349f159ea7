"""The ratings of a card as they are printed: 54C, A+/B, 5/2*, 21/99, SO 55, 77. Each reader raises ValueError."""

import re
from typing import Any, Final, cast

from rules_engine.systems.pine_tar.cards.cards import (
    GRADES,
    NEVER,
    Corrected,
    Grade,
    Grades,
    Injury,
    Innings,
    Wildness,
)
from rules_engine.systems.pine_tar.cards.columns import CELLS

NOTHING: Final = ("", "--")
NO_CHANGE: Final = "NC"
_INJURY = re.compile(r"(\d{1,2})([A-Z])")
_INNINGS = re.compile(r"(\d{1,2})(?:/(\d{1,2})\*)?")
_CORRECTED: Final = {"77": (77,), "55, 77": (55, 77), "55-60, 77": (*range(55, 61), 77)}


def injury(text: str) -> Injury | None:
    """PTIN1: "54C"; blank or dashes is a man who is never hurt."""
    if text in NOTHING:
        return None
    matched = _INJURY.fullmatch(text)
    if not matched:
        raise ValueError(f"{text!r} is no injury rating; write a number and a letter such as 54C, or --")
    return Injury(int(matched[1]), matched[2])


def grades(text: str) -> Grades:
    """PTG2: "A+/B", or "C" where the grade stays."""
    first, _, third_time = text.partition("/")
    for grade in (first, third_time or first):
        if grade not in GRADES:
            raise ValueError(f"{grade!r} is no grade; they are {', '.join(GRADES)}")
    return Grades(cast(Grade, first), cast(Grade, third_time or first))


def innings(text: str) -> Innings:
    """PTP1: "6", or "5/2*" for a man who starts and relieves."""
    matched = _INNINGS.fullmatch(text)
    if not matched:
        raise ValueError(f"{text!r} is no number of innings; write 6, or 5/2* for a man of two roles")
    return Innings(int(matched[1]), int(matched[2] or matched[1]))


def wildness(text: str) -> Wildness:
    """PTK2: "21/99", "--/99", "--/--"."""
    parts = text.split("/")
    if len(parts) != 2 or not all(part == "--" or (part.isdecimal() and int(part) < CELLS) for part in parts):
        raise ValueError(f"{text!r} is no BK/WP rating; write 21/99, --/99 or --/--")
    balk, wild_pitch = (NEVER if part == "--" else int(part) for part in parts)
    if wild_pitch != NEVER and wild_pitch <= balk:
        raise ValueError(f"{text!r} leaves no roll for wild pitches; they end above the balks")
    return Wildness(balk, wild_pitch)


def corrected(text: str) -> Corrected | None:
    """PTSB1: "SO 77", "BB 55-60, 77"; NC or blank changes nothing."""
    if text in (*NOTHING, NO_CHANGE):
        return None
    kind, _, rolls = text.partition(" ")
    if kind not in ("SO", "BB") or rolls not in _CORRECTED:
        raise ValueError(f"{text!r} is no SO/BB rating; write SO or BB with {' or '.join(_CORRECTED)}, or NC")
    return Corrected(cast(Any, kind), frozenset(_CORRECTED[rolls]), text)


def bunt(value: object) -> int | None:
    """PTS1: the SHC; N never bunts."""
    return None if value == "N" else whole(value, 0, CELLS - 1, "or N")


def whole(value: object, low: int, high: int, more: str = "") -> int:
    """A whole number in these bounds."""
    number = int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise ValueError(" ".join(filter(None, (f"must be {low} to {high}", more, f"and not {value!r}"))))
    return number
