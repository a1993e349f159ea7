"""Chart files: TOML tables that a user may replace by his own official charts, checked with file, row and fault."""

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

CHART_FOLDER = Path(__file__).parent
Place = tuple[str, ...]  # the tables down to a row, and the row
P = ParamSpec("P")
T = TypeVar("T")


class ChartError(ValueError):
    """A chart file cannot be used; the message names file, row and fault. `place` is () for a whole file."""

    def __init__(self, fault: str, place: Place = ()) -> None:
        super().__init__(fault)
        self.place = place


@dataclass(frozen=True, slots=True)
class Rows:
    """One table of a chart file. Its methods give a row of it checked, or raise ChartError."""

    file: str
    name: str
    rows: Mapping[str, Any]
    within: Place = ()

    def fault(self, row: str, why: str) -> ChartError:
        where = f"{self.file}: [{self.name}] {row}" if self.name else f"{self.file}: {row}"
        return ChartError(f"{where}: {why}", (*self.within, row))

    def only(self, *allowed: str) -> None:
        """Refuses a row that is not one of these, and a missing one."""
        for row in self.rows:
            if row not in allowed:
                raise self.fault(row, f"no such row; there are {', '.join(allowed)}")
        for row in allowed:
            if row not in self.rows:
                raise self.fault(row, "this row is missing")

    def table(self, row: str) -> "Rows":
        value = self.rows.get(row)
        if not isinstance(value, dict):
            raise self.fault(row, "this table is missing")
        return Rows(self.file, f"{self.name}.{row}" if self.name else row, value, (*self.within, row))

    def number(self, row: str, low: int, high: int) -> int:
        value: Any = self.rows.get(row)
        if not _is_number(value, low, high):
            raise self.fault(row, f"must be a whole number from {low} to {high}, not {value!r}")
        return int(value)

    def text(self, row: str) -> str:
        value = self.rows.get(row)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(row, f"must be a text, not {value!r}")
        return value

    def numbers(self, row: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """`count` whole numbers within low..high."""
        for place, value in enumerate(values := self._list(row, count), start=1):
            if not _is_number(value, low, high):
                raise self.fault(row, f"entry {place} must be a whole number from {low} to {high}, not {value!r}")
        return tuple(values)

    def words(self, row: str, count: int, allowed: Collection[str]) -> tuple[str, ...]:
        """`count` words, each one of `allowed`."""
        for place, value in enumerate(values := self._list(row, count), start=1):
            if not isinstance(value, str) or value not in allowed:
                raise self.fault(row, f"entry {place}, {value!r}, is none of {', '.join(allowed)}")
        return tuple(values)

    def texts(self, row: str, count: int) -> tuple[str, ...]:
        """`count` texts of any kind."""
        for place, value in enumerate(values := self._list(row, count), start=1):
            if not isinstance(value, str):
                raise self.fault(row, f"entry {place} must be a text, not {value!r}")
        return tuple(values)

    def _list(self, row: str, count: int) -> list[Any]:
        value = self.rows.get(row)
        if not isinstance(value, list) or len(value) != count:
            held = f"{len(value)}" if isinstance(value, list) else f"{value!r}"
            raise self.fault(row, f"must list {count} entries, not {held}")
        return value


Chart = str | Path | Rows  # by its name, by the path of a file, or read already
_own: dict[str, Rows] = {}
_emptied: Final[list[Callable[[], None]]] = []


def kept_until_other_charts(work: Callable[P, T]) -> Callable[P, T]:
    """functools.cache for what is made from charts: emptied when others are put in use, so that none goes stale."""
    kept = cache(work)
    _emptied.append(kept.cache_clear)
    return cast("Callable[P, T]", kept)


def put_in_use(own: Mapping[str, Rows]) -> None:
    """From now on these charts are read in place of ours of the same name, and no others; {} is ours alone.

    The caller has had them checked (own_charts.py). For the start of a program: a game being played has read some of
    its charts already and must not see it.
    """
    if own == _own:
        return
    _own.clear()
    _own.update(own)
    for empty in _emptied:
        empty()


def own_charts_in_use() -> Mapping[str, Rows]:
    """The charts that are read in place of ours, by name."""
    return dict(_own)


def read_chart(chart: Chart) -> Rows:
    """The whole file as Rows: by its name the chart in use, the installation's own before ours; a file by its path."""
    if isinstance(chart, Rows):
        return chart
    if isinstance(chart, str) and chart in _own:
        return _own[chart]
    return read_file(chart if isinstance(chart, Path) else CHART_FOLDER / f"{chart}.toml")


def read_file(path: Path) -> Rows:
    """A file's rows, whatever they are; the loaders check them. Raises ChartError."""
    try:
        # some editors begin a file with a mark of the encoding
        return Rows(path.name, "", tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        raise ChartError(f"{path.name}: no such chart file") from None
    except OSError as fault:
        raise ChartError(f"{path.name}: cannot be read: {fault.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ChartError(f"{path.name}: {fault}") from None
    except RecursionError:
        raise ChartError(f"{path.name}: lists or tables stand in each other too deep") from None


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
