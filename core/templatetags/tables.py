"""Tables on pages: head and rows of a filled table, as strings, for a template per cell would be slow."""

from collections.abc import Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from core.tables import Align, Column, Entry, FilledTable, Place, Remark

register = template.Library()


class _Fillable(Protocol):
    def filled(self, viewer: Any) -> FilledTable[Any]: ...


@register.inclusion_tag("core/_table.html")
def table(source: _Fillable, place: str, viewer: Any = None, style: str = "") -> dict[str, Any]:
    """`{% table division "page" viewer %}`, without viewer as a visitor sees it; `style` is a further class of it."""
    return on_page(source.filled(viewer), Place[place.upper()], style)


def on_page(filled: FilledTable[Any], place: Place, style: str = "") -> dict[str, Any]:
    columns = filled.table.at(place)
    classes = [_classes(column) for column in columns]
    opened = [mark_safe(f'<{_tag(column)} class="{names}">') for column, names in zip(columns, classes, strict=True)]
    closed = [f"</{'th' if column.names_row else 'td'}>" for column in columns]
    parts = list(zip(columns, opened, closed, strict=True))
    rows = [
        _remark(row, len(columns)) if isinstance(row, Remark) else _entry(row, parts) for row in filled.rows_at(place)
    ]
    return {
        "style": f"{filled.table.name} {style}".strip(),
        "caption": filled.caption,
        "heads": zip(classes, filled.heads(place), strict=True),
        "rows": rows,
    }


def _tag(column: Column[Any]) -> str:
    return 'th scope="row"' if column.names_row else "td"


def _classes(column: Column[Any]) -> str:
    return " ".join(part for part in ("n" * (column.align is Align.RIGHT), column.name, column.tone) if part)


def _entry(entry: Entry[Any], parts: Sequence[tuple[Column[Any], str, str]]) -> tuple[str, SafeString]:
    cells = [f"{opened}{_cell(column, entry.item)}{closed}" for column, opened, closed in parts]
    marks = " ".join(["cut"] * entry.is_cut + ["mine"] * entry.is_mine)
    return marks, mark_safe("".join(cells))


def _cell(column: Column[Any], item: Any) -> str:
    return column.cell(item) if column.cell is not None else conditional_escape(column.written(item))


def _remark(remark: Remark, columns: int) -> tuple[str, SafeString]:
    """The first column stays empty; a name stands in the second."""
    if remark.beside:
        beside = format_html('<td></td><th scope="row">{}</th>', remark.beside)
        return remark.tone, format_html('{}<td colspan="{}">{}</td>', beside, columns - 2, remark.text)
    return "", format_html('<td></td><td colspan="{}" class="{}">{}</td>', columns - 1, remark.tone, remark.text)
