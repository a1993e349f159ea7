"""Charts as text for the play table."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

OWN_CHART = "Pennant's own chart, because the rules don't print it"
REPLACED = "your chart, in place of Pennant's"


class ChartDisplay(NamedTuple):
    """A chart in use, with its purpose, its rows as in the file, and the source of its numbers.

    `is_house` means that the rules don't print the chart, or print only part of it. `notes` are the comments at the top
    of our file.
    """

    purpose: str
    rows: Mapping[str, Any]
    is_house: bool
    is_replaced: bool
    notes: str = ""


def chart_text(name: str, chart: ChartDisplay) -> str:
    """Return a whole chart with its purpose and source."""
    source = REPLACED if chart.is_replaced else OWN_CHART if chart.is_house else "as printed"
    notes = [] if chart.is_replaced else [f"  {line}" for line in chart.notes.splitlines()]
    return "\n".join([f"{name}: {chart.purpose}; {source}", *notes, *_lines(chart.rows)])


def head_notes(text: str) -> str:
    """Return the comments at the top of a chart file."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return "\n".join(lines)


def _lines(rows: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield one line per row, below a heading for each section."""
    width = max((len(key) for key, value in rows.items() if not _is_table(value)), default=0)
    for key, value in rows.items():
        if _is_table(value):
            heading = f"{path}{key}"
            yield f"  [{heading}]"
            yield from _lines(value, f"{heading}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (f"    {_cell(row)}" for row in value)
        else:
            yield f"    {key:<{width}}  {_row(value)}"


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(cell, dict | list) for cell in value.values())


def _row(value: Any) -> str:
    if isinstance(value, list):
        width = max((len(_cell(cell)) for cell in value), default=0)
        return " ".join(_cell(cell).ljust(width) for cell in value).rstrip()
    return _cell(value)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(cell)}" for key, cell in value.items())
    if isinstance(value, list):
        is_range = len(value) == 2 and all(isinstance(cell, int) for cell in value)
        return f"{value[0]}-{value[1]}" if is_range else " ".join(map(_cell, value)) or "none"
    return str(value)
