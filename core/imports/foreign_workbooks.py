"""Read spreadsheets that openpyxl can't: xls, xlsb, ods, some broken workbooks, and web page tables saved as xls.

Everything here runs in a child process, because the files are untrusted.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, Final, NamedTuple

from python_calamine import CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from seasons.workbooks import (
    MAX_FILE_SIZE,
    MAX_ROWS,
    MOST_COLUMNS,
    MOST_ROWS,
    CardFileFaults,
    CellFault,
    WorkbookCell,
    WorkbookContent,
    WorkbookRow,
    WorkbookSheet,
    WorkbookSize,
    plain_value,
)

_WEB_PAGE: Final = re.compile(rb"\s*(?:<!doctype\s+html|<html|<table|<meta|<head)", re.IGNORECASE)
_UNREADABLE: Final = "This file can't be read as a spreadsheet. Save it again as .xlsx or CSV."
_PASSWORD: Final = "This file is protected with a password. Save it without one."
_ERROR_MARK: Final = "#"


class SavedSheet(NamedTuple):
    """A sheet's visible content: all cells' saved values, and the merged cells as (first, last) positions from 0."""

    values: list[list[Any]]
    merged: list[tuple[tuple[int, int], tuple[int, int]]]

    def value(self, row: int, column: int) -> Any:
        """Return the saved value at a position counted from 1, or None."""
        if row > len(self.values) or column > len(self.values[row - 1]):
            return None
        value = self.values[row - 1][column - 1]
        return None if value == "" else plain_value(value)


def saved_sheets(content: bytes) -> dict[str, SavedSheet]:
    """Return the visible content of a workbook's sheets, or {} if the workbook can't be read."""
    with suppress(Exception), CalamineWorkbook.from_filelike(BytesIO(content)) as workbook:
        return {
            name: SavedSheet(sheet.to_python(skip_empty_area=False, nrows=MAX_ROWS), sheet.merged_cell_ranges or [])
            for name in workbook.sheet_names
            for sheet in [workbook.get_sheet_by_name(name)]
        }
    return {}


def read_foreign_workbook(content: bytes) -> WorkbookContent:
    """Return the filled rows in all sheets with their saved values. Raise CardFileFaults if the file can't be read."""
    if len(content) > MAX_FILE_SIZE:
        raise _fault(f"This file is {len(content):,} bytes, but the limit is {MAX_FILE_SIZE:,}.")
    try:
        with CalamineWorkbook.from_filelike(BytesIO(content)) as workbook:
            sheets = [
                replace(
                    _sheet(meta.name, workbook.get_sheet_by_name(meta.name)),
                    is_hidden=meta.visible != SheetVisibleEnum.Visible,
                )
                for meta in workbook.sheets_metadata
                if str(meta.typ) == "SheetTypeEnum.WorkSheet"
            ]
    except CardFileFaults:
        raise
    except PasswordError:
        raise _fault(_PASSWORD) from None
    except Exception as error:  # the library raises many kinds of errors for a damaged file
        raise _fault(_PASSWORD if "assword" in str(error) else _UNREADABLE) from None
    return WorkbookContent(_size(sheets), sheets)


def _sheet(title: str, sheet: CalamineSheet) -> WorkbookSheet:
    if sheet.total_height > MAX_ROWS:
        raise CardFileFaults([CellFault(f"there are more than {MAX_ROWS:,} rows", title, MAX_ROWS + 1)])
    rows: list[WorkbookRow] = []
    for number, values in enumerate(sheet.to_python(skip_empty_area=False), 1):
        cells = [_cell(value) for value in values[:MOST_COLUMNS]]
        width = max((place for place, cell in enumerate(cells, 1) if cell.value is not None), default=0)
        if width:
            rows.append((number, cells[:width]))
        if len(rows) > MOST_ROWS + 1:  # one more for the headings
            break
    return WorkbookSheet(title, rows)


def _cell(value: Any) -> WorkbookCell:
    if value == "":
        return WorkbookCell(None, "n")
    is_error = isinstance(value, str) and value.startswith(_ERROR_MARK) and value.endswith(("!", "?", "/A", "/0"))
    return WorkbookCell(plain_value(value), "e" if is_error else "s" if isinstance(value, str) else "n")


def is_web_page(content: bytes) -> bool:
    """Return whether the file is a web page, as some sites send instead of an Excel file."""
    return _WEB_PAGE.match(content.removeprefix(b"\xef\xbb\xbf")[:200]) is not None


def read_web_page(text: str) -> WorkbookContent:
    """Return a web page's tables as sheets. Raise CardFileFaults if it has none."""
    parser = _TableParser()
    parser.feed(text)
    parser.close()
    sheets = [
        WorkbookSheet(f"Table {number}" if len(parser.tables) > 1 else "", [*_web_rows(rows)])
        for number, rows in enumerate(parser.tables, 1)
    ]
    if not any(sheet.rows for sheet in sheets):
        raise _fault("This is a web page without a table. Save the table as CSV or Excel.")
    return WorkbookContent(_size(sheets), sheets, is_text=True)


def _web_rows(rows: list[list[str]]) -> Iterator[WorkbookRow]:
    for number, row in enumerate(rows[: MOST_ROWS + 1], 1):
        if any(row):
            yield number, [WorkbookCell(text or None, "s") for text in row[:MOST_COLUMNS]]


class _TableParser(HTMLParser):
    """Collects the cells' text from all tables. It loads no files and expands only HTML entities."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
            self._is_in_cell = False
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            span = next((value or "" for name, value in attrs if name == "colspan"), "")
            width = min(int(span), MOST_COLUMNS) if re.fullmatch(r"[1-9]\d?", span) else 1
            self._columns_left = width - 1
            if len(self.tables[-1][-1]) < MOST_COLUMNS:
                self.tables[-1][-1].append("")
                self._is_in_cell = True
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._is_in_cell:
            row = self.tables[-1][-1]
            row[-1] = " ".join(row[-1].split())
            row += [""] * self._columns_left
        if tag in ("td", "th", "tr", "table"):
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            self.tables[-1][-1][-1] += data


def _size(sheets: list[WorkbookSheet]) -> WorkbookSize:
    rows = [cells for sheet in sheets for _, cells in sheet.rows]
    return WorkbookSize(len(rows), sum(map(len, rows)))


def _fault(text: str) -> CardFileFaults:
    return CardFileFaults([CellFault(text)])
