"""Read a pasted or uploaded list of teams, one per line, including our own exports.

Cells are separated by commas, semicolons or tabs.
"""

import re
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from core.contacts import find_contacts, remove_contacts
from core.errors import Refused
from core.imports.encodings import decode_text
from core.imports.text_rows import separator_name, split_rows
from core.names import folded
from seasons.workbooks import CardFileFaults
from tournaments.queries.entrants import Entrant, Person, without_placeholders
from tournaments.refusals import EntrantListRefusal
from tournaments.uploaded_workbooks import read_uploaded_workbook, sheet_text

MOST_LINES = 200
_COLUMNS = ("team", "manager", "second manager", "home town", "region", "proxy")
_EXPORT_COLUMNS = ("division", "draft position", "kind")  # further columns of our own export
_CONTACTS = ("contact",)
_KNOWN = frozenset((*_COLUMNS, *_EXPORT_COLUMNS, *_CONTACTS))
_MOST_SHEET_ROWS = MOST_LINES + 20
_MANAGER_SEPARATOR = re.compile(r"(?:^|\s+)/(?:\s+|$)")  # separates two managers in our own export
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
    return (_text_of_workbook(content, file_name), []) if content.startswith(b"PK") else _decode(content)


def _text_of_workbook(content: bytes, file_name: str) -> str:
    try:
        sheet = read_uploaded_workbook(content, file_name, only_small=True).sheets[0]
    except CardFileFaults as faults:
        raise ListError(EntrantListRefusal.FAULTY_WORKBOOK, faults=str(faults)) from None
    except IndexError:  # without sheets, or too long for a list
        raise ListError(EntrantListRefusal.UNREADABLE_WORKBOOK) from None
    return sheet_text(sheet, _MOST_SHEET_ROWS)


def _decode(content: bytes) -> tuple[str, list[str]]:
    """Return the text of an uploaded file, with a note if its encoding was guessed."""
    text, guessed = decode_text(content)
    if not guessed:
        return text, []
    return text, [f"The file is not in UTF-8 and was read as {guessed}. Check the accents before you confirm."]


def read_list(text: str) -> EntrantList:
    """Read entrants from text, with an optional header line. Raises ListError or UnreadableRow."""
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
    split = split_rows(text)
    usual = separator_name(split.separator)
    notes = [
        f"Line {row.number} was read with {separator_name(row.separator)}, the first with {usual}."
        for row in split.rows
        if row.separator
    ]
    return [(row.number, row.cells) for row in split.rows], notes


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
