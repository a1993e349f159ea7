"""Chart files: TOML tables that a user may replace by his own official charts, checked with file, row and fault."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHART_FOLDER = Path(__file__).parent / "charts"


class ChartError(ValueError):
    """A chart file cannot be used; the message names the file, the row and the fault."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One table of a chart file. Its methods give a row of it checked, or raise ChartError."""

    file: str
    name: str
    rows: Mapping[str, Any]

    def fault(self, row: str, why: str) -> ChartError:
        return ChartError(f"{self.file}: [{self.name}] {row}: {why}" if self.name else f"{self.file}: {row}: {why}")

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
        return Rows(self.file, f"{self.name}.{row}" if self.name else row, value)

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
            if value not in allowed:
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


def read_chart(chart: str | Path) -> Rows:
    """The whole file as Rows: a shipped chart by its name, a user's own by its path."""
    path = chart if isinstance(chart, Path) else CHART_FOLDER / f"{chart}.toml"
    try:
        return Rows(path.name, "", tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise ChartError(f"{path.name}: no such chart file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ChartError(f"{path.name}: {fault}") from None


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
