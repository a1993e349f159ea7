"""Parse cells of season statistics: counts, innings, hands and positions."""

import re
from collections.abc import Mapping
from typing import Final

from rules_engine.innings import InningsError, parse_innings
from seasons.players_and_parks import POSITION_GAMES_COLUMNS

Row = Mapping[str, str]
_POSITION_DIGITS: Final = dict(zip("23456789", POSITION_GAMES_COLUMNS, strict=True))


def read_positions(text: str) -> list[str]:
    """Parse positions such as "*8/7H" or "SS-2B". Positions after the slash have few games."""
    words = re.split(r"[\s,;-]+", text.upper())
    if words and all(word in POSITION_GAMES_COLUMNS for word in words if word):
        return [word for word in words if word]
    regular = text.partition("/")[0]
    return list(dict.fromkeys(_POSITION_DIGITS[digit] for digit in regular if digit in _POSITION_DIGITS))


def read_hand(text: str) -> str:
    letter = text.strip().upper()[:1]
    return {"B": "S", "L": "L", "R": "R", "S": "S"}.get(letter, "")


def read_count(row: Row, name: str) -> int:
    """Return a count, or 0 for an empty cell. Raise ValueError for anything else that isn't a number."""
    text = row.get(name, "").replace(",", "").removesuffix(".0")
    if not text:
        return 0
    if not text.isdecimal() or len(text) > 5:
        raise ValueError(f"{name.replace('_', ' ')} “{text[:20]}” is not a whole number")
    return int(text)


def read_outs(row: Row) -> int:
    if row.get("outs_pitched"):
        return read_count(row, "outs_pitched")
    try:
        return parse_innings(row["innings"]) if row.get("innings") else 0
    except InningsError as error:
        raise ValueError(str(error)) from None
