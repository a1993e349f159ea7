"""Dice ranges on cards, such as "4-9", and the hits on a ? line."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

Range = tuple[int, int] | None
Hits = tuple[str, ...]  # by the d20: S, D, T, HR, [HR], or F for rolls outside all ranges
HIT_WORDS: Final[Mapping[str, tuple[str, ...]]] = {"batter": ("S", "D", "T", "HR"), "ballpark": ("S", "D", "T", "[HR]")}
NO_HITS: Final[Hits] = ("F",) * 20
_RANGE = re.compile(r"(\d{1,2})(?:\s*[-\u2013]\s*(\d{1,2}))?")


class RangeError(ValueError):
    """The text isn't a range for this die."""


def is_in_range(span: Range, roll: int) -> bool:
    """Return whether the roll is in the range. A blank range never matches."""
    return span is not None and span[0] <= roll <= span[1]


@cache
def parse_range(text: str, sides: int = 20) -> Range:
    """Parse "4-9", "7", or a blank for no range."""
    if not text.strip():
        return None
    match = _RANGE.fullmatch(text.strip())
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= sides:
        raise RangeError(f"{text!r} is not a range from 1 to {sides} such as 4-9")
    return low, high


def format_range(span: Range) -> str:
    if span is None:
        return ""
    return f"{span[0]}-{span[1]}" if span[0] < span[1] else str(span[0])


@cache
def parse_hits(text: str, card: str) -> Hits:
    """IP3.2-a, IP4.4-a: Parse "S=1-8; D=9-16; T=17-18". Other rolls are flyouts."""
    hits = list(NO_HITS)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        word, equals, span = (piece.strip() for piece in part.partition("="))
        if not equals or word not in HIT_WORDS[card]:
            raise RangeError(f"{part!r}: a hit is {', '.join(HIT_WORDS[card])} with its range, such as S=1-8")
        low, high = parse_range(span) or (1, 0)
        if set(hits[low - 1 : high]) - {"F"}:
            raise RangeError(f"{part!r} overlaps another range")
        hits[low - 1 : high] = [word] * (high - low + 1)
    return tuple(hits)


def format_hits(hits: Hits) -> str:
    words = dict.fromkeys(word for word in hits if word != "F")
    return "; ".join(f"{word}={format_range(_span(hits, word))}" for word in words)


def _span(hits: Hits, word: str) -> Range:
    first = hits.index(word) + 1
    return first, first + hits.count(word) - 1
