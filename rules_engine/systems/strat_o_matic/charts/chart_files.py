"""Load chart files and check them row by row.

A chart is a TOML file. Users may replace it with a file made from their own printed charts.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

CHART_FOLDER = Path(__file__).parent
RowPath = tuple[str, ...]  # the names of the tables that contain a row, followed by the row's own name
P = ParamSpec("P")
T = TypeVar("T")


class ChartError(ValueError):
    """Raised when a chart file is invalid. The message names the file, the row and the problem.

    `path` locates the row. It is empty if the problem is with the entire file.
    """

    def __init__(self, message: str, path: RowPath = ()) -> None:
        super().__init__(message)
        self.path = path


@dataclass(frozen=True, slots=True)
class ChartTable:
    """A TOML table in a chart file. Its methods return a checked row or raise ChartError."""

    file: str
    name: str
    rows: Mapping[str, Any]
    path: RowPath = ()

    def invalid(self, row: str, problem: str) -> ChartError:
        """Return a ChartError for an invalid row."""
        location = f"[{self.name}] {row}" if self.name else row
        return ChartError(f"{self.file}: {location}: {problem}", (*self.path, row))

    def require_rows(self, *names: str) -> None:
        """Require that the table has exactly these rows."""
        for row in self.rows:
            if row not in names:
                raise self.invalid(row, f"unknown row; choose from {', '.join(names)}")
        for row in names:
            if row not in self.rows:
                raise self.invalid(row, "this row is missing")

    def table(self, row: str) -> "ChartTable":
        value = self.rows.get(row)
        if not isinstance(value, dict):
            raise self.invalid(row, "this table is missing")
        name = f"{self.name}.{row}" if self.name else row
        return ChartTable(self.file, name, value, (*self.path, row))

    def number(self, row: str, low: int, high: int) -> int:
        value: Any = self.rows.get(row)
        if not _is_number(value, low, high):
            raise self.invalid(row, f"must be a whole number from {low} to {high}, not {value!r}")
        return int(value)

    def text(self, row: str) -> str:
        value = self.rows.get(row)
        if not isinstance(value, str) or not value.strip():
            raise self.invalid(row, f"must be text, not {value!r}")
        return value

    def numbers(self, row: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """Return `count` whole numbers from `low` to `high`."""
        values = self._list(row, count)
        for place, value in enumerate(values, start=1):
            if not _is_number(value, low, high):
                raise self.invalid(row, f"entry {place} must be a whole number from {low} to {high}, not {value!r}")
        return tuple(values)

    def words(self, row: str, count: int, allowed: Collection[str]) -> tuple[str, ...]:
        """Return `count` words, all of them in `allowed`."""
        values = self._list(row, count)
        for place, value in enumerate(values, start=1):
            if not isinstance(value, str) or value not in allowed:
                raise self.invalid(row, f"entry {place}, {value!r}, is not one of {', '.join(allowed)}")
        return tuple(values)

    def texts(self, row: str, count: int) -> tuple[str, ...]:
        """Return `count` texts with any content."""
        values = self._list(row, count)
        for place, value in enumerate(values, start=1):
            if not isinstance(value, str):
                raise self.invalid(row, f"entry {place} must be text, not {value!r}")
        return tuple(values)

    def _list(self, row: str, count: int) -> list[Any]:
        value = self.rows.get(row)
        if not isinstance(value, list):
            raise self.invalid(row, f"must list {count} entries, not {value!r}")
        if len(value) != count:
            raise self.invalid(row, f"must list {count} entries, not {len(value)}")
        return value


ChartSource = str | Path | ChartTable  # a chart's name, a file's path, or a loaded chart
_custom_charts: dict[str, ChartTable] = {}
_clear_caches: Final[list[Callable[[], None]]] = []


def cached_per_chart_set(function: Callable[P, T]) -> Callable[P, T]:
    """Cache results that depend on charts, until the charts in use change."""
    cached = cache(function)
    _clear_caches.append(cached.cache_clear)
    return cast("Callable[P, T]", cached)


def use_charts(charts: Mapping[str, ChartTable]) -> None:
    """Use these checked custom charts, and the shipped chart for any other name.

    Call this when a program starts. A game in progress has already loaded some of its charts.
    """
    if charts == _custom_charts:
        return
    _custom_charts.clear()
    _custom_charts.update(charts)
    for clear_cache in _clear_caches:
        clear_cache()


def custom_charts_in_use() -> Mapping[str, ChartTable]:
    """Return the custom charts in use, by name."""
    return dict(_custom_charts)


def read_chart(chart: ChartSource) -> ChartTable:
    """Return a loaded chart. A custom chart replaces the shipped chart with the same name."""
    if isinstance(chart, ChartTable):
        return chart
    if isinstance(chart, Path):
        return read_chart_file(chart)
    if chart in _custom_charts:
        return _custom_charts[chart]
    return read_chart_file(CHART_FOLDER / f"{chart}.toml")


def read_chart_file(path: Path) -> ChartTable:
    """Load a chart file without checking its rows. Raise ChartError if it isn't readable TOML."""
    try:
        # Some editors write a byte order mark.
        return ChartTable(path.name, "", tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        raise ChartError(f"{path.name}: this chart file doesn't exist") from None
    except OSError as error:
        raise ChartError(f"{path.name}: can't be read: {error.strerror}") from None
    except ValueError as error:  # invalid UTF-8 or TOML, or a number with too many digits
        raise ChartError(f"{path.name}: {error}") from None
    except RecursionError:
        raise ChartError(f"{path.name}: lists or tables are nested too deeply") from None


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
