"""Read uploaded workbooks in a child process, so that the web server stays small."""

import csv
from functools import partial
from io import StringIO
from typing import Final

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.imports.encodings import DecodedText, UndecodableText, decode_text
from core.imports.text_rows import UnreadableRow, split_rows
from seasons.workbooks import (
    MAX_FILE_SIZE,
    MOST_COLUMNS,
    MOST_ROWS,
    CardFileFaults,
    CellFault,
    WorkbookCell,
    WorkbookContent,
    WorkbookSheet,
    WorkbookSize,
    read_workbook,
)

PLAYERS_SHEET: Final = "Players"
_LIMITS: Final = ReadLimits(seconds=15)
_SMALL_LIMITS: Final = ReadLimits(seconds=5, megabytes=320)


def read_uploaded_workbook(content: bytes, file_name: str, *, only_small: bool = False) -> WorkbookContent:
    """Return the filled rows of an uploaded workbook. Raises CardFileFaults.

    Args:
        only_small: Read nothing of a workbook that takes more than a second.
    """
    reader = partial(read_workbook, content, only_small=only_small)
    limits = _SMALL_LIMITS if only_small else _LIMITS
    try:
        return read_in_child(reader, file_name=file_name, limits=limits, raises=(CardFileFaults,))
    except UnreadableFile as error:
        raise CardFileFaults([CellFault(str(error))]) from error


def read_uploaded_cards(content: bytes, file_name: str, *, only_small: bool = False) -> WorkbookContent:
    """Return a card file: a workbook, or a text file whose rows are players. Raises CardFileFaults."""
    if content.startswith(b"PK"):
        return read_uploaded_workbook(content, file_name, only_small=only_small)
    if len(content) > MAX_FILE_SIZE:
        raise CardFileFaults(
            [CellFault(f"This file has {len(content):,} bytes, but at most {MAX_FILE_SIZE:,} are read.")]
        )
    try:
        split = split_rows(decode_text(content).text).rows
    except (UndecodableText, UnreadableRow) as error:
        raise CardFileFaults([CellFault(str(error))]) from error
    rows = [(row.number, [WorkbookCell(cell or None, "s") for cell in row.cells]) for row in split if any(row.cells)]
    widest = max((len(cells) for _, cells in rows), default=0)
    if len(rows) > MOST_ROWS + 1 or widest > MOST_COLUMNS:
        text = f"A text file can have {MOST_ROWS:,} rows and {MOST_COLUMNS} columns. This one has more."
        raise CardFileFaults([CellFault(text)])
    size = WorkbookSize(len(rows), sum(len(cells) for _, cells in rows))
    if only_small and not size.is_small:
        return WorkbookContent(size, was_read=False, is_text=True)
    return WorkbookContent(size, [WorkbookSheet(PLAYERS_SHEET, rows)], is_text=True)


def read_uploaded_text(content: bytes, file_name: str, *, most_rows: int) -> DecodedText:
    """Return the text of an uploaded table. The first sheet of a workbook becomes lines with tabs.

    Raises:
        UndecodableText: The file is neither text nor a workbook.
        CardFileFaults: The workbook can't be read, or has too many rows.
    """
    if not content.startswith(b"PK"):
        return decode_text(content)
    sheets = read_uploaded_workbook(content, file_name).sheets
    if not sheets:
        return DecodedText("")
    sheet = sheets[0]
    if sheet.rows and sheet.rows[-1][0] > most_rows:
        raise CardFileFaults([CellFault(f"there are more than {most_rows} rows", sheet.title, sheet.rows[-1][0])])
    return DecodedText(sheet_text(sheet, most_rows))


def sheet_text(sheet: WorkbookSheet, most_rows: int) -> str:
    """Return the first rows of a sheet as lines of cells with tabs. The line of a row has its number."""
    cells_by_row = dict(sheet.rows)
    lines = StringIO(newline="")
    writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
    for number in range(1, min(max(cells_by_row, default=0), most_rows) + 1):
        writer.writerow([_text_of(cell.value) for cell in cells_by_row.get(number, [])])
    return lines.getvalue()


def _text_of(value: object) -> str:
    """Return a cell as text on one line."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())
