"""Validated access to a chart file's rows."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

CELLS: Final = 100
FACES: Final = 10


class ChartError(ValueError):
    """A chart is invalid. The message names the file, row and problem."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table in a chart file, with its location, such as "tag.toml: RF"."""

    location: str
    rows: Mapping[str, Any]

    def fault(self, row: str, reason: str) -> ChartError:
        return ChartError(f"{self.location}{': ' if row else ''}{row}: {reason}")

    def check_names(self, allowed: Collection[str], required: Collection[str] | None = None) -> None:
        """Reject unknown and missing rows. Without `needed`, all rows are required."""
        for row in self.rows:
            if row not in allowed:
                raise self.fault(str(row), f"unknown row; choose from {', '.join(allowed)}")
        for row in allowed if required is None else required:
            if row not in self.rows:
                raise self.fault(row, "this row is missing")

    def table(self, row: str) -> "Rows":
        if not isinstance(value := self.rows.get(row), Mapping):
            raise self.fault(row, f"must be a table, not {value!r}")
        return Rows(f"{self.location}: {row}", value)

    def tables(self) -> Iterator[tuple[str, "Rows"]]:
        return ((row, self.table(row)) for row in self.rows)

    def list_rows(self, row: str) -> Iterator["Rows"]:
        """Yield the tables in a list such as rows = [{...}, {...}]."""
        if not isinstance(values := self.rows.get(row), list):
            raise self.fault(row, f"must be a list of rows, not {values!r}")
        for number, value in enumerate(values, start=1):
            if not isinstance(value, Mapping):
                raise self.fault(f"row {number}", f"must be a table, not {value!r}")
            yield Rows(f"{self.location}: row {number}", value)

    def number(self, row: str, low: int, high: int) -> int:
        if not _is_number(value := self.rows.get(row), low, high):
            raise self.fault(row, f"must be a whole number from {low} to {high}, not {value!r}")
        return int(value or 0)

    def optional_number(self, row: str, low: int, high: int) -> int | None:
        return None if self.rows.get(row) is None else self.number(row, low, high)

    def numbers(self, row: str, count: int, low: int, high: int) -> tuple[int, ...]:
        values = self.rows.get(row)
        if not isinstance(values, list) or len(values) != count or not all(_is_number(v, low, high) for v in values):
            raise self.fault(row, f"must list {count} whole numbers from {low} to {high}, not {values!r}")
        return tuple(values)

    def switch(self, row: str) -> bool:
        if not isinstance(value := self.rows.get(row), bool):
            raise self.fault(row, f"must be true or false, not {value!r}")
        return value

    def word(self, row: str, allowed: Collection[str]) -> str:
        if not isinstance(value := self.rows.get(row), str) or value not in allowed:
            raise self.fault(row, f"must be {', '.join(allowed)}, not {value!r}")
        return value

    def span(self, row: str, top: int) -> range:
        """Return a [first, last] range within 0 to `top` - 1."""
        values = self.rows.get(row)
        if not isinstance(values, list) or len(values) != 2 or not all(_is_number(v, 0, top - 1) for v in values):
            raise self.fault(row, f"must be [first, last] within 0 to {top - 1}, not {values!r}")
        if values[0] > values[1]:
            raise self.fault(row, f"{values!r} is in reverse order")
        return range(values[0], values[1] + 1)

    def cover_once(self, spans: Mapping[str, range], top: int) -> tuple[str, ...]:
        """Return the span name for each number. Every number must be in exactly one span."""
        cells: dict[int, str] = {}
        for name, span in spans.items():
            for number in span:
                if number in cells:
                    raise self.fault(name, f"{number} is also in {cells[number]}")
                cells[number] = name
        if missing := [number for number in range(top) if number not in cells]:
            raise self.fault("", f"{missing[0]} is missing from every row")
        return tuple(cells[number] for number in range(top))


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
