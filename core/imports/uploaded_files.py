"""Read uploaded workbooks and text files in a child process, to limit the web server's memory."""

import re
import zipfile
from functools import partial
from io import BytesIO
from typing import Final

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.imports.encodings import UndecodableText, decode_text
from core.imports.text_rows import TextRows, UnreadableRow, separator_name, split_rows
from seasons.workbooks import (
    MAX_FILE_SIZE,
    MOST_COLUMNS,
    MOST_ROWS,
    BrokenWorkbook,
    CardFileFaults,
    CellFault,
    WorkbookCell,
    WorkbookContent,
    WorkbookSheet,
    WorkbookSize,
    check_workbook,
    read_workbook,
)

PLAYERS_SHEET: Final = "Players"
LIMITS: Final = ReadLimits(seconds=10, megabytes=200)
_OLE_MARK: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # xls files and password-protected workbooks
_FOREIGN_PARTS: Final = frozenset(("content.xml", "xl/workbook.bin"))  # parts of ods and xlsb files
_MACROS: Final = "xl/vbaProject.bin"
_MACRO_NOTE: Final = "This workbook has macros. Pennant did not run them."
_MOST_LINES_NAMED: Final = 8


def read_uploaded_cards(content: bytes, file_name: str, *, only_small: bool = False) -> WorkbookContent:
    """Return the content of a card file, a workbook or a text with a row for each player.

    Raise CardFileFaults if the file has faults.

    Args:
        only_small: Skip workbooks that take more than a second.
    """
    reader = partial(read_content, content, text_sheet=PLAYERS_SHEET, only_small=only_small)
    try:
        return read_in_child(reader, file_name=file_name, limits=LIMITS, raises=(CardFileFaults,))
    except UnreadableFile as error:
        raise CardFileFaults([CellFault(str(error))]) from error


def read_content(content: bytes, *, text_sheet: str = "", only_small: bool = False) -> WorkbookContent:
    """Return the sheets in a file of any kind. Run this in a child process. Raise CardFileFaults on errors.

    Args:
        text_sheet: The sheet title for a text file.
        only_small: Skip workbooks that take more than a second.
    """
    if content.startswith(b"PK"):
        return _read_archive(content, only_small=only_small)
    if content.startswith(_OLE_MARK):
        return _foreign_workbook(content)
    if len(content) > MAX_FILE_SIZE:
        text = f"This file is {len(content):,} bytes, but the limit is {MAX_FILE_SIZE:,}."
        raise CardFileFaults([CellFault(text)])
    try:
        return _read_text(content, text_sheet, only_small=only_small)
    except (UndecodableText, UnreadableRow) as error:
        raise CardFileFaults([CellFault(str(error))]) from error


def _read_archive(content: bytes, *, only_small: bool) -> WorkbookContent:
    size = check_workbook(BytesIO(content))
    if only_small and not size.is_small:
        return WorkbookContent(size, was_read=False)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = frozenset(archive.namelist())
    if parts & _FOREIGN_PARTS:
        return _foreign_workbook(content)
    try:
        workbook = read_workbook(content)
    except BrokenWorkbook:
        workbook = _foreign_workbook(content)
    if _MACROS in parts:
        workbook.notes.append(CellFault(_MACRO_NOTE))
    return workbook


def _foreign_workbook(content: bytes) -> WorkbookContent:
    from core.imports.foreign_workbooks import read_foreign_workbook  # noqa: PLC0415 - a library most files don't need

    return read_foreign_workbook(content)


def _read_text(content: bytes, title: str, *, only_small: bool) -> WorkbookContent:
    text, guessed, other_lines = decode_text(content)
    notes = _encoding_notes(guessed, other_lines)
    if re.match(r"\s*<[!a-z]", text[:200], re.IGNORECASE):
        from core.imports.foreign_workbooks import is_web_page, read_web_page  # noqa: PLC0415

        if is_web_page(content):
            page = read_web_page(text)
            page.notes.extend(notes)
            return page
    return text_content(split_rows(text), title, notes, only_small=only_small)


def text_content(split: TextRows, title: str, notes: list[CellFault], *, only_small: bool = False) -> WorkbookContent:
    """Return a text's rows as a sheet. Raise CardFileFaults if there are too many rows."""
    rows = [
        (row.number, [WorkbookCell(cell or None, "s") for cell in row.cells]) for row in split.rows if any(row.cells)
    ]
    widest = max((len(cells) for _, cells in rows), default=0)
    if len(rows) > MOST_ROWS + 1 or widest > MOST_COLUMNS:
        text = f"A text file can have {MOST_ROWS:,} rows and {MOST_COLUMNS} columns. This one has more."
        raise CardFileFaults([CellFault(text)])
    size = WorkbookSize(len(rows), sum(len(cells) for _, cells in rows))
    if only_small and not size.is_small:
        return WorkbookContent(size, was_read=False, is_text=True)
    return WorkbookContent(size, [WorkbookSheet(title, rows)], is_text=True, notes=notes + _separator_notes(split))


def _encoding_notes(guessed: str, other_lines: tuple[int, ...]) -> list[CellFault]:
    if other_lines:
        text = f"{_listed('Line', other_lines)} has a different encoding from the rest. Check the accents there."
        return [CellFault(text)]
    if guessed:
        text = f"The file is not in UTF-8 and was read as {guessed}. Check the accents before you confirm."
        return [CellFault(text)]
    return []


def _separator_notes(split: TextRows) -> list[CellFault]:
    usual = separator_name(split.separator)
    return [
        CellFault(f"Line {row.number} was read with {separator_name(row.separator)}, the first with {usual}.")
        for row in [row for row in split.rows if row.separator][:_MOST_LINES_NAMED]
    ]


def _listed(noun: str, numbers: tuple[int, ...]) -> str:
    """Return text such as "Line 7" or "Line 7, 9 and others"."""
    shown = ", ".join(map(str, numbers[:_MOST_LINES_NAMED]))
    return f"{noun} {shown}{' and others' if len(numbers) > _MOST_LINES_NAMED else ''}"
