"""Rejoin CSV cells split at unquoted commas, such as "Griffey, Ken" or "lf-2e4, cf-3e5"."""

from collections.abc import Iterator, Sequence
from typing import Final

from core.imports.headings import Headings
from rules_engine.names import split_name

_WITH_COMMAS: Final = ("fielding", "position", "stealing", "steal", "pitching", "running")
_MOST_SURPLUS: Final = 8


def surplus_cells(headings: Headings, cells: Sequence[str]) -> int:
    """Return the number of cells in a row beyond its headings."""
    filled = max((place for place, cell in enumerate(cells, 1) if cell), default=0)
    return max(0, filled - len(headings.columns))


def joined_rows(headings: Headings, cells: Sequence[str]) -> Iterator[list[str]]:
    """Yield the possible repairs of a row with too many cells: a rejoined name, a rejoined ratings column, or both."""
    surplus = surplus_cells(headings, cells)
    if not 0 < surplus <= _MOST_SURPLUS:
        return
    places = {key: column.place for key, column in headings.by_target.items()}
    name_place = places.get("name", -1)
    for in_name in (0, 1):
        if in_name and not _is_last_name(cells, name_place):
            continue
        row = _joined(cells, name_place, in_name)
        if surplus == in_name:
            yield row
            continue
        for key in _WITH_COMMAS:
            if key in places:
                yield _joined(row, places[key], surplus - in_name)


def _is_last_name(cells: Sequence[str], place: int) -> bool:
    return 0 <= place < len(cells) - 1 and not split_name(cells[place]).first


def _joined(cells: Sequence[str], place: int, more: int) -> list[str]:
    """Return a row with several adjacent cells joined, starting at `place`."""
    if not more:
        return list(cells)
    end = place + more + 1
    return [*cells[:place], ", ".join(cells[place:end]), *cells[end:]]
