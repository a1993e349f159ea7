"""A pitching sheet's columns for pages, printouts and the API."""

from typing import Any

from core.tables import Align, Column, Place, TableDefinition
from games.queries.columns import GameColumn

_PAGE, _PAPER, _API = Place.PAGE, Place.PAPER, Place.API
_PAGE_AND_PAPER = _PAGE | _PAPER
_LEFT, _CENTER = Align.LEFT, Align.CENTER
_HEADER_SIZE = 9.5  # points on printouts
_RESULT_SIZE = 25


def _role_on_paper(row: Any) -> str:
    if row.role:
        return str(row.role)
    return "pos" if row.is_spare else "–"


# Columns to the left of the games. On printouts, the name fills the remaining width.
PITCHER: TableDefinition[Any] = TableDefinition(
    "sheet",
    (
        Column("card", "Card", lambda row: row.card_id, _API),
        Column(
            "name",
            "Pitcher",
            lambda row: row.name,
            _PAGE_AND_PAPER | _API,
            _LEFT,
            0,
            names_row=True,
            tone="nowrap",
            kind=str,
        ),
        Column("role", "Role", lambda row: row.role, _API, kind=str),
        Column("role", "Role", lambda row: row.role or "pos.", _PAGE, _LEFT),
        Column("role", "Role", _role_on_paper, _PAPER, _CENTER, 20, is_bold=True),
        Column(
            "throws",
            "T",
            lambda row: row.throws,
            _PAGE_AND_PAPER | _API,
            _CENTER,
            11,
            kind=str,
            meaning="Throws",
        ),
        Column("endurance", "POW", lambda row: row.endurance, _PAPER, _CENTER, 34),
        Column(
            "is_spare",
            "Spare",
            lambda row: row.is_spare,
            _API,
            kind=bool,
            help="a position player who pitched (T25.3)",
        ),
        Column("cells", "Games", lambda row: row.cells, _API, kind=list),
    ),
)

# Columns to the right of the games on printouts, with each pitcher's availability in the next game.
AVAILABLE: TableDefinition[Any] = TableDefinition(
    "available",
    (
        Column("start", "start", lambda row: row.start, _PAPER, _CENTER, 25),
        Column("relief", "relief", lambda row: row.relief, _PAPER, _CENTER, 25),
    ),
)


def _home_or_away(column: GameColumn) -> str:
    if column.at_home is None:
        return ""
    return "H" if column.at_home else "A"


def _result(column: GameColumn) -> str:
    if column.suspended:
        return f"susp. {column.result}".strip()
    return column.result


# Header lines above each game. On printouts, the width is the line's height.
GAME: TableDefinition[GameColumn] = TableDefinition(
    "game",
    (
        Column(
            "where",
            "Game",
            lambda column: f"{column.number} {_home_or_away(column) or 'A'}",
            _PAGE,
        ),
        Column(
            "number",
            "Game",
            lambda column: column.number or None,
            _PAPER,
            width=_HEADER_SIZE,
            is_bold=True,
        ),
        Column("number", "Game", lambda column: column.number, _API),
        Column(
            "game",
            "of the series",
            lambda column: column.game,
            _PAPER | _API,
            width=_HEADER_SIZE,
        ),
        Column("place", "Home or away", _home_or_away, _PAPER, width=_HEADER_SIZE),
        Column("at_home", "Home or away", lambda column: column.at_home, _API, kind=bool),
        Column(
            "shown",
            "Result",
            lambda column: "open" if column.half_entered else _result(column),
            _PAGE,
        ),
        Column("shown", "Result", _result, _PAPER, width=_RESULT_SIZE),
        Column("result", "Result", lambda column: column.result, _API, kind=str),
        Column("suspended", "Suspended", lambda column: column.suspended, _API, kind=bool),
        Column(
            "half_entered",
            "Half entered",
            lambda column: column.half_entered,
            _API,
            kind=bool,
        ),
    ),
)
