"""Open uploaded workbooks safely, within size limits, and report errors with their cells."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, time
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from seasons.slim_openpyxl import keep_numpy_out_of_openpyxl

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_FILE_SIZE: Final = 3 * 1024 * 1024
MAX_UNPACKED_SIZE: Final = 24 * 1024 * 1024  # the largest legal card set has about a third of this
MAX_PARTS: Final = 200
MAX_ROWS: Final = 20_000  # per sheet, including empty rows; a card set has 5,000
MAX_CELLS: Final = 400_000  # per sheet, including empty cells; 5,000 rows with 60 columns have 300,000
MOST_ROWS: Final = 5000  # filled rows per sheet
MOST_COLUMNS: Final = 100
LONGEST_TEXT: Final = 1000  # characters loaded per cell; no column accepts more
BROKEN: Final = "This file can't be read completely. Open it in your spreadsheet program and save it again as .xlsx."
_SMALL_ROWS: Final = 2_000
_SMALL_CELLS: Final = 20_000
MAX_TAGS: Final = 2_500_000  # XML tags in one part; 5,000 rows with 60 text cells have 1,800,000


@dataclass(frozen=True, slots=True)
class CellFault:
    """An error in a workbook. Rows and columns count from 1, and 0 means none."""

    text: str
    sheet: str = ""
    row: int = 0
    column: int = 0
    heading: str = ""

    @property
    def letter(self) -> str:
        from openpyxl.utils import get_column_letter  # noqa: PLC0415

        return get_column_letter(self.column) if self.column else ""

    @property
    def place(self) -> str:
        """Return the place, such as "Players, row 14, column H (AB)", or "" for an error in the whole file."""
        parts = [self.sheet] if self.sheet else []
        if self.row:
            parts.append(f"row {self.row}")
        if self.column:
            heading = f" ({self.heading})" if self.heading else ""
            parts.append(f"column {self.letter}{heading}")
        return ", ".join(parts)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class CardFileFaults(ValueError):
    """A card file can't be used. `faults` lists all of its errors, in sheet order."""

    def __init__(self, faults: list[CellFault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults

    def __reduce__(self) -> tuple[type["CardFileFaults"], tuple[list[CellFault]]]:
        """Allow pickling, so that errors can pass between processes."""
        return type(self), (self.faults,)


class BrokenWorkbook(CardFileFaults):
    """A file with a harmless size that openpyxl can't read. A different library might."""


@dataclass(frozen=True, slots=True)
class WorkbookSize:
    """The number of rows and cells in a workbook, counted before parsing."""

    rows: int
    cells: int

    @property
    def is_small(self) -> bool:
        """Return whether the workbook can be parsed within a second, during the request."""
        return self.rows <= _SMALL_ROWS and self.cells <= _SMALL_CELLS


class WorkbookCell(NamedTuple):
    """A cell. `data_type` is openpyxl's type: "f" for a formula, "e" for an error."""

    value: Any
    data_type: str


WorkbookRow = tuple[int, list[WorkbookCell]]  # number and cells


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A sheet with its filled rows. It has too many if there are more than MOST_ROWS below the headings."""

    title: str
    rows: list[WorkbookRow]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class WorkbookContent:
    """A workbook as plain values. `was_read` is False for a long one if only a small one was requested.

    A text file counts as a workbook with one sheet (`is_text`). `notes` lists values that a person should check.
    """

    size: WorkbookSize
    sheets: list[WorkbookSheet] = field(default_factory=list)
    was_read: bool = True
    is_text: bool = False
    notes: list[CellFault] = field(default_factory=list)


def check_workbook(file: BinaryIO) -> WorkbookSize:
    """Check a workbook's size and return it. Raise CardFileFaults if it is too large or broken."""
    _check_size(file)
    return _check_parts(file)


def read_workbook(content: bytes, *, only_small: bool = False) -> WorkbookContent:
    """Return the filled rows in all sheets. Raise CardFileFaults if the file is too large or broken.

    Args:
        only_small: Whether to skip a workbook that takes more than a second to parse.
    """
    keep_numpy_out_of_openpyxl()
    file = BytesIO(content)
    size = check_workbook(file)
    if only_small and not size.is_small:
        return WorkbookContent(size, was_read=False)
    workbook = open_workbook(file)
    try:
        sheets = [
            WorkbookSheet(sheet.title, list(_filled_rows(sheet)), sheet.sheet_state != "visible")
            for sheet in workbook.worksheets
        ]
    except MemoryError:
        raise
    except Exception:  # sheets are unpacked while they are parsed, so errors in them appear only here
        raise BrokenWorkbook([CellFault(BROKEN)]) from None
    return WorkbookContent(size, sheets)


def _filled_rows(sheet: Any) -> Iterator[WorkbookRow]:
    sheet.reset_dimensions()  # the size declared in the file may be wrong
    blank: Any = None
    error = 0
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), 1):
        if row is blank:  # openpyxl fills gaps of up to a million rows with the same row object
            continue
        width = max((place for place, cell in enumerate(row, 1) if cell.value is not None), default=0)
        if not width:
            blank = row
            continue
        yield number, [WorkbookCell(plain_value(cell.value), cell.data_type) for cell in row[:width]]
        error += 1
        if error > MOST_ROWS + 1:  # including the headings
            return


