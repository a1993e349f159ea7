"""Reading a list of entrants, pasted or uploaded: one team a line, separated by commas, semicolons or tabs."""

import csv
from dataclasses import dataclass, field

from core.names import clean_name, folded
from tournaments.queries.entrants import Entrant, Person

MOST_LINES = 200
_SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_COLUMNS = ("team", "manager", "second manager", "home town", "region", "proxy")
_OTHER_WORDS = {
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
}


_Row = tuple[int, list[str]]  # the number of its line, its cells


class ListError(ValueError):
    """The list cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants read, and notes on how they were read."""

    entrants: list[Entrant]
    notes: list[str] = field(default_factory=list)


def decode(raw: bytes) -> tuple[str, list[str]]:
    """The text of an uploaded file, with a note where its encoding had to be guessed."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16"), []
        except UnicodeDecodeError:
            raise ListError("This file says it is UTF-16 but is not. Save it as CSV UTF-8.") from None
    if b"\x00" in raw:
        raise ListError("This is not a text file. Save the list as CSV UTF-8 and choose that file.")
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        note = "The file is not in UTF-8; it was read as Windows-1252. Look at the accents before you confirm."
    try:
        return raw.decode("cp1252"), [note]
    except UnicodeDecodeError:
        raise ListError("The file is neither in UTF-8 nor in Windows-1252. Save it as CSV UTF-8.") from None


def read_list(text: str) -> EntrantList:
    """Entrants from text. A first line naming columns is optional. Raises ListError where nothing can be read."""
    lines, notes = _rows(text)
    rows = [(number, row) for number, row in lines if any(row)]
    if not rows:
        raise ListError("The list is empty. Write one team a line: team, manager, second manager if there is one.")
    columns = _header(rows[0][1])
    if columns:
        rows = rows[1:]
    if not rows:
        raise ListError("The list has a heading and no teams.")
    if len(rows) > MOST_LINES:
        raise ListError(f"The list has {len(rows):,} lines; at most {MOST_LINES} teams fit into a tournament.")
    if columns:
        notes.insert(0, f"The first line was read as a heading: {', '.join(filter(None, columns))}.")
    return EntrantList([_entrant(number, row, columns or _COLUMNS) for number, row in rows], notes)


def _rows(text: str) -> tuple[list[_Row], list[str]]:
    """The numbered lines in cells, and a note for each that is not separated as the first one is."""
    lines = text.replace("\x00", " ").splitlines()
    usual = _separator(next((line for line in lines if line.strip()), ""))
    others = {
        number: mark
        for number, line in enumerate(lines, 1)
        if usual not in line and (mark := _separator(line, usual)) != usual
    }
    if not others:
        return _cells(lines, usual), []
    rows = [
        (number, row) for number, line in enumerate(lines, 1) for _, row in _cells([line], others.get(number, usual))
    ]
    return rows, [
        f"Line {number} was read with {_SEPARATORS[mark]}, the first with {_SEPARATORS[usual]}."
        for number, mark in others.items()
    ]


def _cells(lines: list[str], mark: str) -> list[_Row]:
    try:
        reader = csv.reader(lines, delimiter=mark, skipinitialspace=True)
        return [(reader.line_num, [clean_name(cell) for cell in row]) for row in reader]
    except csv.Error:
        raise ListError("A line of the list is far too long to be a team. Check the file.") from None


def _separator(line: str, usual: str = ",") -> str:
    return next((mark for mark in _SEPARATORS if mark in line), usual)


def _header(row: list[str]) -> tuple[str, ...]:
    """The columns a first line names, "" for those not known; empty if the line is a team."""
    named = [_OTHER_WORDS.get(folded(cell), folded(cell)) for cell in row]
    if "team" not in named or "manager" not in named:
        return ()
    return tuple(name if name in _COLUMNS else "" for name in named)


def _entrant(number: int, row: list[str], columns: tuple[str, ...]) -> Entrant:
    cells = dict.fromkeys(_COLUMNS, "") | dict(zip(columns, row, strict=False))
    extra = [cell for cell in row[len(columns) :] if cell]
    first = Person(cells["manager"], cells["home town"], cells["region"])
    names = [first, Person(cells["second manager"]), *(Person(cell) for cell in extra)]
    return Entrant(cells["team"], tuple(p for p in names if p.name), cells["proxy"], line=number)
