"""Write tables as CSV and Excel files. Text that looks like a formula stays text."""

import csv
from io import BytesIO, StringIO
from typing import Any

from core.formulas import FORMULA_STARTS, disarm_formula
from core.tables import Value
from seasons.sheet_layout import column_widths, lay_out
from tournaments.models import Tournament
from weekend.tables import TableFile


def csv_file(table: TableFile, tournament: Tournament) -> bytes:
    """Return UTF-8 with a byte order mark, which spreadsheets need to read accents."""
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(table.columns)
    for row in table.rows(tournament):
        writer.writerow([disarm_formula(value) for value in row])
    return stream.getvalue().encode("utf-8-sig")


def xlsx_file(table: TableFile, tournament: Tournament) -> bytes:
    from openpyxl import Workbook  # noqa: PLC0415 - loads numpy, which would slow down the first page
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(table.title)
    rows = [list(row) for row in table.rows(tournament)]
    lay_out(sheet, column_widths([table.columns, *rows]), rows=len(rows) + 1)
    heads = [WriteOnlyCell(sheet, value=column) for column in table.columns]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in rows:
        sheet.append([_text_cell(sheet, value) for value in row])
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _text_cell(sheet: Any, value: Value) -> Any:
    if not isinstance(value, str) or not value.startswith(FORMULA_STARTS):
        return value
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415

    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell
