"""Recognize the row of headings of a table, and propose what each of its columns holds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.names import folded

_MOST_TITLE_ROWS: Final = 15  # titles and notes above the headings
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
    """The row of headings by its position in the table, and the columns below it."""

    row: int
    columns: tuple[SheetColumn, ...]

    @property
    def by_target(self) -> Mapping[str, SheetColumn]:
        return {column.target: column for column in self.columns if column.target}

    @property
    def unused(self) -> list[str]:
        return [column.heading for column in self.columns if column.heading and not column.target]


def plain_heading(text: str) -> str:
    """Return a heading as it is compared: "E-Mail (private)" is "email private"."""
    words = re.sub(r"[^\w&#+%]+|_", " ", re.sub(r"(?<=\w)-(?=\w)", "", folded(text)))
    return " ".join(words.split())


def find_headings(
    rows: Sequence[Sequence[str]], targets: Sequence[ImportTarget], chosen: Mapping[int, str] | None = None
) -> Headings | None:
    """Return the row with the most headings of these targets, or None if no row has two.

    Args:
        chosen: Targets by the column's place, which count instead of the proposals. "" leaves the column out.
    """
    keys = {heading: target.key for target in reversed(targets) for heading in target.headings}
    best_row, most = -1, 1
    for number, row in enumerate(rows[:_MOST_TITLE_ROWS]):
        count = len({keys[plain_heading(cell)] for cell in row if plain_heading(cell) in keys})
        if count > most:
            best_row, most = number, count
    if best_row < 0:
        return None
    proposed = _proposals(rows[best_row], keys, chosen or {})
    below = rows[best_row + 1 :]
    columns = [
        SheetColumn(place, heading, _samples(below, place), proposed[place])
        for place, heading in enumerate(rows[best_row])
    ]
    return Headings(best_row, tuple(columns))


def _proposals(row: Sequence[str], keys: Mapping[str, str], chosen: Mapping[int, str]) -> list[str]:
    """Return a target for each column. The first column of a name has it."""
    used: set[str] = set(chosen.values())
    proposals = []
    for place, heading in enumerate(row):
        target = keys.get(plain_heading(heading), "")
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
