"""Write card sets and the empty template as xlsx files."""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final

from core.formulas import FORMULA_STARTS, disarm_formula
from drafts.card_files.columns import FileColumn, sheets_of
from drafts.models import CardSet
from seasons.sheet_layout import lay_out

if TYPE_CHECKING:
    from openpyxl import Workbook

READ_ME: Final = (
    "Enter one row for each card on the Players sheet, and one row for each park on the Ballparks sheet.",
    "Keep the headings in the first row. Their order doesn't matter, and you can delete columns you don't need,",
    "except those marked as needed. Empty cells count as 0 or as unknown.",
    "Enter values, not formulas. Enter 118 2/3 innings as 118.2.",
    "If anything is wrong, nothing is saved, and every error is listed with its sheet, row and column.",
)
_FIRST_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # a fixed date, so templates are identical


def template_file(system: str) -> bytes:
    """Return a game's template with headings, no rows, and the Read me sheet."""
    return _file(system, [], [])


def card_file(card_set: CardSet, system: str = "") -> bytes:
    """Return a card set as a file that can be loaded again without loss.

    If the set is for any game, `system` selects the game whose rating columns the file includes.
    """
    return _file(card_set.system or system, card_set.cards.all(), card_set.ballparks.all())


def card_file_csv(card_set: CardSet, system: str = "") -> bytes:
    """Return a card set's players as CSV, which loads like the Players sheet of an Excel file."""
    columns = sheets_of(card_set.system or system)["Players"]
    lines = StringIO(newline="")
    writer = csv.writer(lines)
    writer.writerow(column.heading for column in columns)
    for card in card_set.cards.all():
        writer.writerow(disarm_formula(column.column.value(card)) for column in columns)
    return lines.getvalue().encode("utf-8-sig")


def _file(system: str, cards: Iterable[Any], parks: Iterable[Any]) -> bytes:
    from openpyxl import Workbook  # noqa: PLC0415 - imports numpy, which would slow the first page

    workbook = Workbook(write_only=True)
    workbook.properties.created = workbook.properties.modified = _FIRST_DAY
    workbook.properties.creator = "Pennant"
    for (name, columns), rows in zip(sheets_of(system).items(), (cards, parks), strict=True):
        _write_sheet(workbook, name, columns, rows)
    _write_read_me(workbook, system)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _write_sheet(workbook: "Workbook", name: str, columns: tuple[FileColumn, ...], rows: Iterable[Any]) -> None:
    sheet = workbook.create_sheet(name)
    rows = list(rows)
    lay_out(sheet, [column.width for column in columns], rows=len(rows) + 1, freeze="C2")
    sheet.append([_heading(sheet, column.heading) for column in columns])
    for row in rows:
        sheet.append([_cell(sheet, column.column.value(row)) for column in columns])


def _write_read_me(workbook: "Workbook", system: str) -> None:
    sheet = workbook.create_sheet("Read me")
    lay_out(sheet, (14, 14, 10, 90), freeze="A1")
    for line in READ_ME:
        sheet.append([line])
    sheet.append([])
    sheet.append([_heading(sheet, text) for text in ("Sheet", "Column", "Needed", "What belongs there")])
    for name, columns in sheets_of(system).items():
        for column in columns:
            needed = "needed" if column.required else ""
            sheet.append([_cell(sheet, text) for text in (name, column.heading, needed, column.column.help)])


def _heading(sheet: Any, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    cell = WriteOnlyCell(sheet, value=text)
    cell.font = Font(bold=True)
    return cell


def _cell(sheet: Any, value: Any) -> Any:
    """Mark text that looks like a formula as text, so that spreadsheets don't evaluate it."""
    if not isinstance(value, str) or not value.startswith(FORMULA_STARTS):
        return value
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415

    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell
