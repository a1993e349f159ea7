"""Parse a free-form list of players: a name per line, with or without numbers and columns."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NamedTuple

from core.imports.headings import ColumnChoices, ImportTarget, Section, find_sections, plain_heading
from core.imports.tables import ImportTable
from core.imports.text_rows import TextRow, split_rows
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.names import SUFFIXES, clean_name, name_words, split_name

TARGETS: Final = (
    ImportTarget("name", "Player", ("player name", "name", "players", "full name")),
    ImportTarget("last_name", "Last name", ("last", "surname")),
    ImportTarget("first_name", "First name", ("first", "given name")),
    ImportTarget("rank", "Rank", ("rk", "#", "no", "overall", "ranking", "overall rank")),
    ImportTarget("team", "Team", ("club", "tm", "mlb team")),
    ImportTarget("birth_year", "Birth year", ("born", "birthyear", "year of birth", "birth date", "dob")),
    ImportTarget("tier", "Tier", ("group", "level")),
    ImportTarget("note", "Note", ("notes", "comment", "comments", "remarks")),
)
LONGEST_NOTE: Final = 200
MOST_TIERS: Final = 99
_NAME_HEADINGS: Final = TARGETS[0].headings
_NUMBERED: Final = re.compile(r"^#?\d{1,4}\s*[.):\-]+\s+|^#?\d{1,4}\s+(?=\D)")
_NUMBER: Final = re.compile(r"#?\d{1,4}[.)]?")
_YEAR: Final = re.compile(r"(?:born |b\. ?|\*)?((?:18|19|20)\d\d)")
_TIER: Final = re.compile(r"[\s\-=*#]*tier\s*(\d{1,2})\b.*", re.IGNORECASE)
_RULE: Final = re.compile(r"[\s\-=*_#]{3,}")
_PARTS: Final = re.compile(r"[()\[\]]|\s[-\u2013\u2014|]\s")  # separators other than a comma that end a name
_BRACKETS: Final = re.compile(r"[(\[]([^)\]]*)[)\]]")
_ROLES: Final = frozenset((*POSITIONS, "OF", "DH", "P", "SP", "RP", "IF", "UT", "CL"))


@dataclass(frozen=True, slots=True)
class ListedName:
    """A player on a list. `full_text` is set if the line's first comma could be part of "Last, First"."""

    row: int
    name: str
    team: str = ""
    birth_year: int | None = None
    tier: int | None = None
    note: str = ""
    rank: int | None = None
    full_text: str = ""


class RankingRows(NamedTuple):
    """The players on a list, best first. Without a heading row, `sections` is empty."""

    sections: list[Section]
    names: list[ListedName]


def read_ranking(text: str, clubs: Collection[str], choices: ColumnChoices | None = None) -> RankingRows:
    """Parse a list of players, best first.

    Players are sorted by the rank column if there is one, otherwise by line. Tiers come from a column, from lines such
    as "Tier 2", or from blank lines.

    Args:
        clubs: The card set's clubs, which can follow a name.
        choices: The user's column assignments.

    Raises:
        UnreadableRow: A line can't be split into cells.
    """
    rows = split_rows(text).rows
    table = ImportTable([(row.number, row.cells) for row in rows if any(row.cells)])
    sections = find_sections(table, TARGETS, needed=("name", "last_name"), choices=choices)[:1]
    if not sections:
        return RankingRows([], list(_with_tiers(rows, lambda row: _read_line(row, clubs))))
    headings = sections[0].headings
    places = {key: column.place for key, column in headings.by_target.items()}
    below = [row for row in rows if row.number > headings.row_number]
    names = list(_with_tiers(below, lambda row: _read_columns(row, places)))
    tiers = _column_tiers(below, places) if "tier" in places else {}
    if tiers:
        names = [replace(name, tier=tiers.get(name.row)) for name in names]
    if names and all(name.rank is not None for name in names):
        names.sort(key=lambda name: name.rank or 0)
    return RankingRows(sections, names)


def _with_tiers(rows: Sequence[TextRow], read: Callable[[TextRow], ListedName | None]) -> Iterator[ListedName]:
    """Yield the rows' names with tiers. A blank line, a divider or a tier heading ends a tier."""
    tier, has_tiers, is_open = 1, False, False
    names: list[ListedName] = []
    for row in rows:
        line = ", ".join(row.cells)
        heading = _TIER.fullmatch(line)
        if heading or not any(row.cells) or _RULE.fullmatch(line):
            tier += is_open
            is_open = False
            has_tiers = has_tiers or heading is not None
            continue
        name = read(row)
        if name is not None:
            names.append(replace(name, tier=min(tier, MOST_TIERS)))
            is_open = True
    last_tier = names[-1].tier if names else 1
    for name in names:
        yield name if has_tiers or last_tier != 1 else replace(name, tier=None)


