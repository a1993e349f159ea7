"""What one cell of a card file may hold: each reader takes its text and gives the value, or says what is wrong."""

import re
from collections.abc import Callable
from datetime import date, time
from typing import Any, Final

from rules_engine.eligibility.cards import POSITIONS
from rules_engine.innings import parse_innings

LARGEST: Final = 9999
LONGEST_INNINGS: Final = 3 * LARGEST

Reader = Callable[[str], Any]


def written(value: object) -> str:
    """A cell's value as a person typed it. Raises ValueError for what is neither text nor number."""
    if value is None:
        return ""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).upper()} is neither text nor a number")
    if isinstance(value, date | time):
        raise ValueError(f"“{value}” is a date: format the cell as text and type it again")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = " ".join(str(value).split())
    if not text.isprintable():
        raise ValueError("holds characters that cannot be printed")
    return text


def words(longest: int) -> Reader:
    def read(text: str) -> str:
        if len(text) > longest:
            raise ValueError(f"“{text[:20]}…” has {len(text)} characters, at most {longest} fit")
        return text

    return read


def whole(smallest: int = 0, largest: int = LARGEST) -> Reader:
    """A whole number; an empty cell is 0."""

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
    """Innings as outs; "1.3" is refused."""
    outs = parse_innings(text) if text else 0
    if outs > LONGEST_INNINGS:
        raise ValueError(f"{shown(text)} must be 0 to {LARGEST}")
    return outs


def hand(text: str) -> str:
    """L, R, S or nothing; B (both) is a switch hitter in some books."""
    written_hand = text.upper().replace("B", "S")
    if written_hand not in ("", "L", "R", "S"):
        raise ValueError(f"“{shown(text)}” is not a hand: write L, R or S")
    return written_hand


def yes_unless_no(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise ValueError(f"“{shown(text)}” is neither yes nor no")
    return text.lower() != "no"


def positions(text: str) -> dict[str, int]:
    """ "SS 140, 2B" as {"SS": 140, "2B": 0}: games are 0 where the card does not tell them."""
    found: dict[str, int] = {}
    for entry in filter(None, (part.strip() for part in re.split("[,;/]", text))):
        name, _, games = entry.partition(" ")
        position = name.upper()
        if position not in POSITIONS:
            raise ValueError(f"“{shown(name)}” is not a position: write {', '.join(POSITIONS)}, parted by commas")
        if position in found:
            raise ValueError(f"{position} is listed twice")
        found[position] = whole(largest=999)(games.strip())
    return found


def roles(text: str) -> frozenset[str]:
    """Read the roles of a pitcher: "S", "R" or "S R", with H if he also has a hitter's card; nothing for a hitter."""
    found = frozenset(re.split(r"[\s,/]+", text.upper())) - {""}
    if not found <= {"S", "R", "H"}:
        raise ValueError(f"“{shown(text)}” is not a role: write S (starter), R (relief) or S R, and H if he also hits")
    return found


def leagues(text: str) -> str:
    """AL, NL or both; nothing where the file does not say. AL-NL whatever stands between and comes first."""
    found = sorted(frozenset(re.split(r"[\s,/-]+", text.upper())) - {""})
    if not set(found) <= {"AL", "NL"}:
        raise ValueError(f"“{shown(text)}” is not a league: write AL, NL or AL-NL")
    return "-".join(found)


def printed(parse: Callable[[str], object]) -> Reader:
    """A rating in the card's printed notation, kept as the parser writes it; nothing for an empty cell."""
    return lambda text: str(parse(text)) if text else ""


def running(text: str) -> str:
    """Running as printed: 1-15."""
    found = re.fullmatch(r"(?:1\s*-\s*)?(\d{1,2})", text)
    if found is None or not 1 <= int(found[1]) <= 20:
        raise ValueError(f"“{shown(text)}” is not a running rating: write 1-1 to 1-20")
    return f"1-{int(found[1])}"


def steal_grade(text: str) -> str:
    if text.upper() not in ("AAA", "AA", "A", "B", "C", "D", "E"):
        raise ValueError(f"“{shown(text)}” is not a stealing grade: write AAA, AA, A, B, C, D or E")
    return text.upper()


def shown(text: str) -> str:
    """A long text cut, so that the fault stays readable."""
    return text if len(text) <= 40 else f"{text[:39]}…"
