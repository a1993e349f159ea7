"""Set the layout of a workbook's sheets: column widths, a filter, and a page that fits the width."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

MIN_WIDTH: Final = 6
MAX_WIDTH: Final = 48
_LETTER_PAPER: Final = 1


def lay_out(sheet: Any, widths: Sequence[float], *, rows: int = 0, freeze: str = "A2") -> None:
    """Prepare a write-only sheet before its first row.

    Args:
        widths: Each column's width in characters.
        rows: Number of rows to filter, including the heading. 0 for a sheet without a table.
        freeze: The first cell that scrolls.
    """
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - slow to import, and only files need it
    from openpyxl.worksheet.properties import PageSetupProperties  # noqa: PLC0415

    for place, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    sheet.freeze_panes = freeze
    if rows:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(widths))}{rows}"
        sheet.print_title_rows = "1:1"
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = _LETTER_PAPER
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0


def column_widths(rows: Iterable[Sequence[object]]) -> list[float]:
    """Return a width for each column that shows its longest text, within limits."""
    widths: list[float] = []
    for row in rows:
        widths += [MIN_WIDTH] * (len(row) - len(widths))
        for place, value in enumerate(row):
            longest = max(map(len, str("" if value is None else value).splitlines() or [""]))
            widths[place] = min(MAX_WIDTH, max(widths[place], longest + 2))
    return widths
