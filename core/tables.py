"""A table is defined once, by its columns; page, wall, front page, paper, file and API read the same definition."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cached_property
from html import escape
from itertools import chain
from typing import Any, Generic, TypeVar

from django.utils.safestring import SafeString

Value = str | int | float | None
Item = TypeVar("Item")


class Place(Flag):
    """Where a column shows."""

    PAGE = auto()
    WALL = auto()  # the projector
    FRONT = auto()  # the overview, where there is room for the most important alone
    PAPER = auto()
    FILE = auto()  # CSV and Excel
    API = auto()
    LIVE = auto()  # what an open page is told as it happens
    CELL = auto()  # a line in the cell of a board
    READ = PAGE | WALL | PAPER  # where people read the whole table


class Align(Enum):
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    APART = "apart"  # left, and kept off the figures before it


@dataclass(frozen=True)
class Column(Generic[Item]):
    """One column. `name`: what the API calls it, and the class of its cells on a page.

    `title` heads it; `head` instead where people read it, with {facts} of the table filled in. `value` is for programs;
    `text` is how people read it, `cell` how a page shows it where that is more than text. `kind`: what the API answers,
    int, float, str, bool, datetime, a list or dict of these, the words there can be or an enum of them; `is_nullable`:
    or nothing.
    """

    name: str
    title: str
    value: Callable[[Item], Any]
    places: Place
    align: Align = Align.RIGHT
    width: float = 40.0  # points on paper; 0 takes what the others leave
    align_on_paper: Align | None = None  # where it differs
    head: str = ""
    text: Callable[[Item], str] | None = None
    cell: Callable[[Item], SafeString] | None = None
    names_row: bool = False
    is_bold: bool = False  # where a table is drawn on paper
    is_header_hidden: bool = False  # the head is for those who listen to the page
    sort: str = ""  # the order that its head leads to, where a table can be sorted
    rises: bool = False  # whether that order begins with the smallest
    tone: str = ""  # a further class of its cells
    kind: Any = int
    is_nullable: bool = False
    help: str = ""
    meaning: str = ""  # what a page says that its head stands for

    def written(self, item: Item) -> str:
        if self.text is not None:
            return self.text(item)
        value = self.value(item)
        return "" if value is None else str(value)

    @property
    def shown(self) -> Callable[[Item], str]:
        """What writes a cell of a page; taken once for a column, as a page may have thousands of cells."""
        return self.cell or (lambda item: escape_html(self.written(item)))


@dataclass(frozen=True)
class TableDefinition(Generic[Item]):
    """`name` is the class of the table on a page."""

    name: str
    columns: tuple[Column[Item], ...]

    def at(self, place: Place) -> tuple[Column[Item], ...]:
        return self._by_place[place]

    def without(self, *names: str) -> "TableDefinition[Item]":
        """The same table for those who are not shown some of its columns."""
        return TableDefinition(self.name, tuple(column for column in self.columns if column.name not in names))

    def replace_column(self, name: str, *columns: Column[Item]) -> "TableDefinition[Item]":
        """The same table with other columns in the place of one."""
        others = [columns if column.name == name else (column,) for column in self.columns]
        return TableDefinition(self.name, tuple(chain.from_iterable(others)))

    def filled(self, items: Iterable[Item], *, empty: str = "", **about: Any) -> "FilledTable[Item]":
        """The table with a plain row for each, or what it says `empty`; `about` it as `FilledTable` has it."""
        rows: list[Entry[Item] | Remark] = [Entry(item) for item in items]
        return FilledTable(self, rows or [Remark(empty, Place.PAGE)] * bool(empty), **about)

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
    """A row of a table. `is_cut`: a rule is drawn below it. `is_mine`: it is about the reader's own team.

    `tone`: a class of the whole row on a page. `data`: what a page's script knows it by, such as ("card", 5).
    """

    item: Item
    is_cut: bool = False
    is_mine: bool = False
    tone: str = ""
    data: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence that stands between the rows, from the second column on, or beside a name."""

    text: str
    places: Place
    beside: str = ""
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class Order:
    """What a table is sorted by, "-homeruns" where that is turned round; `address` leads to it in another order."""

    by: str
    address: Callable[[str], str]


@dataclass(frozen=True)
class FilledTable(Generic[Item]):
    """A table with its rows, to be read. `facts` fill the heads."""

    table: TableDefinition[Item]
    rows: Sequence[Entry[Item] | Remark]
    facts: Mapping[str, object] = field(default_factory=dict)
    caption: str = ""
    is_captioned_unseen: bool = False  # the caption is for those who listen to the page
    are_heads_unseen: bool = False  # so are all heads
    order: Order | None = None
    label: str = ""  # names the part of the page that scrolls, where a wide table has no unseen caption

    def heads(self, place: Place) -> list[str]:
        return [(column.head or column.title).format(**self.facts) for column in self.table.at(place)]

    def rows_at(self, place: Place) -> list[Entry[Item] | Remark]:
        return [row for row in self.rows if isinstance(row, Entry) or place in row.places]


def escape_html(text: object) -> str:
    """As Django writes it on a page, at a third of the cost: a page may have thousands of cells."""
    return text if isinstance(text, SafeString) else escape(str(text))


def link_html(address: str, text: str) -> SafeString:
    """A cell of a page that leads somewhere."""
    return SafeString(f'<a href="{escape_html(address)}">{escape_html(text)}</a>')
