"""Read a pasted or uploaded list of teams, one per line, including our own exports.

Cells are separated by commas, semicolons or tabs.
"""

import csv
import re
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import zip_longest

from core.contacts import find_contacts, remove_contacts
from core.errors import Refused
from core.names import clean_name, folded
from seasons.workbooks import CardFileFaults
from tournaments.queries.entrants import Entrant, Person, without_placeholders
from tournaments.refusals import EntrantListRefusal
from tournaments.uploaded_workbooks import read_uploaded_workbook

MOST_LINES = 200
_SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_COLUMNS = ("team", "manager", "second manager", "home town", "region", "proxy")
_EXPORT_COLUMNS = ("division", "draft position", "kind")  # further columns of our own export
_CONTACTS = ("contact",)
_KNOWN = frozenset((*_COLUMNS, *_EXPORT_COLUMNS, *_CONTACTS))
_MOST_SHEET_ROWS, _MOST_SHEET_COLUMNS = MOST_LINES + 20, 40  # limits of a worksheet
_MANAGER_SEPARATOR = re.compile(r"(?:^|\s+)/(?:\s+|$)")  # separates two managers in our own export
_MOST_BREAKS = 10  # line breaks in one cell
_COLUMN_ALIASES = {
    "team name": "team",
    "name": "manager",
    "manager name": "manager",
    "manager 1": "manager",
    "manager 2": "second manager",
    "partner": "second manager",
    "second": "second manager",
    "town": "home town",
    "city": "home town",
    "state": "region",
    "owner": "manager",
    "coach": "manager",
    "owners": "managers",
    "co manager": "second manager",
    "co owner": "second manager",
    **dict.fromkeys(("e mail", "email", "mail", "e mail address", "email address"), "contact"),
    **dict.fromkeys(("phone", "telephone", "mobile", "cell", "phone number", "website", "url"), "contact"),
}


_Row = tuple[int, list[str]]  # line number and cells


class ListError(Refused):
    """A list of teams can't be read."""


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants, and notes on how the list was read."""

    entrants: list[Entrant]
    notes: list[str] = field(default_factory=list)


def decode_file(content: bytes, file_name: str) -> tuple[str, list[str]]:
    """Return the text of an uploaded file; the first sheet of a workbook becomes lines with tabs."""
    return (_text_of_workbook(content, file_name), []) if content.startswith(b"PK") else decode(content)


def _text_of_workbook(content: bytes, file_name: str) -> str:
    try:
        sheet = read_uploaded_workbook(content, file_name, only_small=True).sheets[0]
    except CardFileFaults as faults:
        raise ListError(EntrantListRefusal.FAULTY_WORKBOOK, faults=str(faults)) from None
    except IndexError:  # without sheets, or too long for a list
        raise ListError(EntrantListRefusal.UNREADABLE_WORKBOOK) from None
    cells_by_row = dict(sheet.rows)
    lines = StringIO(newline="")
    writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
    for number in range(1, min(max(cells_by_row, default=0), _MOST_SHEET_ROWS) + 1):
        cells = cells_by_row.get(number, [])
        writer.writerow([_text_of(cell.value) for cell in cells[:_MOST_SHEET_COLUMNS]])
    return lines.getvalue()


def _text_of(value: object) -> str:
    """Return a cell as text, without tabs."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).replace("\t", " ")


