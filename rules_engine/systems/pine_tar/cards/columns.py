"""A hitting column: the cells 0 to 99, each with one outcome, written as ranges."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rules_engine.systems.pine_tar.cards.outcomes import GROUND_OUT_TO_CATCHER, PRINTED_ORDER, Outcome, outcome

CELLS: Final = 100
Column = tuple[Outcome, ...]
_RANGE = re.compile(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?")


class CardError(ValueError):
    """A card cannot be used; the message names file, card, field and fault."""


def read_column(place: str, rows: object) -> Column:
    """PTM1: a column from outcome -> ranges such as "8-20" or "0-3, 77"; each of 0 to 99 must stand in it once."""
    if not isinstance(rows, Mapping):
        raise CardError(f"{place}: must be a table of outcomes with their ranges, not {rows!r}")
    cells: dict[int, Outcome] = {}
    for text, ranges in rows.items():
        line = _line(place, text)
        for number in numbers(f"{place}, {text}", ranges):
            if number in cells:
                raise CardError(f"{place}, {text}: {number} stands in {cells[number]} already")
            cells[number] = line
    if missing := [number for number in range(CELLS) if number not in cells]:
        raise CardError(f"{place}: {written_ranges(missing)} {'is' if len(missing) == 1 else 'are'} in no line")
    return tuple(cells[number] for number in range(CELLS))


def _line(place: str, text: object) -> Outcome:
    try:
        line = outcome(str(text))
    except ValueError as fault:
        raise CardError(f"{place}: {fault}") from None
    if line == GROUND_OUT_TO_CATCHER:
        raise CardError(f"{place}: GO-C is on no card; it comes of the positive defence alone")
    return line


def numbers(place: str, ranges: object) -> Iterator[int]:
    """The numbers of "0-3, 77". Raises CardError."""
    for part in str(ranges).split(","):
        matched = _RANGE.fullmatch(part.strip())
        if not matched:
            raise CardError(f"{place}: {ranges!r} is no range; write 8-20, 77 or 0-3, 77")
        first, last = int(matched[1]), int(matched[2] or matched[1])
        if last < first:
            raise CardError(f"{place}: {part.strip()} runs backwards")
        yield from range(first, last + 1)


def written_column(column: Column) -> dict[str, str]:
    """The column as it is written in a file, in the printed order: hits, walk, strikeout, ground outs and the rest."""
    cells: dict[Outcome, list[int]] = {}
    for number, line in enumerate(column):
        cells.setdefault(line, []).append(number)
    return {str(line): written_ranges(cells[line]) for line in PRINTED_ORDER if line in cells}


def written_ranges(cells: list[int]) -> str:
    """ "8-20" or "0-3, 77" for numbers in order."""
    runs: list[list[int]] = []
    for number in cells:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
