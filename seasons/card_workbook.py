"""Write and read any system's cards as an .xlsx workbook, with an empty template for an owner's own cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from rules_engine.baseball.card_sheets import CardSheet, Cell, rows_of
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError
from seasons.sheet_layout import lay_out
from seasons.workbooks import CardFileFaults, CellFault, open_workbook

CODE_HEADING, TEAM_HEADING = "code", "team"
READ_ME: Final = (
    "Enter one row per card. Code is a short code of your choice. Team is the player's club.",
    "Enter both cards of a two-way player, hitter and pitcher, with the same code and name.",
    "Keep the headings in the first row. You can delete columns you don't need.",
    "Enter everything as printed on the card. Enter values, not formulas.",
    "If anything is wrong, no card is used. Every error is listed with its sheet, row and column.",
)
_TEMPLATE_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # makes every template identical
_TEMPLATE_ROWS: Final = 60


def cards_workbook(system: AnySystem, cards: Mapping[str, Any], teams: Mapping[str, Iterable[str]]) -> bytes:
    """Return a workbook with cards that `read_cards` can parse. Without cards, return the empty template."""
    team_of = {player: team for team, players in teams.items() for player in players}
    workbook = Workbook(write_only=True)
    workbook.properties.created = workbook.properties.modified = _TEMPLATE_DATE
    workbook.properties.creator = "Pennant"
    rows = (len(cards) or _TEMPLATE_ROWS) + 1
    sheets = {sheet.title: _new_sheet(workbook, sheet, rows) for sheet in system.card_sheets}
    for player in sorted(cards, key=lambda player: (team_of.get(player, ""), player)):
        for card_sheet, document in rows_of(system.card_sheets, system.write_card(cards[player])):
            values = [player, team_of.get(player, ""), *card_sheet.row(document)]
            sheet = sheets[card_sheet.title]
            sheet.append([_text_cell(sheet, value) for value in values])
    if not cards:
        for card_sheet in system.card_sheets:
            _add_empty_text_rows(sheets[card_sheet.title], len(card_sheet.fields) + 2)
    _write_read_me(workbook, system)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _new_sheet(workbook: Workbook, sheet: CardSheet, rows: int) -> Any:
    new_sheet = workbook.create_sheet(sheet.title)
    headings = [CODE_HEADING, TEAM_HEADING, *(field.heading for field in sheet.fields)]
    widths = [max(9, len(heading) + 2) for heading in headings]
    lay_out(new_sheet, widths, rows=rows, freeze="D2")
    new_sheet.append([_bold_cell(new_sheet, heading) for heading in headings])
    return new_sheet


def _bold_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, value=text)
    cell.font = Font(bold=True)
    return cell


def _text_cell(sheet: Any, value: Cell) -> Any:
    """Return a text cell, so that a spreadsheet doesn't convert 1-7 to a date or calculate a steal rating."""
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type, cell.number_format = "s", "@"
    return cell


def _add_empty_text_rows(sheet: Any, columns: int) -> None:
    """Add empty rows formatted as text, so that a spreadsheet doesn't convert 1-7 to a date."""
    for _ in range(_TEMPLATE_ROWS):
        row = [WriteOnlyCell(sheet, value=None) for _ in range(columns)]
        for cell in row:
            cell.number_format = "@"
        sheet.append(row)


def _write_read_me(workbook: Workbook, system: AnySystem) -> None:
    sheet = workbook.create_sheet("Read me")
    lay_out(sheet, (14, 20, 10, 90), freeze="A1")
    sheet.append([f"Cards of {system.title}"])
    for line in READ_ME:
        sheet.append([line])
    sheet.append([])
    headings = ("Sheet", "Column", "Required", "What to enter")
    sheet.append([_bold_cell(sheet, heading) for heading in headings])
    for card_sheet in system.card_sheets:
        for field in card_sheet.fields:
            if field.help or field.needed:
                required = "required" if field.needed else ""
                texts = (card_sheet.title, field.heading, required, field.help)
                sheet.append([_text_cell(sheet, text) for text in texts])


