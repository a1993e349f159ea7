"""Cells of the three cards: their codes, and their splits by the batter's side or the pitcher's hand."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

FIELD_POSITIONS: Final = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")  # as numbered 1 to 9
CELL_KEYS: Final = tuple(f"{red}{white}" for red in range(1, 7) for white in range(1, 7))  # IP1-a: column, then row
PITCHER_CODES: Final = frozenset(
    ("", "S1", "(S1)", "**", "WLD", "(??)", "@", "E?", "ET?", "EG?", "HBP", "K", "K+", "W", "W+", "K(W)")
    + ("HR", "HR?", "RP", "RP@")
)
_WHERE: Final[Mapping[str, str]] = {  # type of ball -> the positions to which it can go
    "G": "123456",
    "P": "123456",
    "L": "13456",
    "F": "789",
    "S": "123456789",
    "D": "789",
    "T": "789",
    "S+": "789",
    "**": "123456",  # an entry on the pitcher's ** line
    "?": "789",
}
HITS: Final = frozenset(("S", "S+", "D", "T"))
OUTS: Final = frozenset(("G", "P", "L", "F"))


class CellError(ValueError):
    """The text isn't a valid cell for this card. The message lists what is allowed."""


class Cell(NamedTuple):
    """A batted ball, a reference (** or ?), or a result such as "H", "W", "K" or "".

    `fielder` is the scorer's number for a position, or 0 for none.
    """

    kind: str
    fielder: int = 0

    @property
    def code(self) -> str:
        return self.kind + str(self.fielder) if self.fielder else self.kind

    @property
    def position(self) -> str:
        """Return the fielder's position, such as "ss" for 6."""
        return FIELD_POSITIONS[self.fielder - 1]


HOMERUN, WALK, STRIKEOUT, RARE = Cell("H"), Cell("W"), Cell("K"), Cell("")
_PLAIN: Final[Mapping[str, Mapping[str, Cell]]] = {
    "batter": {"H": HOMERUN, "W": WALK, "K": STRIKEOUT},
    "ballpark": {"": RARE, **{code: Cell(code) for code in ("[HR8]", "[HRo]", "[HRp]")}},
    "line": {},
    "chart": {},
}
_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "batter": frozenset(_WHERE) - {"S+"},
    "ballpark": frozenset(_WHERE),
    "line": OUTS,
    "chart": frozenset(_WHERE) - {"**", "?"},
}


def cell_key(red: int, white: int) -> str:
    """IP1-a: Return the red die (column) and the white die (row)."""
    return f"{red}{white}"


def batting_side(bats: str, throws: str) -> str:
    """IP2.0-a: Return the batter's side. A switch hitter bats opposite the pitcher's hand."""
    if bats in ("L", "R"):
        return bats
    return "R" if throws == "L" else "L"


@cache
def split_pitcher_cell(text: str) -> tuple[str, str]:
    """IP2.0-b: Return a pitcher's cell for left-side and right-side batters."""
    left, slash, right = text.partition("/")
    halves = (left.strip(), right.strip() if slash else left.strip())
    for half in halves:
        if half not in PITCHER_CODES:
            raise CellError(f"{text!r} is not a cell of a pitcher's card, because {half!r} is not one of its codes")
    return halves


@cache
def split_batter_cell(text: str) -> tuple[Cell, Cell]:
    """IP3.0, IP3.4: Return a batter's cell against left- and right-handers, such as S6 and G6 for "S/G6"."""
    left, slash, right = (part.strip() for part in text.partition("/"))
    if not slash:
        return parse_cell(left, "batter"), parse_cell(left, "batter")
    if left in _WHERE and right[-1:].isdigit():
        left += right[-1]
    return parse_cell(left, "batter"), parse_cell(right, "batter")


@cache
def parse_cell(text: str, card: str) -> Cell:
    """Parse a cell. `card` is "batter", "ballpark", "line" (**) or "chart"."""
    plain = _PLAIN[card].get(text)
    if plain is not None:
        return plain
    kind, fielder = text[:-1], text[-1:]
    if kind in _KINDS[card] and fielder in _WHERE[kind]:
        return Cell(kind, int(fielder))
    raise CellError(f"{text!r} is not {'an entry' if card == 'line' else 'a cell'} of a {_CARD_NAMES[card]}")


_CARD_NAMES: Final = {
    "batter": "batter's card",
    "ballpark": "ballpark's card",
    "line": "pitcher's ** line",
    "chart": "chart",
}
