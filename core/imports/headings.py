"""Recognize a table's header row, and propose a target for each column."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from core.imports.tables import ImportTable, SheetRow, sheet_of
from core.names import folded

PLACES_OF_A_SECTION: Final = 1000  # the third column in the second section has the place 1,002
_MOST_TITLE_ROWS: Final = 15  # titles and notes above the header row
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_QUESTION: Final = re.compile(r"(?:please )?(?:what(?:s| is| are) |who is |enter |type |choose )?(?:your |the )?")
_ALTERNATIVES: Final = re.compile(r"/|\bor\b", re.IGNORECASE)
_MOST_SECTIONS: Final = 20
_SAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """A target that an import can assign to a column.

    Attributes:
        key: The target's name in the code.
        title: The target's name on pages.
        synonyms: Other headings for the target, ignoring case, spaces and punctuation.
        values: A pattern for values that identify the target if the heading doesn't, or "".
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
    """A table column with its first values and the proposed target, or "" if nothing is proposed."""

    place: int
    heading: str
    samples: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Headings:
    """A header row and the columns below it. The row number is 0 if the table has no header row."""

    row_number: int
    columns: tuple[SheetColumn, ...]

    def values(self, cells: Sequence[str]) -> dict[str, str]:
        """Return a row's cells by target."""
        targets = self.by_target.items()
        return {key: cells[column.place].strip() if column.place < len(cells) else "" for key, column in targets}

    def repeats(self, cells: Sequence[str]) -> bool:
        """Return whether a row repeats the headings, such as at the top of each printed page."""
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
    """Return a heading's target, or "". Brackets and question words are ignored.

    "State/region" matches a target if both words have the same target.
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
    """Return a heading normalized for comparison: "E-Mail (private)" becomes "email private"."""
    words = re.sub(r"[^\w&#+%]+|_", " ", re.sub(r"(?<=\w)-(?=\w)", "", folded(text)))
    return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """Column targets that people chose.

    Attributes:
        chosen: Targets by the column's place in the table, as posted by a preview. They take priority.
        remembered: Targets from earlier sheets, in column order, keyed by the fingerprint of the headings.
    """

    chosen: Mapping[int, str] = field(default_factory=dict)
    remembered: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a table under its own header row, such as the hitters in a sheet with pitchers below them.

    Attributes:
        number: The section's number, starting at 0.
        title: The sheet's title, if there are several sheets.
        fingerprint: The fingerprint of the headings, or "" for a table without headings.
        proposals: The targets based only on the headings.
        is_remembered: Whether the targets are from an earlier sheet with the same headings.
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
        """The columns with their places in the table, which the preview's field names include."""
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
    """Return the parts of a table with their own header rows, or an empty list if there are none.

    Args:
        needed: Targets of which each header row must have at least one.
        choices: Targets that people chose, which override the proposals.
        fewest: The minimum number of headings in a header row.
    """
    finder = _SectionFinder(targets, needed, choices or ColumnChoices(), fewest)
    for sheet, rows in _rows_by_sheet(table):
        finder.add_sheet(table.titles[sheet] if len(table.titles) > 1 else "", rows)
    return finder.sections


def unknown_headings(table: ImportTable, choices: ColumnChoices | None = None) -> list[Section]:
    """Return the table as a section under its first row of words, so that a person can choose the columns' targets.

    The list is empty if no row could contain headings.
    """
    for position, (_, cells) in enumerate(table.rows[:_MOST_TITLE_ROWS]):
        words = [cell for cell in cells if cell]
        if len(words) > 1 and not any(re.fullmatch(r"[\d.,%+-]+", cell) for cell in words):
            finder = _SectionFinder((), (), choices or ColumnChoices())
            finder.add_section("", table.rows, position, len(table.rows))
            return finder.sections
    return []


def fingerprint_of(cells: Sequence[str]) -> str:
    """Return a fingerprint of the headings, ignoring case, spaces and punctuation."""
    headings = [plain_heading(cell) for cell in cells]
    while headings and not headings[-1]:
        headings.pop()
    return sha256(json.dumps(headings).encode()).hexdigest()


class _SectionFinder:
    """Collects a table's sections, sheet by sheet."""

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
        """Add a section from the header row at `start` up to the row `end`."""
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
        """Return each column's target: a person's choice, or else based on the heading, or else on the values."""
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
        """Return headings combined with group headings above several columns, such as "vs LHP" over OB and TB."""
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
        """Return the row with the most headings near the top, or None if no row has enough, including a needed one."""
        best_row, most = None, self._fewest - 1
        for position, (_, cells) in enumerate(rows[:_MOST_TITLE_ROWS]):
            if self._is_remembered(cells):
                return position
            targets = self._targets_of(cells)
            if len(targets) > most and targets & self._needed:
                best_row, most = position, len(targets)
        return best_row

    def _starts_section(self, cells: Sequence[str]) -> bool:
        """Return whether most cells are headings. A player's cells can look like headings too, such as C or E."""
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
    """Return all of a table's rows as a single section, with the columns in the usual order of such lists."""
    width = max((len(cells) for _, cells in table.rows), default=0)
    keys = {target.key for target in targets}
    target_by_place = {place: key for place, key in enumerate(usual[:width]) if key in keys} | dict(chosen)
    cells = [row for _, row in table.rows]
    columns = (SheetColumn(place, "", _samples(cells, place), target_by_place.get(place, "")) for place in range(width))
    return Section(0, Headings(0, tuple(columns)), table.rows)


def heading_keys(targets: Sequence[ImportTarget]) -> dict[str, str]:
    """Return the targets' keys by plain heading. If several targets share a heading, the first target gets it."""
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
    """Return a target for each column. Only the first column with a name gets its target."""
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
