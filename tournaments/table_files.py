"""Export tables as CSV and Excel files. Text that looks like a formula stays text."""

import csv
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO
from typing import Any, Final

from django.http import Http404, HttpResponse

from core.formulas import FORMULA_STARTS, disarm_formula
from core.tables import Value
from seasons.sheet_layout import column_widths, lay_out

CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
Rows = Iterable[Sequence[Value]]


def table_response(kind: str, file_name: str, title: str, columns: Sequence[str], rows: Rows) -> HttpResponse:
    """Return a table as a file download. `kind` is "csv" or "xlsx". Raise Http404 for any other kind."""
    if kind not in CONTENT_TYPES:
        raise Http404(f"There is no “{file_name}.{kind}”. Choose csv or xlsx.")
    content = csv_bytes(columns, rows) if kind == "csv" else xlsx_bytes(title, columns, rows)
    attachment = {"Content-Disposition": f'attachment; filename="{file_name}.{kind}"'}
    return HttpResponse(content, content_type=CONTENT_TYPES[kind], headers=attachment)


def csv_bytes(columns: Sequence[str], rows: Rows) -> bytes:
    """Return UTF-8 text with a byte order mark, which spreadsheet programs need for accented letters."""
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([disarm_formula(value) for value in row])
    return stream.getvalue().encode("utf-8-sig")


def xlsx_bytes(title: str, columns: Sequence[str], rows: Rows) -> bytes:
    """Return a workbook with a single sheet and a bold heading."""
    from openpyxl import Workbook  # noqa: PLC0415 - loads numpy, which would slow down the first page
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(title)
    lines = [list(row) for row in rows]
    lay_out(sheet, column_widths([columns, *lines]), rows=len(lines) + 1)
    heads = [WriteOnlyCell(sheet, value=column) for column in columns]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for line in lines:
        sheet.append([_text_cell(sheet, value) for value in line])
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
