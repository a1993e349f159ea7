"""Parsers for card file cells. Each converts a cell's text or raises ValueError describing the error."""

import re
from collections.abc import Callable
from datetime import date, time
from typing import Any, Final

from rules_engine.eligibility.cards import POSITIONS
from rules_engine.innings import parse_innings

LARGEST: Final = 9999
LONGEST_INNINGS: Final = 3 * LARGEST

Reader = Callable[[str], Any]


def cell_text(value: object) -> str:
    """Return a cell's value as text. Raise ValueError unless it is text or a number."""
    if value is None:
        return ""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).upper()} is neither text nor a number")
    if isinstance(value, date | time):
        raise ValueError(f"“{value}” is a date: format the cell as text and retype the value")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = " ".join(str(value).split())
    if not text.isprintable():
        raise ValueError("contains characters that can't be printed")
    return text


def words(longest: int) -> Reader:
    def read(text: str) -> str:
        if len(text) > longest:
            raise ValueError(f"“{text[:20]}…” has {len(text)} characters, but at most {longest} fit")
        return text

    return read


def whole_number(smallest: int = 0, largest: int = LARGEST) -> Reader:
    """Return a parser for whole numbers that treats an empty cell as 0."""

    def read(text: str) -> int:
        if not text:
            return 0
        return _number(text, smallest, largest)

    return read


def whole_or_none(smallest: int, largest: int) -> Reader:
    return lambda text: _number(text, smallest, largest) if text else None


def _number(text: str, smallest: int, largest: int) -> int:
    if re.fullmatch(r"[+-]?[0-9]+", text) is None:
        raise ValueError(f"“{shown(text)}” is not a whole number")
    if len(text) > 9 or not smallest <= int(text) <= largest:
        raise ValueError(f"{shown(text)} must be {smallest} to {largest}")
    return int(text)


def innings(text: str) -> int:
    """Parse innings and return the number of outs."""
    outs = parse_innings(text) if text else 0
    if outs > LONGEST_INNINGS:
        raise ValueError(f"{shown(text)} must be 0 to {LARGEST}")
    return outs


def hand(text: str) -> str:
    """Parse L, R, S or an empty cell. Some sources write B (both) for a switch hitter."""
    letter = text.upper().replace("B", "S")
    if letter not in ("", "L", "R", "S"):
        raise ValueError(f"“{shown(text)}” is not a batting or throwing hand: enter L, R or S")
    return letter


def yes_unless_no(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise ValueError(f"“{shown(text)}” is not yes or no")
    return text.lower() != "no"


def positions(text: str) -> dict[str, int]:
    """Parse "SS 140, 2B" and return {"SS": 140, "2B": 0}. Games are 0 if the card doesn't list them."""
    games_at: dict[str, int] = {}
    for entry in filter(None, (part.strip() for part in re.split("[,;/]", text))):
        name, _, games = entry.partition(" ")
        position = name.upper()
        if position not in POSITIONS:
            raise ValueError(f"“{shown(name)}” is not a position: enter {', '.join(POSITIONS)}, separated by commas")
        if position in games_at:
            raise ValueError(f"{position} is listed twice")
        games_at[position] = whole_number(largest=999)(games.strip())
    return games_at


def roles(text: str) -> frozenset[str]:
    """Parse a pitcher's roles, such as "S R". H marks a pitcher with a hitter's card. Hitters have no roles."""
    letters = frozenset(re.split(r"[\s,/]+", text.upper())) - {""}
    if not letters <= {"S", "R", "H"}:
        raise ValueError(f"“{shown(text)}” is not a role: enter S (starter), R (relief) or S R, and H if he also hits")
    return letters


def leagues(text: str) -> str:
    """Parse AL, NL, both or neither, in any order, and return AL, NL, AL-NL or ""."""
    names = sorted(frozenset(re.split(r"[\s,/-]+", text.upper())) - {""})
    if not set(names) <= {"AL", "NL"}:
        raise ValueError(f"“{shown(text)}” is not a league: enter AL, NL or AL-NL")
    return "-".join(names)


def printed(parse: Callable[[str], object]) -> Reader:
    """Return a parser that normalizes ratings in printed notation."""
    return lambda text: str(parse(text)) if text else ""


def running(text: str) -> str:
    """Parse a running rating in printed notation, such as 1-15."""
    match = re.fullmatch(r"(?:1\s*-\s*)?(\d{1,2})", text)
    if match is None or not 1 <= int(match[1]) <= 20:
        raise ValueError(f"“{shown(text)}” is not a running rating: enter 1-1 to 1-20")
    return f"1-{int(match[1])}"


def steal_grade(text: str) -> str:
    if text.upper() not in ("AAA", "AA", "A", "B", "C", "D", "E"):
        raise ValueError(f"“{shown(text)}” is not a stealing grade: enter AAA, AA, A, B, C, D or E")
    return text.upper()


def shown(text: str) -> str:
    """Shorten long text for an error message."""
    return text if len(text) <= 40 else f"{text[:39]}…"
