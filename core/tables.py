"""Define each table once by its columns, for use in pages, printouts, files and the API."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cached_property
from html import escape
from itertools import chain
from typing import Any, Generic, TypeVar

from django.utils.safestring import SafeString

from core.abbreviations import MEANINGS

Value = str | int | float | None
Item = TypeVar("Item")


class Place(Flag):
    """Pages and files where a column can appear."""

    PAGE = auto()
    WALL = auto()  # big screen
    FRONT = auto()  # front page, which shows only the most important columns
    PAPER = auto()
    FILE = auto()  # CSV and Excel
    API = auto()
    LIVE = auto()  # live updates for open pages
    CELL = auto()  # a line in a board's cell
    READ = PAGE | WALL | PAPER  # places where people read the whole table


class Align(Enum):
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    APART = "apart"  # left, with a gap before it


@dataclass(frozen=True)
class Column(Generic[Item]):
    """A table column.

    Attributes:
        name: The API field name and the cells' CSS class.
        title: The column's header.
        head: The header on pages and printouts, if different. It can contain the table's {facts}.
        value: A function that returns the value for files and the API.
        text: A function that returns the text for people, if different.
        cell: A function that returns a cell's HTML, if it isn't plain text.
        is_restricted: Whether to leave the column out for viewers who can't see all of the rows' data.
        kind: The API type: int, float, str, bool, datetime, a list or dict of these, or the choices.
    """

    name: str
    title: str
    value: Callable[[Item], Any]
    places: Place
    align: Align = Align.RIGHT
    width: float = 40.0  # in points on printouts; 0 fills the remaining space
    align_on_paper: Align | None = None  # if different
    head: str = ""
    text: Callable[[Item], str] | None = None
    cell: Callable[[Item], SafeString] | None = None
    names_row: bool = False
    is_bold: bool = False  # on printouts
    is_header_hidden: bool = False  # visible only to screen readers
    sort: str = ""  # the header link's sort key, if the table is sortable
    rises: bool = False  # whether sorting starts with the smallest value
    tone: str = ""  # additional CSS class for the cells
    is_restricted: bool = False
    kind: Any = int
    is_nullable: bool = False
    help: str = ""
    meaning: str = ""  # expanded header, unless it is a common abbreviation

    @property
    def tooltip(self) -> str:
        """Return the header's meaning, or "" if it isn't an abbreviation."""
        return self.meaning or MEANINGS.get(self.head or self.title, "")

    def written(self, item: Item) -> str:
        if self.text is not None:
            return self.text(item)
        value = self.value(item)
        return "" if value is None else str(value)

    @property
    def renderer(self) -> Callable[[Item], str]:
        """Return the function that renders a cell. Call this once per column, not for each cell."""
        return self.cell or (lambda item: escape_html(self.written(item)))


@dataclass(frozen=True)
class TableDefinition(Generic[Item]):
    """A table's columns. `name` is its CSS class."""

    name: str
    columns: tuple[Column[Item], ...]

    def at(self, place: Place) -> tuple[Column[Item], ...]:
        return self._by_place[place]

    def without(self, *names: str) -> "TableDefinition[Item]":
        """Return the table without these columns."""
        return TableDefinition(self.name, tuple(column for column in self.columns if column.name not in names))

    def unrestricted(self) -> "TableDefinition[Item]":
        """Return the public version of the table."""
        return TableDefinition(self.name, tuple(column for column in self.columns if not column.is_restricted))

    def replace_column(self, name: str, *columns: Column[Item]) -> "TableDefinition[Item]":
        """Return the table with a column replaced by others."""
        replaced = [columns if column.name == name else (column,) for column in self.columns]
        return TableDefinition(self.name, tuple(chain.from_iterable(replaced)))

    def filled(self, items: Iterable[Item], *, empty: str = "", **options: Any) -> "FilledTable[Item]":
        """Return the table with a row for each item, or with the remark `empty`. `options` sets other fields."""
        rows: list[Entry[Item] | Remark] = [Entry(item) for item in items]
        if not rows and empty:
            rows.append(Remark(empty, Place.PAGE))
        return FilledTable(self, rows, **options)

    def titles(self, place: Place) -> tuple[str, ...]:
        return tuple(column.title for column in self.at(place))

    def values(self, place: Place, items: Iterable[Item]) -> Iterator[tuple[Value, ...]]:
        columns = self.at(place)
        return (tuple(column.value(item) for column in columns) for item in items)

    @cached_property
    def _by_place(self) -> dict[Place, tuple[Column[Item], ...]]:
        return {place: tuple(column for column in self.columns if place in column.places) for place in Place}


@dataclass(frozen=True, slots=True)
class Entry(Generic[Item]):
    """A table row.

    Attributes:
        is_cut: Whether to draw a line below the row.
        is_mine: Whether the row is about the viewer's own team.
        tone: The row's CSS class.
        data: A data attribute for scripts, such as ("card", 5).
    """

    item: Item
    is_cut: bool = False
    is_mine: bool = False
    tone: str = ""
    data: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence between rows. It starts in the second column, or after `row_name`."""

    text: str
    places: Place
    row_name: str = ""
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class Order:
    """A table's sort key, such as "-homeruns" for descending order. `address` returns the link for another key."""

    by: str
    address: Callable[[str], str]


@dataclass(frozen=True)
class FilledTable(Generic[Item]):
    """A table with its rows. The headers can contain `facts`."""

    table: TableDefinition[Item]
    rows: Sequence[Entry[Item] | Remark]
    facts: Mapping[str, object] = field(default_factory=dict)
    caption: str = ""
    is_caption_hidden: bool = False  # visible only to screen readers
    are_headers_hidden: bool = False  # visible only to screen readers
    order: Order | None = None
    label: str = ""  # accessible name of the scrolling area, if the caption is visible

    @property
    def items(self) -> list[Item]:
        """Return the rows' items, without remarks."""
        return [row.item for row in self.rows if isinstance(row, Entry)]

    def heads(self, place: Place) -> list[str]:
        heads = (column.head or column.title for column in self.table.at(place))
        return [head if isinstance(head, SafeString) else head.format(**self.facts) for head in heads]

    def rows_at(self, place: Place) -> list[Entry[Item] | Remark]:
        return [row for row in self.rows if isinstance(row, Entry) or place in row.places]


def escape_html(text: object) -> str:
    """Escape text the way Django does, but three times as fast, because a page can have thousands of cells."""
    return text if isinstance(text, SafeString) else escape(str(text))


def link_html(address: str, text: str) -> SafeString:
    """Return a link for a cell."""
    return SafeString(f'<a href="{escape_html(address)}">{escape_html(text)}</a>')
