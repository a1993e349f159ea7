"""Whole cards, line by line, as an xlsx file: a season's to look at, or an owner's own to type in and play with."""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from rules_engine.systems.strat_o_matic.cards.cards import (
    BATTER_COLUMNS,
    PITCHER_COLUMNS,
    ROWS,
    SIDES,
    Card,
    CardError,
    parse_card,
    write_card,
)
from seasons.workbooks import CardFileFaults, Fault, open_workbook

_FIELDS: Final = {
    "batter": (
        *("name", "bats", "power_left", "power_right", "running", "grade", "steal", "bunt", "hit_and_run"),
        *("fielding", "T", "pb", "at_bats_and_walks"),
    ),
    "pitcher": (
        *("name", "throws", "fielding", "hitting", "endurance", "hold", "bk", "wp", "bunt", "running"),
        *("grade", "steal", "asterisk", "outs"),
    ),
}
_NUMBERS: Final = frozenset(("at_bats_and_walks", "hold", "outs"))
_SHEETS: Final = {"Batters": "batter", "Pitchers": "pitcher"}
_COLUMNS: Final = {"batter": BATTER_COLUMNS, "pitcher": PITCHER_COLUMNS}
READ_ME: Final = (
    "One row for each card. Code is your own short mark, Team the club whose line-up he is in.",
    "Ratings are written as printed: ss-2e20 in fielding, *8-10/11,12 (19-14) in steal, starter(7) relief(2)/3, #1WR.",
    "A line has its side, column and dice in the heading: “left 1-7” is column 1, dice 7, against left-handers.",
    "A pitcher's left side is the one for left-handed batters. Leave a whole side empty if the card has none.",
    "Lines are written as printed: HOMERUN 1-10 / DOUBLE 11-20, gb(ss)A+, fly(cf)B?, SINGLE**, CATCH-X, lomax.",
    "If anything is wrong, nothing is used, and every fault is listed with its sheet, row and card.",
)


def headings(kind: str) -> list[str]:
    """The columns of a sheet: mark, team, ratings, then the lines of the three sides."""
    lines = [f"{side} {column}-{row}" for side in SIDES for column in _COLUMNS[kind] for row in ROWS]
    return ["code", "team", *_FIELDS[kind], *lines]


def cards_workbook(cards: Mapping[str, Card], teams: Mapping[str, Iterable[str]]) -> bytes:
    """The file; read_cards gives the same cards and teams back. Without cards it is the empty template."""
    club = {player: team for team, men in teams.items() for player in men}
    workbook = Workbook(write_only=True)
    sheets = {kind: _new_sheet(workbook, name, kind) for name, kind in _SHEETS.items()}
    for player in sorted(cards, key=lambda player: (club.get(player, ""), player)):
        document = write_card(cards[player])
        values = _row(player, club.get(player, ""), document)
        sheets[document["kind"]].append([_text(sheets[document["kind"]], value) for value in values])
    read_me = workbook.create_sheet("Read me")
    for line in READ_ME:
        read_me.append([line])
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _new_sheet(workbook: Workbook, name: str, kind: str) -> Any:
    sheet = workbook.create_sheet(name)
    sheet.freeze_panes = "D2"
    cells = [WriteOnlyCell(sheet, value=heading) for heading in headings(kind)]
    for cell in cells:
        cell.font = Font(bold=True)
    sheet.append(cells)
    return sheet


def _row(player: str, team: str, document: Mapping[str, Any]) -> list[Any]:
    kind = document["kind"]
    fields = [document[field] for field in _FIELDS[kind]]
    fields = [("yes" if value else "no") if isinstance(value, bool) else value for value in fields]
    labels = [f"{column}-{row}" for column in _COLUMNS[kind] for row in ROWS]
    lines = [document.get(side, {}).get(label) for side in SIDES for label in labels]
    return [player, team, *fields, *lines]


def _text(sheet: Any, value: Any) -> Any:
    """Text stays text, so that no spreadsheet calculates a steal rating or makes a date of 1-7."""
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type, cell.number_format = "s", "@"
    return cell


def read_cards(path: Path) -> tuple[dict[str, Card], dict[str, list[str]]]:
    """Cards by code and codes by team. Raises CardFileFaults with every fault, or OSError."""
    cards: dict[str, Card] = {}
    teams: dict[str, list[str]] = {}
    faults: list[Fault] = []
    with path.open("rb") as file:
        workbook = open_workbook(file)
        for name, kind in _SHEETS.items():
            if name not in workbook.sheetnames:
                faults.append(Fault(f"The sheet {name} is missing."))
                continue
            for row, document in _documents(workbook[name], name, kind, faults):
                _take(document, name, row, cards, teams, faults)
    if not (cards or faults):
        faults.append(Fault("There is no card in this file."))
    if faults:
        raise CardFileFaults(faults)
    return cards, teams


def _documents(sheet: Any, name: str, kind: str, faults: list[Fault]) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = sheet.iter_rows(values_only=True)
    found = [str(value or "").strip() for value in next(rows, ())]
    unknown = sorted(set(found) - set(headings(kind)) - {""})
    missing = [heading for heading in ("code", "team", "name") if heading not in found]
    for heading in unknown:
        faults.append(Fault(f"There is no such column: {heading}.", name, 1))
    for heading in missing:
        faults.append(Fault(f"The column {heading} is missing.", name, 1))
    if unknown or missing:
        return
    for number, values in enumerate(rows, start=2):
        filled = {heading: value for heading, value in zip(found, values, strict=False) if value is not None}
        if filled:
            yield number, {**_document(filled), "kind": kind}


def _document(filled: Mapping[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for heading, value in filled.items():
        side, _, label = heading.partition(" ")
        if label:
            document.setdefault(side, {})[label] = value
        elif heading == "asterisk":
            document[heading] = str(value).strip().lower() in ("yes", "true", "1")
        else:
            document[heading] = value if heading in _NUMBERS else str(value).strip()
    return document


def _take(
    document: dict[str, Any],
    name: str,
    row: int,
    cards: dict[str, Card],
    teams: dict[str, list[str]],
    faults: list[Fault],
) -> None:
    code = str(document.pop("code", ""))
    team = str(document.pop("team", ""))
    if not code or code in cards:
        faults.append(Fault(f"The code {code} stands twice." if code else "The code is missing.", name, row))
        return
    try:
        cards[code] = parse_card(document)
    except CardError as fault:
        faults.append(Fault(str(fault), name, row))
        return
    if team:
        teams.setdefault(team, []).append(code)
