"""Recognize the row of headings of a table, and propose what each of its columns holds."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from core.imports.tables import ImportTable, SheetRow, sheet_of
from core.names import folded

PLACES_OF_A_SECTION: Final = 1000  # the third column of the second section has the place 1,002
_MOST_TITLE_ROWS: Final = 15  # titles and notes above the headings
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_QUESTION: Final = re.compile(r"(?:please )?(?:what(?:s| is| are) |who is |enter |type |choose )?(?:your |the )?")
_ALTERNATIVES: Final = re.compile(r"/|\bor\b", re.IGNORECASE)
_MOST_SECTIONS: Final = 20
_SAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """A column that an import can use.

    Attributes:
        key: Its name in the code.
        title: What people call it.
        synonyms: Other headings for it. Case, spaces and punctuation don't count.
        values: Pattern of values that show what a column holds if its heading doesn't, or "".
    """

    key: str
    title: str
    synonyms: tuple[str, ...] = ()
    values: str = ""

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
    """Return the target of a heading, or "". Brackets and the words of a question don't count.

    "State/region" is a state or a region, if both are the same target.
    """
    plain = plain_heading(heading)
    if plain in keys:
        return keys[plain]
    bare = _BRACKETS.sub(" ", heading)
    short = _QUESTION.sub("", plain_heading(bare))
    if short in keys:
        return keys[short]
    targets = {keys.get(plain_heading(part), "") for part in _ALTERNATIVES.split(bare)}
    return targets.pop() if len(targets) == 1 else ""


def plain_heading(text: str) -> str:
    """Return a heading as it is compared: "E-Mail (private)" is "email private"."""
    words = re.sub(r"[^\w&#+%]+|_", " ", re.sub(r"(?<=\w)-(?=\w)", "", folded(text)))
    return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """What people said about columns.

    Attributes:
        chosen: Targets by the column's place in the table, as posted by a preview. They count first.
        remembered: Targets of earlier sheets, in the order of the columns, by the fingerprint of their headings.
    """

    chosen: Mapping[int, str] = field(default_factory=dict)
    remembered: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a table under one row of headings, such as the hitters of a sheet that lists pitchers below.

    Attributes:
        number: Counted from 0.
        title: The title of the sheet, if there are several.
        fingerprint: The shape of the headings, or "" for a table without.
        proposals: The targets that the headings alone give.
        is_remembered: Whether the targets come from an earlier sheet with the same headings.
    """

    number: int
    headings: Headings
    rows: Sequence[SheetRow]
    title: str = ""
    fingerprint: str = ""
    proposals: tuple[str, ...] = ()
    is_remembered: bool = False

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(column.target for column in self.headings.columns)

    @property
    def columns(self) -> list[tuple[int, SheetColumn]]:
        """Return the columns with their places in the table, which the fields of a preview carry."""
        first = self.number * PLACES_OF_A_SECTION
        return [(first + column.place, column) for column in self.headings.columns]


def find_sections(
    table: ImportTable,
    targets: Sequence[ImportTarget],
    *,
    needed: Collection[str],
    choices: ColumnChoices | None = None,
    fewest: int = 2,
) -> list[Section]:
    """Return the parts of a table that have headings of their own. It is empty if there are none.

    Args:
        needed: Targets of which a row of headings has at least one.
        choices: What people said about the columns, which counts instead of the proposals.
        fewest: Headings that a row of headings has at least.
    """
    finder = _SectionFinder(targets, needed, choices or ColumnChoices(), fewest)
    for sheet, rows in _rows_by_sheet(table):
        finder.add_sheet(table.titles[sheet] if len(table.titles) > 1 else "", rows)
    return finder.sections


def unknown_headings(table: ImportTable, choices: ColumnChoices | None = None) -> list[Section]:
    """Return the table as a section under its first row of words, so that a person can say what the columns hold.

    It is empty if no row could be headings.
    """
    for position, (_, cells) in enumerate(table.rows[:_MOST_TITLE_ROWS]):
        words = [cell for cell in cells if cell]
        if len(words) > 1 and not any(re.fullmatch(r"[\d.,%+-]+", cell) for cell in words):
            finder = _SectionFinder((), (), choices or ColumnChoices())
            finder.add_section("", table.rows, position, len(table.rows))
            return finder.sections
    return []


def fingerprint_of(cells: Sequence[str]) -> str:
    """Return the shape of a row of headings. Case, spaces and punctuation don't count."""
    headings = [plain_heading(cell) for cell in cells]
    while headings and not headings[-1]:
        headings.pop()
    return sha256(json.dumps(headings).encode()).hexdigest()