def _read_line(row: TextRow, clubs: Collection[str]) -> ListedName | None:
    """Parse a line without headings, such as "1. Ken Griffey Jr., SEA, 1969"."""
    cells = [cell for cell in row.cells if cell]
    rank = None
    if len(cells) > 1 and _NUMBER.fullmatch(cells[0]):
        rank = int(re.sub(r"\D", "", cells.pop(0)))
    front = cells[0]
    if plain_heading(front) in _NAME_HEADINGS:
        return None
    numbered = _NUMBERED.match(front)
    if numbered:
        rank = int(re.sub(r"\D", "", numbered[0]))
        front = front[numbered.end() :]
    front, *hints = [part for cell in (front, *cells[1:]) for part in _PARTS.split(cell)]
    name, more_hints = _split_hints(clean_name(front), clubs)
    if len(cells) > 1 and name_words(cells[1]) in SUFFIXES:
        name = f"{name} {cells[1]}"
    team, year = "", None
    for hint in map(str.strip, (*hints, *more_hints)):
        born = _YEAR.fullmatch(hint)
        if born:
            year = int(born[1])
        elif hint.upper() in clubs or all(part in clubs for part in hint.upper().split("-")):
            team = hint.upper()
    full_text = f"{name}, {_PARTS.split(cells[1])[0]}" if len(cells) > 1 else ""
    return ListedName(row.number, name, team, year, None, "", rank, full_text) if name else None


def name_and_club(text: str, clubs: Collection[str]) -> tuple[str, str]:
    """Return a player's name and club from draft room notation, such as "Ken Griffey Jr. (SEA - OF)"."""
    front, *parts = _PARTS.split(text)
    name, hints = _split_hints(clean_name(front), clubs)
    words = [word.upper() for part in (*parts, *hints) for word in part.split()]
    return name, next((word for word in words if word in clubs), "")


def _split_hints(name: str, clubs: Collection[str]) -> tuple[str, list[str]]:
    """Split positions, clubs and years from the end of a name, as in "Ken Griffey CF SEA"."""
    words = name.split()
    hints: list[str] = []
    while len(words) > 2 and (words[-1].upper() in clubs or _is_role(words[-1]) or _YEAR.fullmatch(words[-1])):
        hints.append(words.pop())
    return " ".join(words).strip(" ,;:-"), hints


def _is_role(word: str) -> bool:
    return all(part in _ROLES for part in re.split("[/,]", word.strip(",")))


def _read_columns(row: TextRow, places: Mapping[str, int]) -> ListedName | None:
    values = {key: _cell(row, place) for key, place in places.items()}
    name = values.get("name", "")
    if not name and values.get("last_name"):
        name = f"{values['last_name']}, {values.get('first_name', '')}".strip(" ,")
    if not name:
        return None
    hints = [hint.strip() for brackets in _BRACKETS.findall(name) for hint in brackets.split(",")]
    years = [born for born in (_YEAR.search(values.get("birth_year", "")), *map(_YEAR.fullmatch, hints)) if born]
    rank = _NUMBER.fullmatch(values.get("rank", ""))
    return ListedName(
        row.number,
        split_name(_BRACKETS.sub(" ", name)).shown,
        values.get("team", "").upper(),
        int(years[0][1]) if years else None,
        None,
        values.get("note", "")[:LONGEST_NOTE],
        int(re.sub(r"\D", "", rank[0])) if rank else None,
    )


def _cell(row: TextRow, place: int) -> str:
    return row.cells[place].strip() if place < len(row.cells) else ""


def _column_tiers(rows: Sequence[TextRow], places: Mapping[str, int]) -> dict[int, int]:
    """Return tiers by row. Numeric tiers are used as is. Other names are numbered in order of appearance."""
    texts = {row.number: _cell(row, places["tier"]) for row in rows if _cell(row, places["tier"])}
    numbers = {text: re.sub(r"\D", "", text) for text in texts.values()}
    if all(number and int(number[:3]) <= MOST_TIERS for number in numbers.values()):
        return {row: int(numbers[text]) for row, text in texts.items()}
    number_by_name = dict(zip(dict.fromkeys(texts.values()), count(1), strict=False))
    return {row: min(number_by_name[text], MOST_TIERS) for row, text in texts.items()}
