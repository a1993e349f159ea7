"""Read uploaded workbooks in a child process, so that the web server stays small."""

import csv
from functools import partial
from io import StringIO
from typing import Final

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.imports.encodings import DecodedText, decode_text
from seasons.workbooks import CardFileFaults, CellFault, WorkbookContent, WorkbookSheet, read_workbook

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
