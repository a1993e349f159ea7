"""Read several files of the same kind as a single table, such as a database's tables or a statistics site's exports.

Files that cover many years are reduced to a single year as they are read, so that a database of 150 years fits in
memory.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from typing import Final, NamedTuple

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.errors import Refused
from core.imports.encodings import decode_text
from core.imports.tables import (
    MOST_SHEETS,
    ROWS_OF_A_SHEET,
    ImportTable,
    SheetRow,
    UnreadableTable,
    table_of_file,
)
from core.imports.text_rows import MOST_ROWS
from core.names import clean_name
from core.refusals import FileRefusal
from seasons.workbooks import CardFileFaults

LARGEST_FILE: Final = 24 * 1024 * 1024
MOST_ROWS_OF_FILES: Final = 25_000
# Retrosheet rosters have no headings.
ROSTER_HEADINGS: Final = ("Retrosheet id", "Last name", "First name", "Bats", "Throws", "Team", "Position")
_ROSTER_ROW: Final = re.compile(r"[\w'-]{5}\d{3},[^,]+,[^,]*,[LRB?],[LRB?],\w{3},\w{1,2}")
_LIMITS: Final = ReadLimits(seconds=10, megabytes=200)
_YEAR_HEADINGS: Final = ("yearid", "year", "season")
_PLAYER_HEADINGS: Final = ("playerid",)


class NamedFile(NamedTuple):
    """An uploaded file."""

    name: str
    content: bytes


def read_files(files: Sequence[NamedFile], *, year: int) -> ImportTable:
    """Return all files' rows as sheets of a single table. Raise UnreadableTable or UnreadableFile for a bad file.

    Args:
        year: Rows for other years are skipped in files with a year column.
    """
    if len(files) > MOST_SHEETS:
        raise UnreadableTable(FileRefusal.TOO_MANY_FILES, files=len(files), most=MOST_SHEETS)
    tables: list[tuple[str, ImportTable]] = []
    players: set[str] = set()
    # rows about people have no year, so read them last and include only the year's players
    for file in sorted(files, key=lambda file: _names_people(file.content)):
        if len(file.content) > LARGEST_FILE:
            raise UnreadableTable(FileRefusal.TOO_LARGE, file=file.name, most=LARGEST_FILE >> 20)
        reader = partial(_read_file, file, year, frozenset(players))
        try:
            table = read_in_child(reader, file_name=file.name, limits=_LIMITS, raises=(Refused, CardFileFaults))
        except UnreadableFile:
            raise
        except (Refused, CardFileFaults) as fault:
            raise UnreadableTable(FileRefusal.FAULTY_TABLE, file=file.name, faults=str(fault)) from None
        tables.append((file.name, table))
        players |= _players(table)
    return _joined(tables)


def _names_people(content: bytes) -> bool:
    first_line = content[:500].splitlines()[0].lower() if content else b""
    return b"namelast" in first_line


def _players(table: ImportTable) -> set[str]:
    """Return the player IDs in the table."""
    if not table.rows:
        return set()
    headings = [cell.lower() for cell in table.rows[0][1]]
    place = next((headings.index(name) for name in _PLAYER_HEADINGS if name in headings), None)
    return set() if place is None else {cells[place] for _, cells in table.rows[1:] if place < len(cells)}


def _joined(tables: Sequence[tuple[str, ImportTable]]) -> ImportTable:
    rows: list[SheetRow] = []
    titles: list[str] = []
    notes: list[str] = []
    for name, table in tables:
        notes += [f"{name}: {note}" for note in table.notes]
        for sheet, title in enumerate(table.titles[: MOST_SHEETS - len(titles)]):
            base = (len(titles) - sheet) * ROWS_OF_A_SHEET
            rows += [(number + base, cells) for number, cells in table.rows if number // ROWS_OF_A_SHEET == sheet]
            titles.append(f"{name} {title}".strip() if len(table.titles) > 1 else name)
    if len(rows) > MOST_ROWS_OF_FILES:
        raise UnreadableTable(FileRefusal.TOO_MANY_ROWS, rows=len(rows), most=MOST_ROWS_OF_FILES)
    return ImportTable(rows, tuple(titles), notes)


def _read_file(file: NamedFile, year: int, players: frozenset[str]) -> ImportTable:
    """Read a file in the child process."""
    if file.content.startswith((b"PK", b"\xd0\xcf\x11\xe0")) or re.match(rb"\s*<", file.content[:100]):
        return table_of_file(file.content)
    text = decode_text(file.content).text
    if file.name.lower().endswith(".ros") or _ROSTER_ROW.fullmatch(text.partition("\n")[0].strip()):
        rows = [[clean_name(cell) for cell in row] for row in csv.reader(StringIO(text)) if row]
        return ImportTable([(0, list(ROSTER_HEADINGS)), *enumerate(rows, 1)])
    selected = [*_rows_of_year(text, year, players)]
    if len(selected) > MOST_ROWS * 2:
        raise UnreadableTable(FileRefusal.TOO_MANY_ROWS, rows=len(selected), most=MOST_ROWS * 2)
    return ImportTable([(number, [clean_name(cell) for cell in cells]) for number, cells in selected])


def _rows_of_year(text: str, year: int, players: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the headings and the year's rows.

    Without a year column, yield these players' rows.
    """
    first_line = text[: text.find("\n") if "\n" in text else len(text)]
    mark = "\t" if "\t" in first_line else ";" if ";" in first_line else ","
    reader = csv.reader(StringIO(text), delimiter=mark)
    headings: list[str] = []
    place = -1
    allowed: frozenset[str] = frozenset()
    for cells in reader:
        if not any(cells):
            continue
        if not headings:
            headings = [cell.strip().lower() for cell in cells]
            place, allowed = _filter(headings, year, players)
        elif place >= 0 and (place >= len(cells) or cells[place].strip() not in allowed):
            continue
        yield reader.line_num, cells


def _filter(headings: Sequence[str], year: int, players: frozenset[str]) -> tuple[int, frozenset[str]]:
    """Return the column to filter by and its accepted values, or -1 to read all rows."""
    for name in _YEAR_HEADINGS:
        if name in headings:
            return headings.index(name), frozenset([str(year)])
    if "namelast" in headings and players:
        return next(headings.index(name) for name in _PLAYER_HEADINGS if name in headings), players
    return -1, frozenset()
