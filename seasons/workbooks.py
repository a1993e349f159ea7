"""Workbooks that somebody sent: an xlsx of bearable size is opened, and every fault in one has its place."""

import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from openpyxl import Workbook

LARGEST_FILE: Final = 3 * 1024 * 1024
LARGEST_UNPACKED: Final = 24 * 1024 * 1024  # the longest legal card set has about a third of it
MOST_PARTS: Final = 200
MOST_ROWS: Final = 20_000  # of a sheet, empty ones too; a card set has 5,000
MOST_CELLS: Final = 400_000  # likewise; 5,000 rows of 60
_SMALL_ROWS: Final = 2_000  # few of them filled in: cells decide
_SMALL_CELLS: Final = 20_000
MOST_MARKS: Final = 2_500_000  # of XML in one part; 5,000 rows of 60 cells with words in them have 1,800,000


@dataclass(frozen=True, slots=True)
class CellFault:
    """One fault. Row and column count from 1 as the spreadsheet shows them; 0 where the fault is not in one."""

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
        """Such as "Players, row 14, column H (AB)"; empty where the whole file is at fault."""
        row = f"row {self.row}" if self.row else ""
        heading = f" ({self.heading})" if self.heading else ""
        column = f"column {self.letter}{heading}" if self.column else ""
        return ", ".join(filter(None, (self.sheet, row, column)))

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class CardFileFaults(ValueError):
    """The file cannot be used; `faults` has everything that is wrong with it, in the order of the sheets."""

    def __init__(self, faults: list[CellFault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Extent:
    """How much a workbook holds, of all its parts, counted before any is read."""

    rows: int
    cells: int

    @property
    def is_small(self) -> bool:
        """Read in a second, by whoever sent it; a card set of a whole league is not."""
        return self.rows <= _SMALL_ROWS and self.cells <= _SMALL_CELLS


def check_workbook(file: BinaryIO) -> Extent:
    """Whether it is of bearable size. Raises CardFileFaults with one fault."""
    _check_size(file)
    return _check_parts(file)


def open_workbook(file: BinaryIO) -> "Workbook":
    """The workbook, to be read row by row. Raises CardFileFaults with one fault."""
    from openpyxl import load_workbook  # noqa: PLC0415 - brings numpy, for which no first page waits

    check_workbook(file)
    file.seek(0)
    try:
        return load_workbook(file, read_only=True, data_only=False, keep_links=False)
    except Exception:  # openpyxl lets through whatever its parsers meet in a broken file
        raise _refusal("This file cannot be read as an Excel workbook; save it anew as .xlsx.") from None


def _check_size(file: BinaryIO) -> None:
    size = file.seek(0, 2)
    file.seek(0)
    if size > LARGEST_FILE:
        raise _refusal(f"This file has {_megabytes(size)}; a card set has at most {_megabytes(LARGEST_FILE)}.")


def _check_parts(file: BinaryIO) -> Extent:
    """Sizes are those the archive declares; more than it declares is never unpacked."""
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MOST_PARTS or unpacked > LARGEST_UNPACKED:
                raise _refusal(
                    f"This file unpacks to {_megabytes(unpacked)}, which no card set needs; it is not opened."
                )
            extents = [_check_content(archive.read(part)) for part in parts]
    except CardFileFaults:
        raise
    except Exception:  # zipfile lets through whatever it meets in a broken archive, negative places in the file too
        raise _refusal("This is not an Excel workbook (.xlsx). Fill in the template and save it as .xlsx.") from None
    return Extent(sum(extent.rows for extent in extents), sum(extent.cells for extent in extents))


def _check_content(part: bytes) -> Extent:
    """Counted before anything is parsed: a few kilobytes can hold millions of rows, cells or styles without a value."""
    if _declares_a_document_type(part):
        raise _refusal("This file defines its own document type, which no spreadsheet does; it is not opened.")
    plain = part.replace(b"\0", b"") if b"\0" in part[:4] else part  # UTF-16, as far as marks go
    rows = plain.count(b"<row") + plain.count(b":row")
    cells = plain.count(b"<c") + plain.count(b":c")
    if rows > MOST_ROWS or cells > MOST_CELLS or plain.count(b"<") > MOST_MARKS:
        raise _refusal(
            f"A sheet of this file has {rows:,} rows, most of them empty, or far more cells or styles than a card set "
            "needs; it is not opened. Copy what is filled in into the template and save that."
        )
    return Extent(rows, cells)


def _declares_a_document_type(part: bytes) -> bool:
    """Entities, with which a small file can swell without end, need one."""
    return any("<!DOCTYPE".encode(coding) in part for coding in ("utf-8", "utf-16-le", "utf-16-be"))


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"


def _refusal(text: str) -> CardFileFaults:
    return CardFileFaults([CellFault(text)])
