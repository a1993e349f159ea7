"""Hitting columns: 100 cells, each with one outcome, written as ranges."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rules_engine.systems.pine_tar.cards.outcomes import GROUND_OUT_TO_CATCHER, PRINTED_ORDER, Outcome, read_outcome

CELLS: Final = 100
Column = tuple[Outcome, ...]
_RANGE = re.compile(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?")


class CardError(ValueError):
    """A card is invalid. The message names the file, card, field and problem."""


def read_column(location: str, rows: object) -> Column:
    """PTM1: Parse a column from outcome -> ranges such as "0-3, 77", covering 0 to 99 once."""
    if not isinstance(rows, Mapping):
        raise CardError(f"{location}: must be a table of outcomes with their ranges, not {rows!r}")
    cells: dict[int, Outcome] = {}
    for text, ranges in rows.items():
        outcome = _read_outcome(location, text)
        for number in read_numbers(f"{location}, {text}", ranges):
            if number in cells:
                raise CardError(f"{location}, {text}: {number} is already in {cells[number]}")
            cells[number] = outcome
    if missing := [number for number in range(CELLS) if number not in cells]:
        raise CardError(f"{location}: {format_ranges(missing)} {'is' if len(missing) == 1 else 'are'} in no line")
    return tuple(cells[number] for number in range(CELLS))


def _read_outcome(location: str, text: object) -> Outcome:
    try:
        outcome = read_outcome(str(text))
    except ValueError as error:
        raise CardError(f"{location}: {error}") from None
    if outcome == GROUND_OUT_TO_CATCHER:
        raise CardError(f"{location}: no card has GO-C; only positive defense gives it")
    return outcome


def read_numbers(location: str, ranges: object) -> Iterator[int]:
    """Yield the numbers in ranges such as "0-3, 77". Raise CardError for invalid text."""
    for part in str(ranges).split(","):
        match = _RANGE.fullmatch(part.strip())
        if not match:
            raise CardError(f"{location}: {ranges!r} is not a range; write 8-20, 77 or 0-3, 77")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise CardError(f"{location}: {part.strip()} is in reverse order")
        yield from range(first, last + 1)


def format_column(column: Column) -> dict[str, str]:
    """Return outcome -> ranges in printed order."""
    cells: dict[Outcome, list[int]] = {}
    for number, outcome in enumerate(column):
        cells.setdefault(outcome, []).append(number)
    return {str(outcome): format_ranges(cells[outcome]) for outcome in PRINTED_ORDER if outcome in cells}


def format_ranges(cells: list[int]) -> str:
    """Format sorted numbers as ranges such as "0-3, 77"."""
    runs: list[list[int]] = []
    for number in cells:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
