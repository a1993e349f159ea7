"""Write tables as CSV and Excel files, where text that looks like a formula stays text, or by a plugin."""

import csv
from collections.abc import Callable
from io import BytesIO, StringIO
from typing import Any, Final, NamedTuple

from core.formulas import FORMULA_STARTS, disarm_formula
from core.plugins import Plugin, usable_plugins
from core.tables import Value
from pennant_baseball.plugins import EXPORTERS, ExportedTable
from seasons.sheet_layout import column_widths, lay_out
from tournaments.models import Tournament
from weekend.tables import TABLES, TableFile


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


class TableFormat(NamedTuple):
    """A file format of tables. `kind` is the ending of its files."""

    kind: str
    title: str
    content_type: str
    write: Callable[[TableFile, Tournament], bytes]


_CSV: Final = TableFormat("csv", "CSV", "text/csv; charset=utf-8", csv_file)
_XLSX: Final = TableFormat(
    "xlsx", "Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_file
)
OWN_FORMATS: Final = {table_format.kind: table_format for table_format in (_CSV, _XLSX)}


def table_formats(name: str) -> list[TableFormat]:
    """Return the file formats of a table: CSV, Excel, and those of plugins."""
    plugins = [plugin for plugin in usable_plugins(EXPORTERS) if name in (plugin.facts["tables"] or TABLES)]
    return [*OWN_FORMATS.values(), *map(_format_of, plugins)]


def _format_of(plugin: Plugin) -> TableFormat:
    def write(table: TableFile, tournament: Tournament) -> bytes:
        rows = list(table.rows(tournament))
        content = plugin.call("write", ExportedTable(table.name, table.title, tournament.name, table.columns, rows))
        if not isinstance(content, bytes):
            raise plugin.failed(f"write must return bytes, not {type(content).__name__}")
        plugin.succeeded()
        return content

    return TableFormat(plugin.name, plugin.title, plugin.facts["content_type"], write)
