"""Parse a ratings sheet's rows: each player's name, team and ratings, with errors by column."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.imports.headings import ColumnChoices, Headings, Section, find_sections, unknown_headings
from core.imports.tables import ImportTable
from drafts.card_files.ratings_columns import RATED, TARGETS
from drafts.card_files.ratings_parts import PARTS, fielding_position, is_pitchers_row, joined_columns
from drafts.card_files.unquoted_commas import joined_rows, surplus_cells
from rules_engine.names import clean_name, split_name
from seasons.strat_o_matic.ratings_cells import READERS, Ratings, join_fielding, rated_positions

_EMPTY: Final = frozenset(("", "-", "--", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "n/a", "na", "none"))
_YEAR: Final = re.compile(r"\b(?:18|19|20)\d\d\b")
_RATED: Final = tuple(target.key for target in RATED if target.key not in PARTS)
_NEEDED: Final = ("name", "last_name")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d(?:T.*)?|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{1,2}")
_DATE_TEXT: Final = "is a date. The spreadsheet converted an entry such as 1-15. Format the column as text"


class CellNote(NamedTuple):
    """An error in a cell."""

    place: str
    heading: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}, {self.heading}: {self.text}"


def joined_notes(notes: Sequence[CellNote]) -> list[str]:
    """Return a line per note. Rows with the same error in the same column share a line."""
    places: dict[tuple[str, str], list[str]] = {}
    for note in notes:
        places.setdefault((note.heading, note.text), []).append(note.place)
    return [str(CellNote(", ".join(rows), heading, text)) for (heading, text), rows in places.items()]


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A row of the sheet: the player and all ratings that could be parsed."""

    row: int
    name: str
    place: str = ""
    team: str = ""
    birth_year: int | None = None
    ratings: Ratings = field(default_factory=dict)

    @property
    def is_pitcher(self) -> bool | None:
        """Return whether the ratings belong to a pitcher or a hitter, or None if either is possible."""
        if "endurance" in self.ratings:
            return True
        is_hitter = "stealing" in self.ratings or bool(rated_positions(self.ratings.get("fielding", "")))
        return False if is_hitter else None


@dataclass(frozen=True, slots=True)
class RatingsSheet:
    """A sheet's players and columns, plus the cells and rows that couldn't be parsed."""

    table: ImportTable
    sections: list[Section]
    players: list[RatedPlayer]
    faults: list[CellNote]


class NoHeadings(ValueError):
    """The sheet lacks a column of players or a column of ratings.

    Args:
        sections: The columns, so the user can assign their contents.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        super().__init__()
        self.sections = sections


def read_ratings_sheet(table: ImportTable, choices: ColumnChoices | None = None) -> RatingsSheet:
    """Parse a sheet. An invalid cell is reported and skipped, but the row's other ratings are still used.

    Args:
        choices: The user's column assignments.

    Raises:
        NoHeadings: The sheet lacks a column of names or of ratings.
    """
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices) or unknown_headings(table, choices)
    rated = [section for section in sections if _is_rated(section.headings)]
    if not rated:
        raise NoHeadings(sections)
    sheet = RatingsSheet(table, sections, [], [])
    for section in rated:
        for number, cells in section.rows:
            row = _whole_row(sheet, section.headings, number, cells)
            if row is not None:
                _read_row(sheet, section.headings, number, row)
    return sheet


def _whole_row(sheet: RatingsSheet, headings: Headings, number: int, cells: Sequence[str]) -> Sequence[str] | None:
    """Rejoin a row's cells that were split at commas. Return None if the result is ambiguous."""
    if not surplus_cells(headings, cells):
        return cells
    candidates = [row for row in joined_rows(headings, cells) if _is_readable(sheet, headings, number, row)]
    if len(candidates) == 1:
        return candidates[0]
    if not candidates and _is_readable(sheet, headings, number, cells):
        return cells
    filled = len(headings.columns) + surplus_cells(headings, cells)
    text = f"{filled} cells under {len(headings.columns)} headings. Put quotes around cells that contain commas"
    sheet.faults.append(CellNote(sheet.table.place(number), "all columns", text))
    return None


def _is_readable(sheet: RatingsSheet, headings: Headings, number: int, cells: Sequence[str]) -> bool:
    trial = RatingsSheet(sheet.table, [], [], [])
    _read_row(trial, headings, number, cells)
    return bool(trial.players) and not trial.faults


def _is_rated(headings: Headings) -> bool:
    targets = headings.by_target.keys()
    return bool(targets & set(_NEEDED)) and bool(targets & {*READERS, *PARTS})


def _read_row(sheet: RatingsSheet, headings: Headings, number: int, cells: Sequence[str]) -> None:
    values = {key: "" if text.lower() in _EMPTY else text for key, text in headings.values(cells).items()}
    if headings.repeats(cells) or not any(values.values()):
        return
    row = _Row(sheet, headings, sheet.table.place(number))
    name = _name(values)
    if not name:
        row.note("name", "the player's name is missing")
        return
    written_year = values.get("birth_year", "")
    year = _YEAR.search(written_year)
    if written_year and not year:
        row.note("birth_year", f"“{written_year}” is not a year")
    ratings = dict(_ratings(row, joined_columns(values)))
    team = values.get("team", "")
    sheet.players.append(RatedPlayer(number, name, row.place, team, int(year[0]) if year else None, ratings))


class _Row(NamedTuple):
    """A row while it is being parsed."""

    sheet: RatingsSheet
    headings: Headings
    place: str

    def note(self, key: str, text: str) -> None:
        column = self.headings.by_target.get(key)
        heading = column.heading if column else key.replace("_", " ")
        self.sheet.faults.append(CellNote(self.place, heading, text))


def _name(values: Mapping[str, str]) -> str:
    name = values.get("name", "")
    if not name and values.get("last_name"):
        name = f"{values['last_name']}, {values.get('first_name', '')}".strip(" ,")
    return split_name(clean_name(name)).shown


def _ratings(row: _Row, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield a row's ratings, and record the cells that can't be parsed."""
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
            row.note(key, f"“{values[key]}” {_DATE_TEXT}" if _DATE.fullmatch(values[key]) else str(error))
            continue
        row_ratings |= ratings
    yield from row_ratings.items()


def _read_cell(key: str, values: Mapping[str, str]) -> Ratings:
    """Parse a cell. Fielding without a position uses the Position column, or applies to a pitcher."""
    if key != "fielding":
        return READERS[key](values[key])
    position = fielding_position(values) or ("P" if is_pitchers_row(values) else "")
    if position:
        return READERS[f"at_{position.lower()}"](values[key])
    return READERS[key](values[key])


def _check_agreement(row_ratings: Ratings, ratings: Ratings) -> None:
    for name, value in ratings.items():
        if name != "fielding" and row_ratings.get(name, value) != value:
            raise ValueError(f"{value} differs from {row_ratings[name]} in another column")
