"""Load the Lahman database's tables by year and league.

All tables are in a single file that `python -m seasons.packing` creates. Each year is unpacked as needed.
"""

import json
import lzma
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

PACKED: Final = Path(__file__).with_name("lahman.seasons")
FIRST_LINE: Final = b"Pennant: real seasons, version 2\n"
NO_YEAR: Final = 0
TEXT_PREFIX: Final = "#"
TEXT_SEPARATOR: Final = "\x1f"
NATIONAL_ASSOCIATION: Final = "NA"  # stored as an empty league in the tables

Row = Mapping[str, Any]


class SeasonError(ValueError):
    """A season, league, team or card file can't be used. The message explains why and what is available."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def first_and_last_season() -> tuple[int, int]:
    years = _years("Teams")
    return min(years), max(years)


def leagues_of(year: int) -> list[str]:
    """Return a year's leagues, such as ["AL", "NL"]. Raise SeasonError for a year without data."""
    first, last = first_and_last_season()
    if not first <= year <= last:
        raise SeasonError(f"Pennant has no data for {year}. Choose a year from {first} to {last}.", field="year")
    return sorted({_league_of(row) for row in read_table("Teams", ["lgID"], year)})


def club_names(year: int) -> dict[str, str]:
    """Return the full names of a year's clubs by code. Raise SeasonError for a year without data."""
    leagues_of(year)
    return {row["teamID"]: row["name"] for row in read_table("Teams", ["teamID", "name"], year)}


def read_leagues(table: str, columns: Iterable[str], year: int, leagues: Collection[str]) -> list[Row]:
    """Return these leagues' rows in one year."""
    rows = read_table(table, [*columns, "lgID"], year)
    return [row for row in rows if _league_of(row) in leagues]


def read_people(codes: Collection[str], year: int) -> dict[str, Row]:
    """Return a season's players by player code."""
    columns = ["playerID", "nameFirst", "nameLast", "bats", "throws", "birthYear"]
    remaining = set(codes)
    people: dict[str, Row] = {}
    # players are stored under the year of their first game, so try the years before this one first
    for debut_year in sorted(_years("People"), key=lambda debut: (debut > year, abs(debut - year))):
        for row in read_table("People", columns, debut_year):
            code = row["playerID"]
            if code in remaining:
                people[code] = row
                remaining.remove(code)
        if not remaining:
            break
    return people


def _league_of(row: Row) -> str:
    return row["lgID"] or NATIONAL_ASSOCIATION


def group_rows(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """Group rows by a column's value, or by a tuple of values for several columns."""
    key = itemgetter(*columns)
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def column_total(rows: Iterable[Row], column: str) -> int:
    """Return a column's sum. Missing values in old seasons count as 0."""
    return sum(row[column] or 0 for row in rows)


def column_totals(rows: Sequence[Row], columns: Iterable[str]) -> list[int]:
    """Return the sums of several columns."""
    if len(rows) == 1:  # most players have one row per season
        (row,) = rows
        return [row[column] or 0 for column in columns]
    return [column_total(rows, column) for column in columns]


class _Index(NamedTuple):
    tables: dict[str, dict[str, Any]]
    begin: int  # the first block's offset in the file


def read_table(table: str, columns: Iterable[str], year: int = NO_YEAR) -> list[Row]:
    """Return a year's rows in the order of the data. Some tables have no years."""
    names = list(dict.fromkeys(columns))
    rows = zip(*_columns(table, names, year), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def read_player_lines(
    table: str, facts: Sequence[str], counts: Sequence[str], year: int, leagues: Collection[str]
) -> dict[str, list[tuple[Any, ...]]]:
    """Return each player's lines in these leagues: the facts, then the counts. Missing counts are 0."""
    columns = _columns(table, ["playerID", "lgID", *facts], year)
    if not columns:
        return {}
    codes, league_column, *fact_columns = columns
    count_columns = []
    for column in _columns(table, counts, year):
        count_columns.append([number or 0 for number in column] if None in column else column)
    stored_leagues = {"" if league == NATIONAL_ASSOCIATION else league for league in leagues}
    lines: dict[str, list[tuple[Any, ...]]] = {}
    all_lines = zip(*fact_columns, *count_columns, strict=True)
    for code, league, line in zip(codes, league_column, all_lines, strict=True):
        if (league or "") in stored_leagues:
            lines.setdefault(code, []).append(line)
    return lines


def _columns(table: str, names: Sequence[str], year: int) -> list[list[Any]]:
    """Return a year's columns, or an empty list if the table doesn't have that year."""
    table_index = _index().tables[table]
    if str(year) not in table_index["years"]:
        return []
    texts = _read_lines(table, year)
    return [_parse_column(texts[table_index["columns"].index(name)]) for name in names]


def _years(table: str) -> list[int]:
    return [int(year) for year in _index().tables[table]["years"]]


def _parse_column(text: str) -> list[Any]:
    """Return a column's values. Text columns use a separator, which is several times faster than JSON."""
    if text.startswith(TEXT_PREFIX):
        values = text[len(TEXT_PREFIX) :].split(TEXT_SEPARATOR)
        return [value or None for value in values]
    return list(json.loads(text))


@cache
def _index() -> _Index:
    try:
        with PACKED.open("rb") as file:
            if file.readline() != FIRST_LINE:
                raise _damaged_file_error()
            tables = json.loads(file.readline())
            return _Index(tables, file.tell())
    except (OSError, ValueError) as fault:
        raise _damaged_file_error() from fault


def _read_lines(table: str, year: int) -> list[str]:
    """Return a table's columns in one year, each as a line."""
    table_index = _index().tables[table]
    offset, length, first = table_index["years"][str(year)]
    return _read_block(offset, length)[first : first + len(table_index["columns"])]


@lru_cache(maxsize=12)  # a season needs several tables from a block, and the blocks with people
def _read_block(offset: int, length: int) -> list[str]:
    try:
        with PACKED.open("rb") as file:
            file.seek(_index().begin + offset)
            return lzma.decompress(file.read(length)).decode().split("\n")
    except (OSError, ValueError, lzma.LZMAError) as fault:
        raise _damaged_file_error() from fault


def _damaged_file_error() -> SeasonError:
    return SeasonError(f"The file of real seasons, {PACKED}, is missing or damaged. Reinstall Pennant.")
