"""Read an uploaded file or pasted cells as a single table, with numbered rows of text and notes about possible errors.

If there are several sheets, their rows are joined. Each row number encodes the sheet and the row.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import partial
from io import StringIO
from typing import Any, Final

from core.child_process import ReadLimits, read_in_child
from core.errors import Refused
from core.imports.text_rows import MOST_ROWS, split_rows
from core.imports.uploaded_files import LIMITS, read_content, text_content
from core.names import clean_name
from core.refusals import FileRefusal
from seasons.workbooks import (
    LONGEST_TEXT,
    MAX_ROWS,
    MOST_COLUMNS,
    CardFileFaults,
    CellFault,
    WorkbookCell,
    WorkbookContent,
    WorkbookSheet,
)

SheetRow = tuple[int, Sequence[str]]  # number and cells
ROWS_OF_A_SHEET: Final = 1_000_000  # row 3 in the second sheet has the number 1,000,003
MOST_SHEETS: Final = 9
_MOST_NOTES: Final = 30
_NO_VALUE: Final = "has a formula without a saved value. Enter the value instead."


class UnreadableTable(Refused):
    """The file or pasted text can't be read as a table."""


@dataclass(frozen=True, slots=True)
class ImportTable:
    """The filled rows from all visible sheets.

    Attributes:
        titles: The sheets' titles, in the order of the row numbers.
        notes: Possible errors to check, with their locations.
    """

    rows: list[SheetRow]
    titles: tuple[str, ...] = ("",)
    notes: list[str] = field(default_factory=list)

    def place(self, number: int) -> str:
        """Return a row's location, such as "Row 3", or "Pitchers, row 3" in a workbook with several sheets."""
        sheet, row = divmod(number, ROWS_OF_A_SHEET)
        if len(self.titles) < 2 or sheet >= len(self.titles):
            return f"Row {row}"
        return f"{self.titles[sheet] or f'Sheet {sheet + 1}'}, row {row}"

    def first_sheet(self) -> "ImportTable":
        """Return the first sheet's table, with a note if there are other sheets."""
        if len(self.titles) < 2:
            return self
        rows = [row for row in self.rows if sheet_of(row[0]) == 0]
        note = f"Only the first sheet, “{self.titles[0]}”, was read."
        return ImportTable(rows, self.titles[:1], [*self.notes, note])

    def sheet_as_text(self) -> str:
        """Return the first sheet as tab-separated lines. Each line has the same number as its row."""
        cells_by_row = {number: cells for number, cells in self.rows if sheet_of(number) == 0}
        lines = StringIO(newline="")
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
        for number in range(1, max(cells_by_row, default=0) + 1):
            writer.writerow(cells_by_row.get(number, []))
        return lines.getvalue()

    def as_json(self) -> str:
        """Return the table as JSON for a hidden field. `table_from_json` parses it."""
        return json.dumps([self.titles, self.rows], ensure_ascii=False, separators=(",", ":"))


def sheet_of(number: int) -> int:
    """Return the sheet number of a row, starting at 0."""
    return number // ROWS_OF_A_SHEET


def read_table_file(content: bytes, file_name: str, *, limits: ReadLimits = LIMITS) -> ImportTable:
    """Return an uploaded file's table. Raise UnreadableTable or UnreadableFile if it can't be read."""
    return _read(partial(table_of_file, content), file_name, limits)


def read_pasted_table(text: str, *, limits: ReadLimits = LIMITS) -> ImportTable:
    """Return the pasted cells' table. Raise UnreadableTable or UnreadableFile if it can't be read."""
    return _read(partial(table_of_text, text), "The pasted text", limits)


def table_from_json(text: str, *, most_rows: int = MOST_ROWS) -> ImportTable:
    """Return the table in a hidden field, validated like any form data. Raise UnreadableTable if it is damaged."""
    try:
        titles, rows = json.loads(text)
        table = ImportTable(
            [(_row_number(number), [_text(cell) for cell in cells]) for number, cells in rows],
            tuple(_text(title) for title in titles),
        )
    except (ValueError, TypeError, RecursionError):
        raise UnreadableTable(FileRefusal.DAMAGED_PREVIEW) from None
    _check_size(table, most_rows)
    return table


def _row_number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < ROWS_OF_A_SHEET * (MOST_SHEETS + 1):
        raise ValueError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value[:LONGEST_TEXT]


def _read(reader: partial[ImportTable], file_name: str, limits: ReadLimits) -> ImportTable:
    try:
        table = read_in_child(reader, file_name=file_name, limits=limits, raises=(Refused, CardFileFaults))
    except CardFileFaults as faults:
        raise UnreadableTable(FileRefusal.FAULTY_TABLE, file=file_name, faults=str(faults)) from None
    _check_size(table, MOST_ROWS)
    return table