def read_cards(system: AnySystem, path: Path) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return cards by code, and codes by team. Raise CardFileFaults with every error, or OSError."""
    reader = _CardReader(system)
    with path.open("rb") as file:
        workbook = open_workbook(file)
        for sheet in system.card_sheets:
            if sheet.title not in workbook.sheetnames:
                reader.faults.append(CellFault(f"The {sheet.title} sheet is missing."))
                continue
            try:
                rows = list(workbook[sheet.title].iter_rows(values_only=True))
            except Exception:  # openpyxl unpacks sheets while reading them, so a broken sheet fails only here
                reader.faults.append(CellFault("This sheet is damaged. Save the file again.", sheet.title))
                continue
            reader.read_sheet(sheet, rows)
    if not (reader.cards or reader.faults):
        reader.faults.append(CellFault("This file has no cards."))
    if reader.faults:
        raise CardFileFaults(reader.faults)
    return reader.cards, reader.teams


class _CardReader:
    """Reads the sheets in a file, and collects cards and errors."""

    def __init__(self, system: AnySystem) -> None:
        self.system = system
        self.cards: dict[str, Any] = {}
        self.teams: dict[str, list[str]] = {}
        self.faults: list[CellFault] = []

    def read_sheet(self, sheet: CardSheet, rows: Sequence[Sequence[Any]]) -> None:
        first_row = rows[0] if rows else ()
        headings = [str(value or "").strip() for value in first_row]
        if not self._check_headings(sheet, headings):
            return
        for number, values in enumerate(rows[1:], start=2):
            cells = {}
            for heading, value in zip(headings, values, strict=False):
                if heading and value is not None and str(value).strip():
                    cells[heading] = value
            if cells:
                self._read_row(sheet, headings, number, cells)

    def _check_headings(self, sheet: CardSheet, headings: Sequence[str]) -> bool:
        """Return whether the headings are valid, and record their errors."""
        recognized = {CODE_HEADING, TEAM_HEADING, *(field.heading for field in sheet.fields)}
        required = [CODE_HEADING, TEAM_HEADING, *(field.heading for field in sheet.fields if field.needed)]
        texts = [f"Unknown column: {heading}." for heading in sorted(set(headings) - recognized - {""})]
        texts += [f"The column {heading} is missing." for heading in required if heading not in headings]
        texts += [f"There are two columns {heading}." for heading in sorted(recognized) if headings.count(heading) > 1]
        self.faults += [CellFault(text, sheet.title, 1) for text in texts]
        return not texts

    def _read_row(self, sheet: CardSheet, headings: Sequence[str], number: int, cells: dict[str, Any]) -> None:
        code = str(cells.pop(CODE_HEADING, "")).strip()
        team = str(cells.pop(TEAM_HEADING, "")).strip()
        faults = list(_check_cells(cells))
        partner = self._two_way_partner(sheet, code, cells)
        if not code:
            faults.append((CODE_HEADING, "The code is missing."))
        elif code in self.cards and not partner:
            faults.append((CODE_HEADING, f"Another card has the code {code}."))
        if not faults:
            document, faults = sheet.document(cells)
            document |= partner
            faults = faults or self._add_card(sheet, code, document)
        for heading, text in faults:
            column = headings.index(heading) + 1 if heading in headings else 0
            self.faults.append(CellFault(text, sheet.title, number, column, heading if column else ""))
        has_team = any(code in codes for codes in self.teams.values())
        if not faults and team and not has_team:
            self.teams.setdefault(team, []).append(code)

    def _two_way_partner(self, sheet: CardSheet, code: str, cells: Mapping[str, Any]) -> dict[str, Any]:
        """Return a two-way player's other card under the field that joins it, or {} if there is none."""
        if not sheet.joins or code not in self.cards:
            return {}
        partner = self.system.write_card(self.cards[code])
        is_same_player = partner.get("name") == str(cells.get("name", "")).strip()
        if not partner or not is_same_player or sheet.holds(partner) or sheet.joins in partner:
            return {}
        return {sheet.joins: partner}

    def _add_card(self, sheet: CardSheet, code: str, document: dict[str, Any]) -> list[tuple[str, str]]:
        """Add a card, or return its errors with their headings."""
        try:
            self.cards[code] = self.system.read_card(document)
        except SystemFileError as error:
            return [(sheet.heading_of(fault), fault) for fault in error.faults]
        return []


def _check_cells(cells: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the errors in cells with their headings."""
    for heading, value in cells.items():
        if isinstance(value, date | time):
            yield heading, "The spreadsheet turned this into a date. Format the cell as text and enter it again."
        elif isinstance(value, str) and value.startswith("="):
            yield heading, "This is a formula. Enter its value."
