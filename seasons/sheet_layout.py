"""How a sheet of a workbook is laid out: column widths, a filter, and a page that fits the width."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

NARROWEST: Final = 6
WIDEST: Final = 48
_LETTER: Final = 1  # paper size


def lay_out(sheet: Any, widths: Sequence[float], *, rows: int = 0, freeze: str = "A2") -> None:
    """Prepare a write-only sheet before its first row.

    Args:
        widths: in characters, one for each column.
        rows: how many are filtered, with the heading; 0 for a sheet that is no table.
        freeze: the first cell that scrolls.
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
    sheet.page_setup.paperSize = _LETTER
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0


def widths_of(rows: Iterable[Sequence[object]]) -> list[float]:
    """Return a width for each column that shows its longest text, within reason."""
    widths: list[float] = []
    for row in rows:
        widths += [NARROWEST] * (len(row) - len(widths))
        for place, value in enumerate(row):
            longest = max(map(len, str("" if value is None else value).splitlines() or [""]))
            widths[place] = min(WIDEST, max(widths[place], longest + 2))
    return widths
