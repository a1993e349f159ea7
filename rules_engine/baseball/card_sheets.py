"""Workbook sheets for printed cards, with the card field for each column.

A card document contains the JSON values of `System.write_card`. This module converts documents to rows and back.
`System.read_card` validates the values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Cell = str | int | float | bool | None
Document = Mapping[str, Any]


def as_text(cell: Cell) -> str:
    """Return a cell as text, even if it contains a number, such as 77 for a range."""
    is_whole = isinstance(cell, float) and cell.is_integer()
    return str(int(cell) if is_whole and cell is not None else cell).strip()


def as_typed(cell: Cell) -> Cell:
    """Return a whole number as an int and any other text unchanged."""
    text = as_text(cell)
    return int(text) if text.lstrip("+-").isascii() and text.lstrip("+-").isdigit() else text


def as_list(cell: Cell) -> list[str]:
    """Return the comma-separated words."""
    return [word.strip() for word in as_text(cell).split(",") if word.strip()]


def as_yes(cell: Cell) -> bool:
    return as_text(cell).lower() in ("yes", "true", "1")


def from_list(value: Sequence[str]) -> str:
    return ", ".join(value)


def from_yes(value: object) -> str:
    return "yes" if value else "no"


class CardField(NamedTuple):
    """A column: its heading, its place in the document and a description of the value."""

    heading: str
    path: tuple[str, ...]
    help: str = ""
    read: Callable[[Cell], Any] = as_text
    write: Callable[[Any], Cell] = lambda value: value
    needed: bool = False
    empty: str | None = None  # what an empty cell means; None if it means nothing


class CardSheet(NamedTuple):
    """A sheet for one kind of card. `fixed` contains values that every document has but no column shows.

    If a sheet `joins` a field, a card can have a second row with the same code on another sheet. That row fills this
    field of the card's document.
    """

    title: str
    fields: Sequence[CardField]
    fixed: Document = {}
    joins: str = ""

    def holds(self, document: Document) -> bool:
        """Return whether this sheet has a column for every value in the document."""
        paths = {field.path for field in self.fields} | {(name,) for name in self.fixed}
        kind = all(document.get(name) == value for name, value in self.fixed.items())
        return kind and all(path in paths for path in _paths(document, paths))

    def row(self, document: Document) -> list[Cell]:
        """Return a card's cells, with None for missing values."""
        values = ((field, _value(document, field.path)) for field in self.fields)
        return [None if value in (None, "") else field.write(value) for field, value in values]

    def document(self, cells: Mapping[str, Cell]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        """Return the document for filled cells (by heading), and a list of (heading, error) pairs."""
        document, faults = dict[str, Any](self.fixed), list[tuple[str, str]]()
        for field in self.fields:
            cell = cells.get(field.heading, field.empty)
            if cell is None:
                continue
            try:
                _put(document, field.path, field.read(cell))
            except ValueError as fault:
                faults.append((field.heading, str(fault)))
        return document, faults

    def heading_of(self, fault: str) -> str:
        """Return the column that an error such as "Ruth: cells 35: is missing" refers to."""
        _, _, message = fault.replace(",", ":", 1).partition(":")
        words = message.replace(",", " ").replace(":", " ").split()
        named = (field.heading for field in self.fields if words[: len(field.heading.split())] == field.heading.split())
        return max(named, key=len, default="")


def sheet_of(sheets: Sequence[CardSheet], document: Document) -> CardSheet:
    """Return the first sheet with columns for every value on a card."""
    return next(sheet for sheet in sheets if sheet.holds(document))


def rows_of(sheets: Sequence[CardSheet], document: Document) -> list[tuple[CardSheet, Document]]:
    """Return a card's rows, each with its sheet. A two-way player has two rows on sheets that join them."""
    joins = next((sheet.joins for sheet in sheets if sheet.joins in document), "")
    own = {name: value for name, value in document.items() if name != joins}
    documents = [own, document[joins]] if joins else [own]
    return [(sheet_of(sheets, part), part) for part in documents]


def _paths(
    document: Document, known_paths: set[tuple[str, ...]], above: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    for name, value in document.items():
        path = (*above, name)
        if path not in known_paths and isinstance(value, Mapping) and value:
            yield from _paths(value, known_paths, path)
        else:
            yield path


def _value(document: Document, path: tuple[str, ...]) -> Any:
    value: Any = document
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _put(document: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for name in path[:-1]:
        document = document.setdefault(name, {})
    document[path[-1]] = value
