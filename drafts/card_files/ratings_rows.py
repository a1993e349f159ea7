"""Read the rows of a ratings sheet: each player's name, team and ratings, and what is wrong in which column."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.imports.headings import Headings, find_headings
from drafts.card_files.ratings_columns import RATED, TARGETS
from rules_engine.names import clean_name, split_name
from seasons.strat_o_matic.ratings_cells import POSITIONS, READERS, Ratings, join_fielding, rated_positions

_EMPTY: Final = frozenset(("", "-", "--", "n/a", "na"))
_YEAR: Final = re.compile(r"\b(?:18|19|20)\d\d\b")
_RATED: Final = tuple(target.key for target in RATED)

SheetRow = tuple[int, Sequence[str]]  # number and cells


class CellNote(NamedTuple):
    """What is wrong with a cell."""

    row: int
    heading: str
    text: str

    def __str__(self) -> str:
        return f"Row {self.row}, {self.heading}: {self.text}"


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A row of the sheet: who it is, and the ratings that could be read."""

    row: int
    name: str
    team: str = ""
    birth_year: int | None = None
    ratings: Ratings = field(default_factory=dict)

    @property
    def is_pitcher(self) -> bool | None:
        """Whether the ratings are a pitcher's or a hitter's, or None if they could be either's."""
        if "endurance" in self.ratings:
            return True
        is_hitter = "stealing" in self.ratings or bool(rated_positions(self.ratings.get("fielding", "")))
        return False if is_hitter else None


@dataclass(frozen=True, slots=True)
class RatingsSheet:
    """The players of a sheet, its columns, and the cells and rows that can't be read."""

    headings: Headings
    players: list[RatedPlayer]
    faults: list[CellNote]


class NoHeadings(ValueError):
    """No row of the sheet has the heading of a player and of a rating."""


def read_ratings_sheet(rows: Sequence[SheetRow], chosen: Mapping[int, str] | None = None) -> RatingsSheet:
    """Read a sheet. A faulty cell is named and left out, but the other ratings of its row are read.

    Args:
        chosen: What columns hold, by place from 0, where people know better than the headings.

    Raises:
        NoHeadings: The columns of names or of ratings weren't row_ratings.
    """
    headings = find_headings([cells for _, cells in rows], TARGETS, chosen)
    if headings is None or not _has_name(headings) or not headings.by_target.keys() & READERS.keys():
        raise NoHeadings
    sheet = RatingsSheet(headings, [], [])
    for number, cells in rows[headings.row + 1 :]:
        _read_row(sheet, number, cells)
    return sheet


def _has_name(headings: Headings) -> bool:
    return bool({"name", "last_name"} & headings.by_target.keys())


def _read_row(sheet: RatingsSheet, number: int, cells: Sequence[str]) -> None:
    values = {}
    for key, column in sheet.headings.by_target.items():
        text = cells[column.place].strip() if column.place < len(cells) else ""
        values[key] = "" if text.lower() in _EMPTY else text
    if _repeats_headings(sheet.headings, cells) or not any(values.values()):
        return
    name = _name(values)
    if not name:
        sheet.faults.append(CellNote(number, _heading(sheet, "name"), "the player's name is missing"))
        return
    written_year = values.get("birth_year", "")
    year = _YEAR.search(written_year)
    if written_year and not year:
        sheet.faults.append(CellNote(number, _heading(sheet, "birth_year"), f"“{written_year}” is not a year"))
    ratings = dict(_ratings(sheet, number, values))
    team = values.get("team", "")
    sheet.players.append(RatedPlayer(number, name, team, int(year[0]) if year else None, ratings))


def _repeats_headings(headings: Headings, cells: Sequence[str]) -> bool:
    """Return whether a row repeats the headings, as at the top of each printed page."""
    used = list(headings.by_target.values())
    repeated = [column for column in used if column.place < len(cells) and cells[column.place] == column.heading]
    return len(repeated) > len(used) / 2


def _name(values: Mapping[str, str]) -> str:
    name = values.get("name", "")
    if not name and values.get("last_name"):
        name = f"{values['last_name']}, {values.get('first_name', '')}".strip(" ,")
    return split_name(clean_name(name)).shown


def _heading(sheet: RatingsSheet, key: str) -> str:
    column = sheet.headings.by_target.get(key)
    return column.heading if column else key.replace("_", " ")


def _ratings(sheet: RatingsSheet, number: int, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the ratings of a row, and note the cells that can't be read."""
    row_ratings: Ratings = {}
    for key in _RATED:
        if not values.get(key):
            continue
        try:
            ratings = _read_cell(key, values)
            if "fielding" in ratings:
                ratings = ratings | {"fielding": join_fielding([row_ratings.get("fielding", ""), ratings["fielding"]])}
            _check_agreement(row_ratings, ratings)
        except ValueError as error:
            sheet.faults.append(CellNote(number, _heading(sheet, key), str(error)))
            continue
        row_ratings |= ratings
    yield from row_ratings.items()


def _read_cell(key: str, values: Mapping[str, str]) -> Ratings:
    """Read a cell. Fielding that names no position is that of the column Position."""
    if key == "fielding":
        position = values.get("position", "").upper()
        own_position = position if position in (*POSITIONS, "P") else ""
        return READERS["at_" + own_position.lower()](values[key]) if own_position else READERS[key](values[key])
    return READERS[key](values[key])


def _check_agreement(row_ratings: Ratings, ratings: Ratings) -> None:
    for name, value in ratings.items():
        if name != "fielding" and row_ratings.get(name, value) != value:
            raise ValueError(f"{value} differs from {row_ratings[name]} in another column")