def decode(raw: bytes) -> tuple[str, list[str]]:
    """Return the text of an uploaded file, with a note if its encoding was guessed."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16"), []
        except UnicodeDecodeError:
            raise ListError(EntrantListRefusal.NOT_UTF_16) from None
    if b"\x00" in raw:
        raise ListError(EntrantListRefusal.NOT_TEXT)
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        note = "The file is not in UTF-8 and was read as Windows-1252. Check the accents before you confirm."
    try:
        return raw.decode("cp1252"), [note]
    except UnicodeDecodeError:
        raise ListError(EntrantListRefusal.UNKNOWN_ENCODING) from None


def read_list(text: str) -> EntrantList:
    """Read entrants from text, with an optional header line. Raises ListError."""
    lines, notes = _numbered_rows(text)
    rows = [(number, row) for number, row in lines if any(row)]
    if not rows:
        raise ListError(EntrantListRefusal.EMPTY)
    columns = _header(rows[0][1])
    if columns:
        rows = rows[1:]
    if not rows:
        raise ListError(EntrantListRefusal.HEADER_ONLY)
    if len(rows) > MOST_LINES:
        raise ListError(EntrantListRefusal.TOO_MANY_LINES, lines=len(rows), most=MOST_LINES)
    if columns:
        notes.insert(0, f"The first line was read as column headers: {', '.join(filter(None, columns))}.")
    entrants = [_entrant(number, row, columns or _COLUMNS) for number, row in rows]
    notes += _contact_notes(rows)
    if imputed := [entrant.team for entrant in entrants if entrant.is_imputed]:
        notes.append(f"Add imputed teams on the people page: {', '.join(imputed)}.")
    return EntrantList([entrant for entrant in entrants if not entrant.is_imputed], notes)


def _numbered_rows(text: str) -> tuple[list[_Row], list[str]]:
    """Return the numbered rows, with a note for each line that uses another separator."""
    lines = [*enumerate(text.replace("\x00", " ").splitlines(), 1)]
    declared = _stated_separator(lines)
    if declared:
        lines = [(number, line) for number, line in lines if number > declared[0]]
    separator = declared[1] if declared else _separator(next((line for _, line in lines if line.strip()), ""))
    notes: list[str] = []
    rows: list[_Row] = []
    for number, record in _records(lines, separator):
        row_separator = separator if separator in record else _separator(record, separator)
        if row_separator != separator:
            first_name = _separator_name(separator)
            notes.append(f"Line {number} was read with {_SEPARATORS[row_separator]}, the first with {first_name}.")
        rows.append((number, _cells(record, row_separator)))
    return rows, notes


def _stated_separator(lines: list[tuple[int, str]]) -> tuple[int, str] | None:
    """Return the number and separator of a line such as "sep=;" from a spreadsheet."""
    number, line = next(((number, line) for number, line in lines if line.strip()), (0, ""))
    match = re.fullmatch(r'\s*"?sep=(\\t|.)"?\s*', line, re.IGNORECASE)
    return (number, match[1].replace("\\t", "\t")) if match else None


def _records(lines: list[tuple[int, str]], mark: str) -> list[tuple[int, str]]:
    """Join the lines of quoted cells with line breaks. An unclosed quote joins nothing."""
    records: list[tuple[int, str]] = []
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
        raise ListError(EntrantListRefusal.LINE_TOO_LONG) from None


def _without_mark(cell: str) -> str:
    """Remove the apostrophe that our exports put before formulas."""
    return cell[1:] if re.match(r"'[=+\-@]", cell) else cell


def _separator_name(mark: str) -> str:
    return _SEPARATORS.get(mark, f"“{mark}”")


def _separator(line: str, usual: str = ",") -> str:
    return next((mark for mark in _SEPARATORS if mark in line), usual)


def _header(row: list[str]) -> tuple[str, ...]:
    """Return the columns of a header line, "" for unknown ones; empty if the line is a team."""
    named = [_COLUMN_ALIASES.get(name := " ".join(re.split(r"[\W_]+", folded(cell))).strip(), name) for cell in row]
    if "team" not in named or not {"manager", "managers"} & set(named):
        return ()
    return tuple("manager" if name == "managers" else name if name in _KNOWN else "" for name in named)


def _entrant(number: int, row: list[str], columns: tuple[str, ...]) -> Entrant:
    row = [remove_contacts(cell) for cell in row]
    cells = dict.fromkeys(_COLUMNS, "") | dict(zip(columns, row, strict=False))
    extra = [cell for cell in row[len(columns) :] if cell]
    names = [*_MANAGER_SEPARATOR.split(cells["manager"]), cells["second manager"], *extra]
    towns, regions = (
        _MANAGER_SEPARATOR.split(cells["home town"]),
        _MANAGER_SEPARATOR.split(cells["region"]),
    )
    people = [Person(*facts) for facts in zip_longest(names, towns[: len(names)], regions[: len(names)], fillvalue="")]
    managers = tuple(person for person in people if person.name)
    is_imputed = folded(cells.get("kind", "")) == "imputed"
    entrant = Entrant(cells["team"], managers, cells["proxy"], line=number, is_imputed=is_imputed)
    return without_placeholders(replace(entrant, awaits_manager=bool(entrant.team) and not is_imputed))


def _contact_notes(rows: list[_Row]) -> list[str]:
    """Note the lines from which contact details were left out."""
    lines = [str(number) for number, row in rows if any(find_contacts(cell) for cell in row)]
    if not lines:
        return []
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    return [f"E-mail addresses, phone numbers and web addresses are not names and were left out ({where})."]
