"""Parser for the fields of a card's document. It collects every error with its card and field."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.inside_pitch.cells import CELL_KEYS, Cell, CellError, parse_cell
from rules_engine.systems.inside_pitch.ranges import Hits, Range, RangeError, parse_hits, parse_range

Value = TypeVar("Value")


@dataclass
class Fields:
    """A document being parsed. An invalid field returns a harmless value, so all errors are reported at once."""

    document: Mapping[str, Any]
    where: str
    faults: list[str] = field(default_factory=list)
    read: set[str] = field(default_factory=set)

    def fault(self, name: str, why: str) -> None:
        self.faults.append(f"{self.where}: {name}: {why}")

    def done(self) -> None:
        """Raise SystemFileError for all errors, including fields that no card of this kind has."""
        for name in self.document:
            if name not in self.read:
                self.fault(name, "unknown field")
        if self.faults:
            raise SystemFileError(self.faults)

    def value(self, name: str, default: Any) -> Any:
        self.read.add(name)
        return self.document.get(name, default)

    def word(self, name: str, allowed: Collection[str]) -> str:
        value = self.value(name, "" if "" in allowed else None)
        if value not in allowed:
            self.fault(name, f"must be one of {', '.join(map(repr, allowed))}, not {value!r}")
            return next(iter(allowed))
        return str(value)

    def text(self, name: str) -> str:
        value = self.value(name, "")
        if not isinstance(value, str):
            self.fault(name, f"must be text, not {value!r}")
            return ""
        return value

    def number(self, name: str, low: int, high: int, default: int | None = 0) -> int:
        return self._number(name, self.value(name, default), low, high)

    def _number(self, name: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fault(name, f"must be a whole number from {low} to {high}, not {value!r}")
            return low
        return value

    def yes(self, name: str) -> bool:
        value = self.value(name, False)
        if not isinstance(value, bool):
            self.fault(name, f"must be true or false, not {value!r}")
        return value is True

    def pair(self, name: str, low: int, high: int) -> tuple[int, int]:
        """Return a number, or two if the card is split."""
        value = self.value(name, 0)
        both = value if isinstance(value, list) else [value, value]
        if len(both) != 2:
            self.fault(name, f"must be one number or two, not {value!r}")
            return low, low
        return self._number(name, both[0], low, high), self._number(name, both[1], low, high)

    def span(self, name: str) -> Range:
        return self._parsed(name, lambda text: parse_range(text), None)

    def hits(self, name: str, card: str) -> Hits:
        return self._parsed(name, lambda text: parse_hits(text, card), ("F",) * 20)

    def _parsed(self, name: str, parse: Callable[[str], Value], otherwise: Value) -> Value:
        try:
            return parse(self.text(name))
        except (RangeError, CellError) as fault:
            self.fault(name, str(fault))
            return otherwise

    def grid(self, parse: Callable[[str], Value], blank: Value) -> tuple[Value, ...]:
        """Return the 36 cells, column by column."""
        cells = self.value("cells", {})
        if not isinstance(cells, Mapping):
            self.fault("cells", "must be the 36 cells, each named by its two dice, such as 11")
            return (blank,) * len(CELL_KEYS)
        for key in cells:
            if key not in CELL_KEYS:
                self.fault(f"cells {key}", "unknown cell; cells are 11 to 66")
        return tuple(self._cell(key, cells.get(key), parse, blank) for key in CELL_KEYS)

    def _cell(self, key: str, text: Any, parse: Callable[[str], Value], blank: Value) -> Value:
        if not isinstance(text, str):
            self.fault(f"cells {key}", "is missing" if text is None else f"must be text, not {text!r}")
            return blank
        try:
            return parse(text)
        except CellError as fault:
            self.fault(f"cells {key}", str(fault))
            return blank

    def out_line(self, name: str) -> tuple[Cell, ...]:
        """Return the ** line with its six outs."""
        codes = self.text(name).split()
        if len(codes) != 6:
            self.fault(name, f"must be six outs such as G4 F8 P3 G6 F7 L5, not {len(codes)}")
            return ()
        return self._parsed(name, lambda text: tuple(parse_cell(code, "line") for code in text.split()), ())
