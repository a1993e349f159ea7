"""The tables of the Lahman database: rows of a year, of a league, of a man.

They lie in one file that `python -m seasons.packing` makes; a table's year is unpacked when it is asked for.
"""

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

PACKED: Final = Path(__file__).with_name("lahman.seasons")
FIRST_LINE: Final = b"Pennant: real seasons, version 1\n"
WITHOUT_A_YEAR: Final = 0
BEFORE_WORDS: Final = "#"
BETWEEN_WORDS: Final = "\x1f"
NATIONAL_ASSOCIATION: Final = "NA"  # stored as an empty league in the tables

Row = Mapping[str, Any]


class SeasonError(ValueError):
    """The season, league, team or cards asked for are not there; the message says what is."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def first_and_last_season() -> tuple[int, int]:
    years = _years("Teams")
    return min(years), max(years)


def leagues_of(year: int) -> list[str]:
    """The leagues of a year, such as ["AL", "NL"]. Raises SeasonError for a year without data."""
    first, last = first_and_last_season()
    if not first <= year <= last:
        raise SeasonError(f"There is no season {year}: the data has {first} to {last}.", field="year")
    return sorted({_league(row) for row in read_table("Teams", ["lgID"], year)})


def read_leagues(table: str, columns: Iterable[str], year: int, leagues: Collection[str]) -> list[Row]:
    """The rows of these leagues in one year."""
    return [row for row in read_table(table, [*columns, "lgID"], year) if _league(row) in leagues]


def read_people(codes: Collection[str], year: int) -> dict[str, Row]:
    """These men of a season, by the code that all tables name them with. They lie by the year of their first game."""
    columns = ["playerID", "nameFirst", "nameLast", "bats", "throws", "birthYear"]
    wanted, people = set(codes), dict[str, Row]()
    for first_year in sorted(_years("People"), key=lambda first: (first > year, abs(first - year))):
        beginners = read_table("People", columns, first_year)
        people |= {row["playerID"]: row for row in beginners if row["playerID"] in wanted}
        if len(people) == len(wanted):
            break
    return people


def _league(row: Row) -> str:
    return row["lgID"] or NATIONAL_ASSOCIATION


def grouped(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """The rows by what stands in these columns: a value for one column, a tuple for several."""
    key = itemgetter(*columns)
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def total(rows: Iterable[Row], column: str) -> int:
    """Old seasons have gaps: what nobody counted is 0."""
    return sum(row[column] or 0 for row in rows)


def totals(rows: Sequence[Row], columns: Iterable[str]) -> list[int]:
    """The same for several columns. Nearly every man of a season has one row."""
    if len(rows) == 1:
        (row,) = rows
        return [row[column] or 0 for column in columns]
    return [total(rows, column) for column in columns] if rows else [0 for _ in columns]


class _Index(NamedTuple):
    tables: dict[str, dict[str, Any]]
    begin: int  # where the first block lies


def read_table(table: str, columns: Iterable[str], year: int = WITHOUT_A_YEAR) -> list[Row]:
    """The rows of a year in the order of the source; without a year those of a table that has none."""
    names = list(dict.fromkeys(columns))
    return [dict(zip(names, row, strict=True)) for row in zip(*_columns(table, names, year), strict=True)]


def read_lines(
    table: str, facts: Sequence[str], counts: Sequence[str], year: int, leagues: Collection[str]
) -> dict[str, list[tuple[Any, ...]]]:
    """What each man did in these leagues: lines of facts, then counts. What nobody counted is 0."""
    codes, lines_in, told, counted = (_columns(table, names, year) for names in (["playerID"], ["lgID"], facts, counts))
    if not codes:
        return {}
    counted = [[number or 0 for number in column] if None in column else column for column in counted]
    wanted = {"" if league == NATIONAL_ASSOCIATION else league for league in leagues}
    lines: dict[str, list[tuple[Any, ...]]] = {}
    for code, league, line in zip(*codes, *lines_in, zip(*told, *counted, strict=True), strict=True):
        if (league or "") in wanted:
            lines.setdefault(code, []).append(line)
    return lines


def _columns(table: str, names: Sequence[str], year: int) -> list[list[Any]]:
    """The columns of a year, each as long as the year has rows; none where the table has no such year."""
    held = _index().tables[table]
    if str(year) not in held["years"]:
        return []
    texts = _texts(table, year)
    return [_values_of(texts[held["columns"].index(name)]) for name in names]


def _years(table: str) -> list[int]:
    return [int(year) for year in _index().tables[table]["years"]]


def _values_of(text: str) -> list[Any]:
    """Words stand between commas of their own, as taking them apart is several times faster than JSON."""
    if text.startswith(BEFORE_WORDS):
        return [word or None for word in text[len(BEFORE_WORDS) :].split(BETWEEN_WORDS)]
    return list(json.loads(text))


@cache
def _index() -> _Index:
    try:
        with PACKED.open("rb") as file:
            if file.readline() != FIRST_LINE:
                raise _damaged()
            tables = json.loads(file.readline())
            return _Index(tables, file.tell())
    except (OSError, ValueError) as fault:
        raise _damaged() from fault


@lru_cache(maxsize=12)  # the tables of a season are asked for one after another, some of them several times
def _texts(table: str, year: int) -> list[str]:
    index = _index()
    offset, length = index.tables[table]["years"][str(year)]
    try:
        with PACKED.open("rb") as file:
            file.seek(index.begin + offset)
            return zlib.decompress(file.read(length)).decode().split("\n")
    except (OSError, ValueError, zlib.error) as fault:
        raise _damaged() from fault


def _damaged() -> SeasonError:
    return SeasonError(f"The file of real seasons, {PACKED}, is missing or damaged. Install Pennant once more.")
