"""Parse a pasted or uploaded list of teams, one per line, including Pennant's own exports and web form results."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from core.contacts import find_contacts, remove_contacts
from core.errors import Refused
from core.imports.headings import (
    ColumnChoices,
    ImportTarget,
    Section,
    columns_without_headings,
    find_sections,
    unknown_headings,
)
from core.imports.tables import ImportTable, SheetRow
from core.names import folded
from rules_engine.names import split_name
from tournaments.queries.entrants import Entrant, Person, without_placeholders
from tournaments.refusals import EntrantListRefusal

MOST_LINES: Final = 200
_AMOUNT: Final = re.compile(r"[$€£]?[\d.,]+")
_LINE_NUMBER: Final = re.compile(r"^#?\d{1,3}\s*[.):]\s*(?=\D)")
_LINE_DASH: Final = re.compile(r"\s+[-\u2013\u2014]\s+")
_MANAGER_SEPARATOR: Final = re.compile(r"(?:^|\s+)/(?:\s+|$)")  # Separates two managers in Pennant's own export.
_CONTACTS: Final = (
    *("e-mail", "email", "mail", "email address", "from email address", "phone", "telephone", "mobile", "cell"),
    *("phone number", "cell #", "phone #", "contact"),
)
_PARTNERS: Final = ("are you playing with a partner", "partner if any", "co manager name", "partner or co manager")
TARGETS: Final = (
    ImportTarget(
        "team",
        "Team",
        (
            *("team name", "franchise", "club", "squad", "name of your team", "team names", "franchise name"),
            *("club name", "team nickname", "what would you like to call your team", "what will you call your team"),
        ),
    ),
    ImportTarget(
        "manager",
        "Manager",
        (
            *("name", "manager name", "manager 1", "owner", "owners", "managers", "coach", "full name", "your name"),
            *("player", "player name", "participant", "entrant", "first and last name", "owner name", "manager(s)"),
        ),
    ),
    ImportTarget("first_name", "First name", ("first", "given name")),
    ImportTarget("last_name", "Last name", ("last", "surname", "family name")),
    ImportTarget(
        "second",
        "Second manager",
        (
            "manager 2",
            "partner",
            "partner name",
            "partners name",
            "second",
            "co manager",
            "co owner",
            "owner 2",
            *_PARTNERS,
        ),
    ),
    ImportTarget(
        "home_town", "Home town", ("town", "city", "hometown", "home", "city town", "where are you from", "location")
    ),
    ImportTarget("region", "State or region", ("region", "state", "st", "province", "state province", "country")),
    ImportTarget("proxy", "Proxy"),
    ImportTarget("kind", "Kind"),
    ImportTarget("contact", "Contact (not used)", (*_CONTACTS, "website", "url", "mobile phone", "cell phone")),
    ImportTarget("ignored", "Nothing", ("timestamp", "division", "draft position", "submitted at", "date", "response")),
)
_UNUSED: Final = ("contact", "ignored")
_NEEDED: Final = ("team", "manager", "last_name")
_WITHOUT_HEADINGS: Final = ("team", "manager", "second", "home_town", "region", "proxy")


class ListError(Refused):
    """Raised when a list of teams can't be read."""


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants, the columns they came from, and notes on how the list was parsed."""

    entrants: list[Entrant]
    sections: list[Section]
    notes: list[str] = field(default_factory=list)
    email_by_line: dict[int, str] = field(default_factory=dict)


def read_list(table: ImportTable, choices: ColumnChoices | None = None, *, has_headings: bool = False) -> EntrantList:
    """Read entrants from a table, with or without headings. Raise ListError if that fails.

    Args:
        choices: The columns' meanings that the user chose.
        has_headings: Whether the first row contains headings, even if none of them is recognized.
    """
    choices = choices or ColumnChoices()
    if not table.rows:
        raise ListError(EntrantListRefusal.EMPTY)
    notes: list[str] = []
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices)
    sections = sections or _lone_heading_sections(table, choices)
    if not sections and has_headings:
        sections = unknown_headings(table, choices)
    if sections:
        targets = sections[0].targets
        named = [target.title.lower() for target in TARGETS if target.key in targets and target.key not in _UNUSED]
        notes.append(f"{table.place(sections[0].headings.row_number)} was read as the heading row: {', '.join(named)}.")
    else:
        lines = _split_lines(table)
        sections = [columns_without_headings(lines, TARGETS, _WITHOUT_HEADINGS, choices.chosen)]
    rows = [row for section in sections for row in section.rows if not _is_extra(section, row[1])]
    if not rows:
        raise ListError(EntrantListRefusal.HEADER_ONLY)
    if len(rows) > MOST_LINES:
        raise ListError(EntrantListRefusal.TOO_MANY_LINES, lines=len(rows), most=MOST_LINES)
    entrants = [
        _entrant(number, section.headings.values(cells), _extra_cells(section, cells))
        for section in sections
        for number, cells in section.rows
        if not _is_extra(section, cells)
    ]
    if not any("team" in section.headings.by_target for section in sections):
        entrants = _named_after_managers(entrants)
        notes.append("The list has no column of team names. Each team is named after its manager.")
    notes += _contact_notes(rows)
    if imputed := [entrant.team for entrant in entrants if entrant.is_imputed]:
        notes.append(f"Add imputed teams under Teams: {', '.join(imputed)}.")
    return EntrantList(
        [entrant for entrant in entrants if not entrant.is_imputed], sections, notes, _email_by_line(rows)
    )


def email_by_team(entrants: Iterable[Entrant], email_by_line: Mapping[int, str]) -> dict[str, str]:
    """Map team names to email addresses, for entrants whose line has one."""
    return {entrant.team: email_by_line[entrant.line] for entrant in entrants if entrant.line in email_by_line}


def _lone_heading_sections(table: ImportTable, choices: ColumnChoices) -> list[Section]:
    """Return the list's section if its headings include only one known heading, such as "Name, Amount".

    Only titles can be above the headings.
    """
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices, fewest=1)
    if not sections:
        return []
    headings = sections[0].headings
    words = [column.heading for column in headings.columns if column.heading]
    above = [[cell for cell in cells if cell] for number, cells in table.rows if number < headings.row_number]
    has_titles_only = len(words) > 1 and all(len(filled) == 1 for filled in above)
    has_numbers = any(re.search(r"\d", word) for word in words)
    return sections if not has_numbers and (not above or has_titles_only) else []


def _is_extra(section: Section, cells: Sequence[str]) -> bool:
    """Return whether a row is a repeated heading row or a totals row."""
    filled = [cell for cell in cells if cell]
    is_total = section.headings.row_number and len(filled) > 1 and folded(filled[0]).strip(" :") in ("total", "totals")
    return section.headings.repeats(cells) or bool(is_total and all(_AMOUNT.fullmatch(cell) for cell in filled[1:]))


def _split_lines(table: ImportTable) -> ImportTable:
    """Split lines from a message, such as "1. Hawks - Ann Lee", into team and manager."""
    lines = [(number, cells[0]) for number, cells in table.rows if sum(map(bool, cells)) == 1 and cells[0]]
    if len(lines) != len(table.rows):
        return table
    if all(_LINE_NUMBER.match(text) for _, text in lines):
        lines = [(number, _LINE_NUMBER.sub("", text)) for number, text in lines]
    parts = {number: _LINE_DASH.split(text) for number, text in lines}
    if not all(len(names) == 2 for names in parts.values()):
        parts = {number: [text] for number, text in lines}
    return replace(table, rows=list(parts.items()))


def _email_by_line(rows: Sequence[SheetRow]) -> dict[int, str]:
    """Return the first email address in each line that has one, which is the manager's."""
    emails = {}
    for number, cells in rows:
        contacts = [contact for cell in cells for contact in find_contacts(cell)]
        email = next((contact.removeprefix("mailto:") for contact in contacts if "@" in contact), "")
        if email:
            emails[number] = email
    return emails


