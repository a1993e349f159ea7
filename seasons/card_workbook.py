"""Whole cards of any system as an xlsx file: a season's to look at, or an owner's own to type in and play with."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from rules_engine.baseball.card_sheets import CardSheet, Cell, rows_of
from rules_engine.baseball.system import AnySystem, SystemFileError
from seasons.sheet_layout import lay_out
from seasons.workbooks import CardFileFaults, CellFault, open_workbook

CODE, TEAM = "code", "team"
READ_ME: Final = (
    "One row for each card. Code is your own short mark, Team the club whose line-up he is in.",
    "A two-way player with a hitter's card and a pitcher's card has both rows under the same code and name.",
    "Keep the headings of the first row; columns that you do not need may be deleted.",
    "Write everything as it stands on the card, and values, not formulas.",
    "If anything is wrong, nothing is used, and every fault is listed with its sheet, row and column.",
)
_FIRST_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # the same template every time
_EMPTY_ROWS: Final = 60  # of the template, kept as text so that no spreadsheet makes a date of 1-7


def cards_workbook(system: AnySystem, cards: Mapping[str, Any], teams: Mapping[str, Iterable[str]]) -> bytes:
    """The file; read_cards gives the same cards and teams back. Without cards it is the empty template."""
    club = {player: team for team, men in teams.items() for player in men}
    workbook = Workbook(write_only=True)
    workbook.properties.created = workbook.properties.modified = _FIRST_DAY
    workbook.properties.creator = "Pennant"
    rows = (len(cards) or _EMPTY_ROWS) + 1
    sheets = {sheet.title: _new_sheet(workbook, sheet, rows) for sheet in system.card_sheets}
    for player in sorted(cards, key=lambda player: (club.get(player, ""), player)):
        for sheet, document in rows_of(system.card_sheets, system.write_card(cards[player])):
            values = [player, club.get(player, ""), *sheet.row(document)]
            sheets[sheet.title].append([_text(sheets[sheet.title], value) for value in values])
    if not cards:
        for sheet in system.card_sheets:
            _keep_as_text(sheets[sheet.title], len(sheet.fields) + 2)
    _write_read_me(workbook, system)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _new_sheet(workbook: Workbook, sheet: CardSheet, rows: int) -> Any:
    new = workbook.create_sheet(sheet.title)
    headings = [CODE, TEAM, *(field.heading for field in sheet.fields)]
    lay_out(new, [max(9, len(heading) + 2) for heading in headings], rows=rows, freeze="D2")
    new.append([_bold(new, heading) for heading in headings])
    return new


def _bold(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, value=text)
    cell.font = Font(bold=True)
    return cell


def _text(sheet: Any, value: Cell) -> Any:
    """Text stays text, so that no spreadsheet calculates a steal rating or makes a date of 1-7."""
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type, cell.number_format = "s", "@"
    return cell


def _keep_as_text(sheet: Any, columns: int) -> None:
    for _ in range(_EMPTY_ROWS):
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
    sheet.append([_bold(sheet, text) for text in ("Sheet", "Column", "Needed", "What belongs there")])
    for kind in system.card_sheets:
        for field in kind.fields:
            if field.help or field.needed:
                texts = (kind.title, field.heading, "needed" if field.needed else "", field.help)
                sheet.append([_text(sheet, text) for text in texts])


def read_cards(system: AnySystem, path: Path) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Cards by code and codes by team. Raises CardFileFaults with every fault, or OSError."""
    reading = _Reading(system)
    with path.open("rb") as file:
        workbook = open_workbook(file)
        for sheet in system.card_sheets:
            if sheet.title not in workbook.sheetnames:
                reading.faults.append(CellFault(f"The sheet {sheet.title} is missing."))
                continue
            try:
                rows = list(workbook[sheet.title].iter_rows(values_only=True))
            except Exception:  # sheets are unpacked while they are read, so a broken one shows only now
                reading.faults.append(CellFault("This sheet cannot be read to its end; save it anew.", sheet.title))
                continue
            reading.sheet(sheet, rows)
    if not (reading.cards or reading.faults):
        reading.faults.append(CellFault("There is no card in this file."))
    if reading.faults:
        raise CardFileFaults(reading.faults)
    return reading.cards, reading.teams


class _Reading:
    """What has been read so far of a file."""

    def __init__(self, system: AnySystem) -> None:
        self.system = system
        self.cards: dict[str, Any] = {}
        self.teams: dict[str, list[str]] = {}
        self.faults: list[CellFault] = []

    def sheet(self, sheet: CardSheet, rows: Sequence[Sequence[Any]]) -> None:
        headings = [str(value or "").strip() for value in (rows[0] if rows else ())]
        if self._headings_faulty(sheet, headings):
            return
        for number, values in enumerate(rows[1:], start=2):
            filled = {
                heading: value
                for heading, value in zip(headings, values, strict=False)
                if heading and value is not None and str(value).strip()
            }
            if filled:
                self._row(sheet, headings, number, filled)

    def _headings_faulty(self, sheet: CardSheet, headings: Sequence[str]) -> bool:
        known = {CODE, TEAM, *(field.heading for field in sheet.fields)}
        needed = (CODE, TEAM, *(field.heading for field in sheet.fields if field.needed))
        faults = [f"There is no such column: {heading}." for heading in sorted(set(headings) - known - {""})]
        faults += [f"The column {heading} is missing." for heading in needed if heading not in headings]
        faults += [f"The column {heading} is there twice." for heading in sorted(known) if headings.count(heading) > 1]
        self.faults += [CellFault(text, sheet.title, 1) for text in faults]
        return bool(faults)

    def _row(self, sheet: CardSheet, headings: Sequence[str], number: int, filled: dict[str, Any]) -> None:
        def fault(heading: str, text: str) -> CellFault:
            place = headings.index(heading) + 1 if heading in headings else 0
            return CellFault(text, sheet.title, number, place, heading if place else "")

        code, team = (str(filled.pop(name, "")).strip() for name in (CODE, TEAM))
        wrong = list(_strange_cells(filled))
        joined = self._joined(sheet, code, filled)
        if not code or (code in self.cards and not joined):
            wrong.append((CODE, f"The code {code} stands twice." if code else "The code is missing."))
        if not wrong:
            document, wrong = sheet.document(filled)
            document |= joined
            wrong = wrong or list(self._card_faults(sheet, code, document))
        self.faults += [fault(heading, text) for heading, text in wrong]
        if not wrong and team and not any(code in codes for codes in self.teams.values()):
            self.teams.setdefault(team, []).append(code)

    def _joined(self, sheet: CardSheet, code: str, filled: Mapping[str, Any]) -> dict[str, Any]:
        """Return the other card of a two-way player by the field that joins it; {} if there is none."""
        earlier = self.system.write_card(self.cards[code]) if sheet.joins and code in self.cards else {}
        same_player = earlier.get("name") == str(filled.get("name", "")).strip()
        if not earlier or not same_player or sheet.holds(earlier) or sheet.joins in earlier:
            return {}
        return {sheet.joins: earlier}

    def _card_faults(self, sheet: CardSheet, code: str, document: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """The card is taken where there is none; each fault names the man, and its column where it can."""
        try:
            self.cards[code] = self.system.read_card(document)
        except SystemFileError as refused:
            for fault in refused.faults:
                yield sheet.heading_of(fault), fault


def _strange_cells(filled: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for heading, value in filled.items():
        if isinstance(value, date | time):
            yield heading, "The spreadsheet has made a date of this: set the cell to text and write it once more."
        elif isinstance(value, str) and value.startswith("="):
            yield heading, "This is a formula: write its value."