def plain_value(value: Any) -> Any:
    """Return a value without library classes, such as those for formulas."""
    if isinstance(value, int | float | date | time | None):
        return value
    return str(value)[:LONGEST_TEXT]


def open_workbook(file: BinaryIO) -> "Workbook":
    """Open a workbook to read row by row. Raise CardFileFaults if it is broken."""
    from openpyxl import load_workbook  # noqa: PLC0415 - loads numpy, and the first page must not wait for it

    check_workbook(file)
    file.seek(0)
    try:
        return load_workbook(file, read_only=True, data_only=False, keep_links=False)
    except Exception:  # openpyxl raises many different exceptions for a broken file
        text = "This file can't be read as an Excel workbook. Save it again as .xlsx."
        raise BrokenWorkbook([CellFault(text)]) from None


def _check_size(file: BinaryIO) -> None:
    size = file.seek(0, 2)
    file.seek(0)
    if size > MAX_FILE_SIZE:
        limit = _megabytes(MAX_FILE_SIZE)
        raise _file_error(f"This file has {_megabytes(size)}, but a card set can have at most {limit}.")


def _check_parts(file: BinaryIO) -> WorkbookSize:
    """Check the sizes declared in the archive. Nothing beyond a declared size is ever unpacked."""
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED_SIZE:
                raise _file_error(
                    f"This file was not opened, because it unpacks to {_megabytes(unpacked)}, more than any real sheet."
                )
            sizes = [_check_content(archive.read(part)) for part in parts]
    except CardFileFaults:
        raise
    except Exception:  # zipfile raises many different exceptions for a broken archive
        text = "This is not an Excel workbook (.xlsx). Open it in a spreadsheet program, and save it again as .xlsx."
        raise _file_error(text) from None
    rows = sum(size.rows for size in sizes)
    cells = sum(size.cells for size in sizes)
    return WorkbookSize(rows, cells)


def _check_content(part: bytes) -> WorkbookSize:
    """Count rows and cells before parsing, because a few kilobytes can contain millions of empty ones."""
    if _has_doctype(part):
        raise _file_error(
            "This file was not opened, because it defines a document type, which no real spreadsheet does."
        )
    plain = part.replace(b"\0", b"") if b"\0" in part[:4] else part  # UTF-16
    rows = plain.count(b"<row") + plain.count(b":row")
    cells = plain.count(b"<c") + plain.count(b":c")
    if rows > MAX_ROWS or cells > MAX_CELLS or plain.count(b"<") > MAX_TAGS:
        raise _file_error(
            f"This file was not opened, because a sheet has {rows:,} rows, or far more cells or styles than a card set "
            "needs. Copy the filled-in cells to the template and save it."
        )
    return WorkbookSize(rows, cells)


def _has_doctype(part: bytes) -> bool:
    """Return whether there is a document type. Entities, which can expand a small file without limit, need one."""
    return any("<!DOCTYPE".encode(coding) in part for coding in ("utf-8", "utf-16-le", "utf-16-be"))


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"


def _file_error(text: str) -> CardFileFaults:
    return CardFileFaults([CellFault(text)])
