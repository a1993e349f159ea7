"""Card file columns with their parsers. `queries/card_table.py` defines the columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from core.tables import Column, Place, TableDefinition
from drafts.card_files import cells
from drafts.models import Ballpark, PlayerCard
from drafts.queries import card_table
from rules_engine.names import split_name
from rules_engine.systems import load


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A card file column with a parser that raises ValueError. `width` is in characters."""

    column: Column[Any]
    read: cells.Reader
    required: bool
    width: int

    @property
    def heading(self) -> str:
        return self.column.title

    @property
    def key(self) -> str:
        """Return the value's key. Keys such as "ratings.hold" belong to the ratings."""
        return self.column.name


def _hold(text: str) -> str:
    return f"{cells.whole_number(-6, 9)(text):+d}"


_CHANCE = cells.whole_or_none(1, 20)
_READERS: Final[dict[str, cells.Reader]] = {
    "code": cells.words(20),
    "name": cells.words(80),
    "clubs": cells.words(60),
    "bats": cells.hand,
    "throws": cells.hand,
    "birth_year": cells.whole_or_none(1800, 2100),
    "positions": cells.positions,
    "can_be_injured": cells.yes_unless_no,
    "roles": cells.roles,
    "league": cells.leagues,
    "outs_pitched": cells.innings,
    "ratings.stealing": cells.printed(cells.steal_grade),
    "ratings.running": cells.printed(cells.running),
    "ratings.hold": cells.printed(_hold),
    "sort_name": cells.words(80),
    "club": cells.words(60),
    **dict.fromkeys(("singles_left", "singles_right", "homeruns_left", "homeruns_right"), _CHANCE),
}


_RATING: Final = "ratings."
_NO_CARD_FIELDS: Final = ("roles", "league")  # not stored as card fields
_WIDTHS: Final = {
    **dict.fromkeys(("code", "singles_left", "singles_right", "homeruns_left", "homeruns_right"), 12),
    **{"clubs": 10, "positions": 20, "sort_name": 24},
}
_NAMES: Final = {"Players": {"name": 24}, "Ballparks": {"name": 32, "club": 32}}


@cache
def sheets_of(system: str) -> Mapping[str, tuple[FileColumn, ...]]:
    """Return the sheets of this game's card file. For "", return the sheets of a file without ratings."""
    tables: dict[str, TableDefinition[Any]] = {"Players": card_table.CARDS, "Ballparks": card_table.PARKS}
    return {
        sheet: tuple(
            _file_column(system, column, _NAMES[sheet])
            for column in table.at(Place.FILE)
            if not column.name.startswith(_RATING) or card_table.has_ratings(system)
        )
        for sheet, table in tables.items()
    }


def _file_column(system: str, column: Column[Any], names: Mapping[str, int]) -> FileColumn:
    default_width = 12 if column.name.startswith(_RATING) else _WIDTHS.get(column.name, 7)
    return FileColumn(
        column, _reader(system, column.name), column.name in ("code", "name"), names.get(column.name, default_width)
    )


def _reader(system: str, name: str) -> cells.Reader:
    """Return a column's parser. Most ratings use the game's notation, and most columns are whole numbers."""
    if name in _READERS or not name.startswith(_RATING):
        return _READERS.get(name, cells.whole_number())
    return cells.printed(load(system).printed_ratings[name.removeprefix(_RATING)])


def player_of(values: dict[str, Any], system: str) -> PlayerCard:
    """Build an unsaved card for this game from a row's values by key."""
    ratings = {
        key.removeprefix("ratings."): text for key, text in values.items() if key.startswith("ratings.") and text
    }
    fields = {
        key: value for key, value in values.items() if not key.startswith("ratings.") and key not in _NO_CARD_FIELDS
    }
    name = split_name(fields["name"])
    fields["name"] = name.shown
    fields["sort_name"] = fields["sort_name"] or name.sorted_by[:80]
    fields["positions"] = fields["positions"] or _rated_positions(system, ratings.get("fielding", ""))
    pitching_roles = values["roles"] - {"H"}
    return PlayerCard(
        **fields,
        ratings=ratings,
        has_catcher_rating="C" in fields["positions"],
        is_pitcher=bool(pitching_roles),
        also_hits=bool(pitching_roles) and "H" in values["roles"],
        is_starter="S" in pitching_roles,
        is_reliever="R" in pitching_roles,
    )


def _rated_positions(system: str, fielding: str) -> dict[str, int]:
    return {position.upper(): 0 for position in load(system).rated_positions(fielding)} if fielding else {}


def park_of(values: dict[str, Any]) -> Ballpark:
    return Ballpark(**values)
