"""Split text into rows of cells separated by commas, semicolons, tabs or the separator in a "sep=" line."""

import csv
import re
from typing import Final, NamedTuple

from core.errors import Refused
from core.names import clean_name
from core.refusals import FileRefusal

MOST_ROWS: Final = 5000  # maximum for an imported sheet
SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", "|": "bars", ",": "commas"}
_MOST_BREAKS: Final = 10  # line breaks in a single cell
_Line = tuple[int, str]


class UnreadableRow(Refused):
    """The line can't be split into cells."""


class TextRow(NamedTuple):
    """A row with its first line's number. `separator` is set if it differs from the first row's separator."""

    number: int
    cells: list[str]
    separator: str = ""


class TextRows(NamedTuple):
    """A text's rows, including empty rows, and the first row's separator."""

    rows: list[TextRow]
    separator: str


def separator_name(mark: str) -> str:
    return SEPARATORS.get(mark, f"“{mark}”")


def split_rows(text: str) -> TextRows:
    """Return a text's numbered rows. A row without the usual separator can use another.

    Raise UnreadableRow if a line can't be split.
    """
    lines = [*enumerate(text.replace("\x00", " ").splitlines(), 1)]
    stated = _stated_separator(lines)
    if stated:
        lines = [(number, line) for number, line in lines if number > stated[0]]
    separator = stated[1] if stated else _separator(next((line for _, line in lines if _separator(line, "")), ""))
    rows: list[TextRow] = []
    for number, record in _records(lines, separator):
        mark = separator if separator in record else _separator(record, separator)
        rows.append(TextRow(number, _cells(record, mark), "" if mark == separator else mark))
    return TextRows(rows, separator)


def _stated_separator(lines: list[_Line]) -> tuple[int, str] | None:
    """Return the line number and separator of a "sep=;" line from a spreadsheet, if any."""
    number, line = next(((number, line) for number, line in lines if line.strip()), (0, ""))
    match = re.fullmatch(r'\s*"?sep=(\\t|.)"?\s*', line, re.IGNORECASE)
    return (number, match[1].replace("\\t", "\t")) if match else None


def _records(lines: list[_Line], mark: str) -> list[_Line]:
    """Join lines that belong to the same quoted cells. An unclosed quote doesn't join anything."""
    records: list[_Line] = []
    place = 0
    while place < len(lines):
        number, record = lines[place]
        end = place + 1
        while _has_open_quote(record, mark) and end < len(lines) and end - place < _MOST_BREAKS:
            record = f"{record}\n{lines[end][1]}"
            end += 1
        if _has_open_quote(record, mark):
            record, end = lines[place][1], place + 1
        records.append((number, record))
        place = end
    return records


def _has_open_quote(record: str, mark: str) -> bool:
    try:
        list(csv.reader([record], delimiter=mark, skipinitialspace=True, strict=True))
    except csv.Error as fault:
        return "unexpected end" in str(fault)
    return False


def _cells(record: str, mark: str) -> list[str]:
    try:
        rows = csv.reader(record.splitlines(keepends=True), delimiter=mark, skipinitialspace=True)
        return [_without_mark(clean_name(cell)) for row in rows for cell in row]
    except csv.Error:
        raise UnreadableRow(FileRefusal.LINE_TOO_LONG) from None


def _without_mark(cell: str) -> str:
    """Remove the apostrophe that exports put before formulas."""
    return cell[1:] if re.match(r"'[=+\-@]", cell) else cell


def _separator(line: str, usual: str = ",") -> str:
    return next((mark for mark in SEPARATORS if mark in line), usual)
