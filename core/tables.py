"""A table is defined once, by its columns; page, wall, front page, paper, file and API read the same definition."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cached_property
from typing import Generic, TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

Value = str | int | None
Item = TypeVar("Item")


class Place(Flag):
    """Where a column shows."""

    PAGE = auto()
    WALL = auto()  # the projector
    FRONT = auto()  # the overview, where there is room for the most important alone
    PAPER = auto()
    FILE = auto()  # CSV and Excel
    API = auto()
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
    `text` is how people read it, `cell` how a page shows it where that is more than text. `kind`: int, str or bool,
    or the words there can be.
    """

    name: str
    title: str
    value: Callable[[Item], Value]
    places: Place
    align: Align = Align.RIGHT
    width: float = 40.0  # points on paper; 0 takes what the others leave
    align_on_paper: Align | None = None  # where it differs
    head: str = ""
    text: Callable[[Item], str] | None = None
    cell: Callable[[Item], SafeString] | None = None
    names_row: bool = False
    tone: str = ""  # a further class of its cells
    kind: type | tuple[str, ...] = int
    help: str = ""
    meaning: str = ""  # what a page says that its head stands for

    def written(self, item: Item) -> str:
        if self.text is not None:
            return self.text(item)
        value = self.value(item)
        return "" if value is None else str(value)


@dataclass(frozen=True)
class Table(Generic[Item]):
    """`name` is the class of the table on a page."""

    name: str
    columns: tuple[Column[Item], ...]

    def at(self, place: Place) -> tuple[Column[Item], ...]:
        return self._by_place[place]

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
    """A row of a table. `is_cut`: a rule is drawn below it. `is_mine`: it is about the reader's own team."""

    item: Item
    is_cut: bool = False
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence that stands between the rows, from the second column on, or beside a name."""

    text: str
    places: Place
    beside: str = ""
    tone: str = "quiet"


@dataclass(frozen=True)
class FilledTable(Generic[Item]):
    """A table with its rows, to be read. `facts` fill the heads."""

    table: Table[Item]
    rows: Sequence[Entry[Item] | Remark]
    facts: Mapping[str, object] = field(default_factory=dict)
    caption: str = ""
    is_captioned_unseen: bool = False  # the caption is for those who listen to the page

    def heads(self, place: Place) -> list[str]:
        return [(column.head or column.title).format(**self.facts) for column in self.table.at(place)]

    def rows_at(self, place: Place) -> list[Entry[Item] | Remark]:
        return [row for row in self.rows if isinstance(row, Entry) or place in row.places]


def linked(address: str, text: str) -> SafeString:
    """A cell of a page that leads somewhere."""
    return format_html('<a href="{}">{}</a>', address, text)
