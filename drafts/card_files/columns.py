"""How the columns of a card file are read, and what becomes of a row; `queries/card_table.py` defines them."""

from dataclasses import dataclass
from typing import Any, Final

from core.tables import Column, Place, TableDefinition
from drafts.card_files import cells
from drafts.models import Ballpark, PlayerCard
from drafts.queries import card_table
from rules_engine.systems import KEYS, load


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a card file, and how a cell of it is read. `read` raises ValueError; `width` is in characters."""

    column: Column[Any]
    read: cells.Reader
    required: bool
    width: int

    @property
    def heading(self) -> str:
        return self.column.title

    @property
    def key(self) -> str:
        """Where the value goes, "ratings.hold" into the ratings."""
        return self.column.name


def _hold(text: str) -> str:
    return f"{cells.whole(-6, 9)(text):+d}"


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
    "outs_pitched": cells.innings,
    "ratings.stealing": cells.printed(cells.steal_grade),
    "ratings.running": cells.printed(cells.running),
    "ratings.hold": cells.printed(_hold),
    "sort_name": cells.words(80),
    "club": cells.words(60),
    **dict.fromkeys(("singles_left", "singles_right", "homeruns_left", "homeruns_right"), _CHANCE),
}


def _reader(name: str) -> cells.Reader:
    """Other ratings are in the notation of the system whose card sets these files hold, all else is a whole number."""
    group, _, rating = name.partition(".")
    if name in _READERS or group != "ratings":
        return _READERS.get(name, cells.whole())
    return cells.printed(lambda text: load(KEYS[0]).printed_ratings[rating](text))


def _of_file(table: TableDefinition[Any], **widths: int) -> tuple[FileColumn, ...]:
    """`widths`: of columns wider than a figure; ratings have room for a dozen characters."""
    return tuple(
        FileColumn(
            column,
            _reader(column.name),
            column.name in ("code", "name"),
            widths.get(column.name, 12 if column.name.startswith("ratings.") else 7),
        )
        for column in table.at(Place.FILE)
    )


PLAYERS: Final = _of_file(card_table.CARDS, code=12, name=24, clubs=10, positions=20, sort_name=24)
PARKS: Final = _of_file(
    card_table.PARKS, code=12, name=32, club=32, singles_left=12, singles_right=12, homeruns_left=12, homeruns_right=12
)

SHEETS: Final[dict[str, tuple[FileColumn, ...]]] = {"Players": PLAYERS, "Ballparks": PARKS}


def player_of(values: dict[str, Any]) -> PlayerCard:
    """An unsaved card from a row's values by key."""
    ratings = {
        key.removeprefix("ratings."): text for key, text in values.items() if key.startswith("ratings.") and text
    }
    fields = {key: value for key, value in values.items() if not key.startswith("ratings.") and key != "roles"}
    fields["sort_name"] = fields["sort_name"] or _sort_name(fields["name"])
    fields["positions"] = fields["positions"] or _rated_positions(ratings.get("fielding", ""))
    pitching_roles = values["roles"]
    return PlayerCard(
        **fields,
        ratings=ratings,
        has_catcher_rating="C" in fields["positions"],
        is_pitcher=bool(pitching_roles),
        is_starter="S" in pitching_roles,
        is_reliever="R" in pitching_roles,
    )


def _rated_positions(fielding: str) -> dict[str, int]:
    return {position.upper(): 0 for position in load(KEYS[0]).rated_positions(fielding)}


def park_of(values: dict[str, Any]) -> Ballpark:
    return Ballpark(**values)


def _sort_name(name: str) -> str:
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"[:80] if first else name
