"""File formats for a tournament's tables: CSV, Excel, and formats from plugins."""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.http import Http404, HttpResponse

from core.plugins import Plugin, usable_plugins
from pennant_baseball.plugins import EXPORTERS, ExportedTable
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from tournaments.table_files import CONTENT_TYPES, csv_bytes, xlsx_bytes
from weekend.tables import TABLES, TableFile, table_for


class TableFormat(NamedTuple):
    """A file format for tables. `kind` is the file extension."""

    kind: str
    title: str
    content_type: str
    write: Callable[[TableFile, Tournament], bytes]


def _csv_file(table: TableFile, tournament: Tournament) -> bytes:
    return csv_bytes(table.columns, table.rows(tournament))


def _xlsx_file(table: TableFile, tournament: Tournament) -> bytes:
    return xlsx_bytes(table.title, table.columns, table.rows(tournament))


OWN_FORMATS: Final = {
    "csv": TableFormat("csv", "CSV", CONTENT_TYPES["csv"], _csv_file),
    "xlsx": TableFormat("xlsx", "Excel", CONTENT_TYPES["xlsx"], _xlsx_file),
}


def table_file(tournament: Tournament, viewer: Viewer, name: str, kind: str) -> HttpResponse:
    """Return a table as a downloadable file, limited to what this viewer can see.

    Raises:
        Http404: There is no such table or format.
        PluginFailed: The plugin that writes this format failed.
    """
    table = table_for(tournament, viewer, name)
    formats = {table_format.kind: table_format for table_format in table_formats(name)}
    if kind not in formats:
        raise Http404(f"Unknown document “{name}.{kind}”. Choose {' or '.join(formats)}.")
    content = formats[kind].write(table, tournament)
    attachment = {"Content-Disposition": f'attachment; filename="{tournament.slug}-{name}.{kind}"'}
    return HttpResponse(content, content_type=formats[kind].content_type, headers=attachment)


def table_formats(name: str) -> list[TableFormat]:
    """Return a table's file formats: CSV, Excel, and formats from plugins."""
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