def _extra_cells(section: Section, cells: Sequence[str]) -> list[str]:
    """Return cells beyond the last heading, which contain more managers."""
    return [cell for cell in cells[len(section.headings.columns) :] if cell]


def _entrant(number: int, cells: Mapping[str, str], extra: Sequence[str]) -> Entrant:
    values = dict.fromkeys(_WITHOUT_HEADINGS, "") | {key: remove_contacts(text) for key, text in cells.items()}
    manager = values["manager"] or f"{values.get('first_name', '')} {values.get('last_name', '')}".strip()
    more = [name for cell in extra if (name := remove_contacts(cell))]
    names = [*_MANAGER_SEPARATOR.split(manager), values["second"], *more]
    towns, regions = (
        _MANAGER_SEPARATOR.split(values["home_town"]),
        _MANAGER_SEPARATOR.split(values["region"]),
    )
    people = [Person(*facts) for facts in zip_longest(names, towns[: len(names)], regions[: len(names)], fillvalue="")]
    managers = tuple(replace(person, name=_first_last(person.name)) for person in people if person.name)
    is_imputed = folded(values.get("kind", "")) == "imputed"
    entrant = Entrant(values["team"], managers, values["proxy"], line=number, is_imputed=is_imputed)
    return without_placeholders(replace(entrant, awaits_manager=bool(entrant.team) and not is_imputed))


def _first_last(name: str) -> str:
    """Return "Ann Lee" for "Lee, Ann".

    A full name before a comma is unchanged, because the comma may separate two people.
    """
    last, comma, first = name.partition(",")
    return split_name(name).shown if comma and first.strip() and len(last.split()) == 1 else name


def _named_after_managers(entrants: list[Entrant]) -> list[Entrant]:
    """Name teams after their managers' last names, or full names if two managers share a last name."""
    last_names = [split_name(entrant.managers[0].name).last if entrant.managers else "" for entrant in entrants]
    count = Counter(map(folded, last_names))
    return [
        replace(entrant, team=last_name if count[folded(last_name)] == 1 else entrant.managers[0].name)
        if entrant.managers
        else entrant
        for entrant, last_name in zip(entrants, last_names, strict=True)
    ]


def _contact_notes(rows: Sequence[SheetRow]) -> list[str]:
    """Return a note that lists the lines from which contact details were removed."""
    lines = [str(number) for number, row in rows if any(find_contacts(cell) for cell in row)]
    if not lines:
        return []
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    return [f"Email addresses, phone numbers and web addresses are not names and were left out ({where})."]