def _check_size(table: ImportTable, most_rows: int) -> None:
    if len(table.rows) > most_rows + 1:
        raise UnreadableTable(FileRefusal.TOO_MANY_ROWS, rows=len(table.rows), most=most_rows)
    if any(len(cells) > MOST_COLUMNS for _, cells in table.rows):
        raise UnreadableTable(FileRefusal.TOO_MANY_COLUMNS, most=MOST_COLUMNS)


def table_of_file(content: bytes) -> ImportTable:
    """Return a file's table. Run this in a child process."""
    book = read_content(content)
    return _table(book, content)


def table_of_text(text: str) -> ImportTable:
    """Return the pasted cells' table without a child process. Use this only for the program's own text and in tests."""
    return _table(text_content(split_rows(text), "", []), b"")


def _table(book: WorkbookContent, content: bytes) -> ImportTable:
    """Join a workbook's visible sheets."""
    filled = [sheet for sheet in book.sheets if sheet.rows]
    visible = [sheet for sheet in filled if not sheet.is_hidden] or filled
    notes = [str(note) for note in book.notes]
    notes += [f"The hidden sheet “{sheet.title}” was not read." for sheet in filled if sheet not in visible]
    if len(visible) > MOST_SHEETS:
        notes.append(f"Only the first {MOST_SHEETS} of {len(visible)} sheets were read.")
    rows: list[SheetRow] = []
    sheets = visible[:MOST_SHEETS]
    shown = {} if book.is_text else _saved_sheets(content)
    for position, sheet in enumerate(sheets):
        reader = _SheetReader(sheet, shown.get(sheet.title))
        rows += [(position * ROWS_OF_A_SHEET + number, cells) for number, cells in reader.rows()]
        notes += reader.notes()
    return ImportTable(rows, tuple(sheet.title for sheet in sheets) or ("",), notes[:_MOST_NOTES])


def _saved_sheets(content: bytes) -> dict[str, Any]:
    """Return saved values and merged cells, which openpyxl doesn't provide when it reads row by row."""
    from core.imports.foreign_workbooks import saved_sheets  # noqa: PLC0415 - a library that text doesn't need

    return saved_sheets(content)


class _SheetReader:
    """Converts a sheet's cells to text, and collects notes."""

    def __init__(self, sheet: WorkbookSheet, shown: Any) -> None:
        self._sheet = sheet
        self._shown = shown
        self._formulas: dict[int, list[int]] = {}
        self._faults: list[CellFault] = []

    def rows(self) -> Iterator[SheetRow]:
        merged = self._merged_down()
        for number, row in self._sheet.rows:
            if number > MAX_ROWS:
                fault = CellFault(f"there are more than {MAX_ROWS:,} rows", self._sheet.title, number)
                raise CardFileFaults([fault])
            cells = [self._text(number, column, cell) for column, cell in enumerate(row, 1)]
            for column, text in merged.get(number, {}).items():
                cells += [""] * (column - len(cells))
                cells[column - 1] = cells[column - 1] or text
            yield number, cells

    def notes(self) -> list[str]:
        notes = []
        for column, numbers in self._formulas.items():
            fault = CellFault("", self._sheet.title, 0, column)
            rows = f"from row {numbers[0]}" if len(numbers) > 1 else f"in row {numbers[0]}"
            count = f"{len(numbers)} formulas {rows}" if len(numbers) > 1 else f"a formula {rows}"
            notes.append(f"{fault.place}: {count}. The saved values were read.")
        return notes + [str(fault) for fault in self._faults]

    def _text(self, number: int, column: int, cell: WorkbookCell) -> str:
        if cell.data_type == "f":
            value = self._shown.value(number, column) if self._shown else None
            if value is None:
                self._faults.append(CellFault(_NO_VALUE, self._sheet.title, number, column))
                return ""
            self._formulas.setdefault(column, []).append(number)
            return text_of(value)
        if cell.data_type == "e":
            self._faults.append(CellFault(f"has the error {cell.value}.", self._sheet.title, number, column))
            return ""
        return text_of(cell.value)

    def _merged_down(self) -> dict[int, dict[int, str]]:
        """Return the text for cells merged over several rows, by the row and column of each covered cell."""
        covered: dict[int, dict[int, str]] = {}
        filled = {number for number, _ in self._sheet.rows}
        for (first_row, first_column), (last_row, _) in self._shown.merged if self._shown else []:
            value = self._shown.value(first_row + 1, first_column + 1)
            numbers = [number for number in range(first_row + 2, min(last_row + 1, MAX_ROWS) + 1) if number in filled]
            if value is None or not numbers:
                continue
            for number in numbers:
                covered.setdefault(number, {})[first_column + 1] = text_of(value)
            text = f"is merged down to row {numbers[-1]}. “{text_of(value)[:40]}” is used for each of these rows."
            self._faults.append(CellFault(text, self._sheet.title, first_row + 1, first_column + 1))
        return covered


def text_of(value: object) -> str:
    """Return a cell as a single line of text, with whole numbers without a decimal point and dates as 2026-01-15."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date | time):
        return value.isoformat()
    return clean_name(str(value))
