"""Define each table once, by its columns. Pages, printouts, files and the API share the definition."""

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
    """The pages and files that show a column."""

    PAGE = auto()
    WALL = auto()  # the big screen
    FRONT = auto()  # the front page, which shows the most important columns only
    PAPER = auto()
    FILE = auto()  # CSV and Excel
    API = auto()
    LIVE = auto()  # live updates of open pages
    CELL = auto()  # a line in the cell of a board
    READ = PAGE | WALL | PAPER  # where people read the whole table


class Align(Enum):
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    APART = "apart"  # left, with a gap before it


@dataclass(frozen=True)
class Column(Generic[Item]):
    """One column of a table.

    Attributes:
        name: Field name in the API and CSS class of the cells.
        title: Header of the column.
        head: Header for people, if different. It may contain {facts} of the table.
        value: Returns the value for files and the API.
        text: Returns the text for people, if different.
        cell: Returns the HTML of a cell, if it is more than text.
        is_restricted: Left out where a viewer may not see all the facts of the rows.
        kind: Type in the API: int, float, str, bool, datetime, a list or dict of these, or the choices.
    """

    name: str
    title: str
    value: Callable[[Item], Any]
    places: Place
    align: Align = Align.RIGHT
    width: float = 40.0  # points on paper; 0 fills the rest
    align_on_paper: Align | None = None  # if different
    head: str = ""
    text: Callable[[Item], str] | None = None
    cell: Callable[[Item], SafeString] | None = None
    names_row: bool = False
    is_bold: bool = False  # on paper
    is_header_hidden: bool = False  # only for screen readers
    sort: str = ""  # sort key of the header link, if the table is sortable
    rises: bool = False  # that order starts with the smallest value
    tone: str = ""  # extra CSS class of the cells
    is_restricted: bool = False
    kind: Any = int
    is_nullable: bool = False
    help: str = ""
    meaning: str = ""  # long form of the header, unless it is a common abbreviation

    @property
    def tooltip(self) -> str:
        """Return what the header means, or "" if it isn't an abbreviation."""
        return self.meaning or MEANINGS.get(self.head or self.title, "")

    def written(self, item: Item) -> str:
        if self.text is not None:
            return self.text(item)
        value = self.value(item)
        return "" if value is None else str(value)

    @property
    def renderer(self) -> Callable[[Item], str]:
        """Return the function that renders a cell. Look it up once per column, not for each cell."""
        return self.cell or (lambda item: escape_html(self.written(item)))


@dataclass(frozen=True)
class TableDefinition(Generic[Item]):
    """The columns of a table. `name` is its CSS class."""

    name: str
    columns: tuple[Column[Item], ...]

    def at(self, place: Place) -> tuple[Column[Item], ...]:
        return self._by_place[place]

    def without(self, *names: str) -> "TableDefinition[Item]":
        """Return the table without some columns."""
        return TableDefinition(self.name, tuple(column for column in self.columns if column.name not in names))

    def unrestricted(self) -> "TableDefinition[Item]":
        """Return the table as everyone may see it."""
        return TableDefinition(self.name, tuple(column for column in self.columns if not column.is_restricted))

    def replace_column(self, name: str, *columns: Column[Item]) -> "TableDefinition[Item]":
        """Return the table with one column replaced by others."""
        replaced = [columns if column.name == name else (column,) for column in self.columns]
        return TableDefinition(self.name, tuple(chain.from_iterable(replaced)))

    def filled(self, items: Iterable[Item], *, empty: str = "", **options: Any) -> "FilledTable[Item]":
        """Return the table with a row for each item, or the remark `empty`. `options` sets other fields."""
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
    """A row of a table.

    Attributes:
        is_cut: Draw a line below the row.
        is_mine: The row is about the viewer's own team.
        tone: CSS class of the row.
        data: Data attribute for scripts, such as ("card", 5).
    """

    item: Item
    is_cut: bool = False
    is_mine: bool = False
    tone: str = ""
    data: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence between the rows. It starts in the second column, or after `row_name`."""

    text: str
    places: Place
    row_name: str = ""
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class Order:
    """The sort key of a table, such as "-homeruns" in reverse. `address` returns the link for another key."""

    by: str
    address: Callable[[str], str]


@dataclass(frozen=True)
class FilledTable(Generic[Item]):
    """A table with its rows. `facts` fill the headers."""

    table: TableDefinition[Item]
    rows: Sequence[Entry[Item] | Remark]
    facts: Mapping[str, object] = field(default_factory=dict)
    caption: str = ""
    is_caption_hidden: bool = False  # only for screen readers
    are_headers_hidden: bool = False  # only for screen readers
    order: Order | None = None
    label: str = ""  # accessible name of the scrolling area, if the caption is visible

    @property
    def items(self) -> list[Item]:
        """The items of the rows, without remarks."""
        return [row.item for row in self.rows if isinstance(row, Entry)]

    def heads(self, place: Place) -> list[str]:
        heads = (column.head or column.title for column in self.table.at(place))
        return [head if isinstance(head, SafeString) else head.format(**self.facts) for head in heads]

    def rows_at(self, place: Place) -> list[Entry[Item] | Remark]:
        return [row for row in self.rows if isinstance(row, Entry) or place in row.places]


def escape_html(text: object) -> str:
    """Escape text like Django does, at a third of the cost, because a page may have thousands of cells."""
    return text if isinstance(text, SafeString) else escape(str(text))


def link_html(address: str, text: str) -> SafeString:
    """Return a link for a cell."""
    return SafeString(f'<a href="{escape_html(address)}">{escape_html(text)}</a>')