class _SectionFinder:
    """Collects the sections of a table, sheet by sheet."""

    def __init__(
        self, targets: Sequence[ImportTarget], needed: Collection[str], choices: ColumnChoices, fewest: int = 2
    ) -> None:
        self._fewest = fewest
        self.sections: list[Section] = []
        self._keys = heading_keys(targets)
        self._values = {target.key: re.compile(target.values, re.IGNORECASE) for target in targets if target.values}
        self._needed = frozenset(needed)
        self._choices = choices

    def add_sheet(self, title: str, rows: Sequence[SheetRow]) -> None:
        first = self._first_heading_row(rows)
        if first is None:
            return
        starts = [first]
        for position, (_, cells) in enumerate(rows[first + 1 :], first + 1):
            if self._starts_section(cells) and not _is_same_row(cells, rows[starts[-1]][1]):
                starts.append(position)
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            if len(self.sections) < _MOST_SECTIONS:
                self.add_section(title, rows, start, end)

    def add_section(self, title: str, rows: Sequence[SheetRow], start: int, end: int) -> None:
        """Add the rows up to `end` under the row of headings at `start`."""
        number = rows[start][0]
        cells = self._with_groups(rows, start)
        below = rows[start + 1 : end]
        fingerprint = fingerprint_of(cells)
        samples = [_samples([row for _, row in below], place) for place in range(len(cells))]
        proposals = self._targets(cells, samples, {})
        remembered = self._choices.remembered.get(fingerprint, ())
        chosen = _choices_of_section(self._choices.chosen, len(self.sections))
        is_remembered = len(remembered) == len(cells) and not chosen
        choices = chosen or (dict(enumerate(remembered)) if is_remembered else {})
        targets = self._targets(cells, samples, choices)
        columns = tuple(
            SheetColumn(place, heading, samples[place], targets[place]) for place, heading in enumerate(cells)
        )
        self.sections.append(
            Section(
                len(self.sections),
                Headings(number, columns),
                below,
                title,
                fingerprint,
                tuple(proposals),
                is_remembered,
            )
        )

    def _targets(self, cells: Sequence[str], samples: Sequence[Sequence[str]], chosen: Mapping[int, str]) -> list[str]:
        """Return a target for each column: what a person chose, or what its heading says, or else its values."""
        targets = _proposals(cells, self._keys, chosen)
        for place, target in enumerate(targets):
            if not target and place not in chosen:
                proposal = self._target_of_values(samples[place])
                targets[place] = proposal if proposal not in targets else ""
        return targets

    def _target_of_values(self, samples: Sequence[str]) -> str:
        matching = (key for key, pattern in self._values.items() if all(map(pattern.fullmatch, samples)))
        return next(matching, "") if samples else ""

    def _with_groups(self, rows: Sequence[SheetRow], start: int) -> Sequence[str]:
        """Return headings with the heading above several columns, as in "vs LHP" over OB and TB."""
        cells = rows[start][1]
        if start == 0 or rows[start - 1][0] != rows[start][0] - 1:
            return cells
        headings = []
        group = ""
        for place, cell in enumerate(cells):
            above = rows[start - 1][1]
            group = (above[place] if place < len(above) else "") or group
            grouped = f"{group} {cell}"
            is_known = bool(target_of(cell, self._keys)) or not target_of(grouped, self._keys)
            headings.append(cell if is_known else grouped)
        return headings

    def _first_heading_row(self, rows: Sequence[SheetRow]) -> int | None:
        """Return the row with the most headings among the first, or None if no row has enough and a needed one."""
        best_row, most = None, self._fewest - 1
        for position, (_, cells) in enumerate(rows[:_MOST_TITLE_ROWS]):
            if self._is_remembered(cells):
                return position
            targets = self._targets_of(cells)
            if len(targets) > most and targets & self._needed:
                best_row, most = position, len(targets)
        return best_row

    def _starts_section(self, cells: Sequence[str]) -> bool:
        """Return whether most cells are headings. Cells of a player may look like headings too, such as C or E."""
        if self._is_remembered(cells):
            return True
        targets = self._targets_of(cells)
        return len(targets) > 1 and bool(targets & self._needed) and len(targets) * 2 > sum(map(bool, cells))

    def _is_remembered(self, cells: Sequence[str]) -> bool:
        return bool(self._choices.remembered) and fingerprint_of(cells) in self._choices.remembered

    def _targets_of(self, cells: Sequence[str]) -> set[str]:
        return {target for cell in cells if (target := target_of(cell, self._keys))}


def columns_without_headings(
    table: ImportTable, targets: Sequence[ImportTarget], usual: Sequence[str], chosen: Mapping[int, str]
) -> Section:
    """Return all rows of a table as one section, whose columns are what such lists usually hold in this order."""
    width = max((len(cells) for _, cells in table.rows), default=0)
    keys = {target.key for target in targets}
    target_by_place = {place: key for place, key in enumerate(usual[:width]) if key in keys} | dict(chosen)
    cells = [row for _, row in table.rows]
    columns = (SheetColumn(place, "", _samples(cells, place), target_by_place.get(place, "")) for place in range(width))
    return Section(0, Headings(0, tuple(columns)), table.rows)


def heading_keys(targets: Sequence[ImportTarget]) -> dict[str, str]:
    """Return the keys of targets by plain heading. The first target of a heading has it."""
    return {heading: target.key for target in reversed(targets) for heading in target.headings}


def _rows_by_sheet(table: ImportTable) -> Iterator[tuple[int, list[SheetRow]]]:
    for sheet in range(len(table.titles)):
        rows = [row for row in table.rows if sheet_of(row[0]) == sheet]
        if rows:
            yield sheet, rows


def _is_same_row(cells: Sequence[str], headings: Sequence[str]) -> bool:
    return [cell for cell in cells if cell] == [cell for cell in headings if cell]


def _choices_of_section(chosen: Mapping[int, str], section: int) -> dict[int, str]:
    first = section * PLACES_OF_A_SECTION
    return {place - first: target for place, target in chosen.items() if first <= place < first + PLACES_OF_A_SECTION}


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
