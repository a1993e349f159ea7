"""Recognize the row of headings of a table, and propose what each of its columns holds."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.imports.tables import SheetRow, Table, sheet_of
from core.names import folded

PLACES_OF_A_SECTION: Final = 1000  # the third column of the second section has the place 1,002
_MOST_TITLE_ROWS: Final = 15  # titles and notes above the headings
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_QUESTION: Final = re.compile(r"(?:please )?(?:what(?:s| is| are) |who is |enter |type |choose )?(?:your |the )?")
_MOST_SECTIONS: Final = 20
_SAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """A column that an import can use.

    Attributes:
        key: Its name in the code.
        title: What people call it.
        synonyms: Other headings for it. Case, spaces and punctuation don't count.
    """

    key: str
    title: str
    synonyms: tuple[str, ...] = ()

    @property
    def headings(self) -> frozenset[str]:
        return frozenset(map(plain_heading, (self.title, *self.synonyms)))


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a table, with the first of its values and the proposed target, or "" if nothing is proposed."""

    place: int
    heading: str
    samples: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Headings:
    """A row of headings, and the columns below it. The row number is 0 if a table has no headings."""

    row_number: int
    columns: tuple[SheetColumn, ...]

    def values(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row by target."""
        targets = self.by_target.items()
        return {key: cells[column.place].strip() if column.place < len(cells) else "" for key, column in targets}

    def repeats(self, cells: Sequence[str]) -> bool:
        """Return whether a row repeats the headings, as at the top of each printed page."""
        used = [column for column in self.columns if column.target and column.heading]
        repeated = [column for column in used if column.place < len(cells) and cells[column.place] == column.heading]
        return bool(used) and len(repeated) > len(used) / 2

    @property
    def by_target(self) -> Mapping[str, SheetColumn]:
        return {column.target: column for column in self.columns if column.target}

    @property
    def unused(self) -> list[str]:
        return [column.heading for column in self.columns if column.heading and not column.target]


def target_of(heading: str, keys: Mapping[str, str]) -> str:
    """Return the target of a heading, or "". What stands in brackets and the words of a question may be left out."""
    plain = plain_heading(heading)
    if plain in keys:
        return keys[plain]
    short = _QUESTION.sub("", plain_heading(_BRACKETS.sub(" ", heading)))
    return keys.get(short, "")


def plain_heading(text: str) -> str:
    """Return a heading as it is compared: "E-Mail (private)" is "email private"."""
    words = re.sub(r"[^\w&#+%]+|_", " ", re.sub(r"(?<=\w)-(?=\w)", "", folded(text)))
    return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a table under one row of headings, such as the hitters of a sheet that lists pitchers below.

    Attributes:
        number: Counted from 0.
        title: The title of the sheet, if there are several.
    """

    number: int
    headings: Headings
    rows: Sequence[SheetRow]
    title: str = ""

    @property
    def columns(self) -> list[tuple[int, SheetColumn]]:
        """Return the columns with their places in the table, which the fields of a preview carry."""
        first = self.number * PLACES_OF_A_SECTION
        return [(first + column.place, column) for column in self.headings.columns]


def find_sections(
    table: Table,
    targets: Sequence[ImportTarget],
    *,
    needed: Collection[str],
    chosen: Mapping[int, str] | None = None,
) -> list[Section]:
    """Return the parts of a table that have headings of their own. It is empty if there are none.

    Args:
        needed: Targets of which a row of headings has at least one.
        chosen: Targets by the column's place in the table, which count instead of the proposals. "" leaves it out.
    """
    keys = heading_keys(targets)
    sections: list[Section] = []
    for sheet, rows in _rows_by_sheet(table):
        title = table.titles[sheet] if len(table.titles) > 1 else ""
        for heading_row, end in _heading_rows(rows, keys, needed)[: _MOST_SECTIONS - len(sections)]:
            number = len(sections)
            own_choices = _choices_of_section(chosen or {}, number)
            cells = rows[heading_row][1]
            below = rows[heading_row + 1 : end]
            headings = Headings(rows[heading_row][0], _columns(cells, [row for _, row in below], keys, own_choices))
            sections.append(Section(number, headings, below, title))
    return sections


def columns_without_headings(
    table: Table, targets: Sequence[ImportTarget], usual: Sequence[str], chosen: Mapping[int, str] | None
) -> Section:
    """Return all rows of a table as one section, whose columns are what such lists usually hold in this order."""
    width = max((len(cells) for _, cells in table.rows), default=0)
    known = {target.key for target in targets}
    held = {place: key for place, key in enumerate(usual[:width]) if key in known} | dict(chosen or {})
    cells = [row for _, row in table.rows]
    columns = (SheetColumn(place, "", _samples(cells, place), held.get(place, "")) for place in range(width))
    return Section(0, Headings(0, tuple(columns)), table.rows)


def heading_keys(targets: Sequence[ImportTarget]) -> dict[str, str]:
    """Return the keys of targets by plain heading. The first target of a heading has it."""
    return {heading: target.key for target in reversed(targets) for heading in target.headings}


def _rows_by_sheet(table: Table) -> Iterator[tuple[int, list[SheetRow]]]:
    for sheet in range(len(table.titles)):
        rows = [row for row in table.rows if sheet_of(row[0]) == sheet]
        if rows:
            yield sheet, rows


def _heading_rows(rows: Sequence[SheetRow], keys: Mapping[str, str], needed: Collection[str]) -> list[tuple[int, int]]:
    """Return the positions of the rows of headings, with the ends of their sections."""
    first = _best_row(rows, keys, needed)
    if first is None:
        return []
    starts = [first]
    for position, (_, cells) in enumerate(rows[first + 1 :], first + 1):
        if _starts_section(cells, keys, needed) and not _is_same_row(cells, rows[starts[-1]][1]):
            starts.append(position)
    return [*zip(starts, [*starts[1:], len(rows)], strict=True)]


def _best_row(rows: Sequence[SheetRow], keys: Mapping[str, str], needed: Collection[str]) -> int | None:
    """Return the row with the most headings among the first, or None if no row has two of which one is needed."""
    best_row, most = None, 1
    for position, (_, cells) in enumerate(rows[:_MOST_TITLE_ROWS]):
        known = _known_targets(cells, keys)
        if len(known) > most and known & set(needed):
            best_row, most = position, len(known)
    return best_row


def _starts_section(cells: Sequence[str], keys: Mapping[str, str], needed: Collection[str]) -> bool:
    """Return whether most cells are headings. Cells of a player may look like headings too, such as C or E."""
    known = _known_targets(cells, keys)
    return len(known) > 1 and bool(known & set(needed)) and len(known) * 2 > sum(map(bool, cells))


def _known_targets(cells: Sequence[str], keys: Mapping[str, str]) -> set[str]:
    return {target for cell in cells if (target := target_of(cell, keys))}


def _is_same_row(cells: Sequence[str], headings: Sequence[str]) -> bool:
    return [cell for cell in cells if cell] == [cell for cell in headings if cell]


def _choices_of_section(chosen: Mapping[int, str], section: int) -> dict[int, str]:
    first = section * PLACES_OF_A_SECTION
    return {place - first: target for place, target in chosen.items() if first <= place < first + PLACES_OF_A_SECTION}


def _columns(
    cells: Sequence[str], below: Sequence[Sequence[str]], keys: Mapping[str, str], chosen: Mapping[int, str]
) -> tuple[SheetColumn, ...]:
    proposed = _proposals(cells, keys, chosen)
    return tuple(
        SheetColumn(place, heading, _samples(below, place), proposed[place]) for place, heading in enumerate(cells)
    )


def _proposals(row: Sequence[str], keys: Mapping[str, str], chosen: Mapping[int, str]) -> list[str]:
    """Return a target for each column. The first column of a name has it."""
    used: set[str] = set(chosen.values())
    proposals = []
    for place, heading in enumerate(row):
        target = target_of(heading, keys)
        if place in chosen:
            target = chosen[place]
        elif target in used:
            target = ""
        used.add(target)
        proposals.append(target)
    return proposals


def _samples(rows: Sequence[Sequence[str]], place: int) -> tuple[str, ...]:
    samples: list[str] = []
    for row in rows:
        if len(samples) == _SAMPLES:
            break
        if place < len(row) and row[place] and row[place] not in samples:
            samples.append(row[place])
    return tuple(samples)
