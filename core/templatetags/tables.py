"""Render tables as strings, because a template for each cell is slow."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.tables import Align, Column, Entry, FilledTable, Order, Place, Remark, TableDefinition, escape_html

register = template.Library()


class _Fillable(Protocol):
    def filled(self, viewer: Any) -> FilledTable[Any]: ...


@register.inclusion_tag("core/_table.html")
def table(source: _Fillable | FilledTable[Any], place: str, viewer: Any = None, style: str = "") -> dict[str, Any]:
    """Render `{% table division "page" viewer %}`. Without a viewer, render the public version.

    `style` adds a CSS class.
    """
    filled = source if isinstance(source, FilledTable) else source.filled(viewer)
    return table_context(filled, Place[place.upper()], style)


@register.simple_tag
def head_cells(definition: TableDefinition[Any], place: str, rows: int = 1, order: Order | None = None) -> SafeString:
    """Render the header cells for a table that the template draws itself. Each cell spans `rows` rows.

    With `order`, sortable columns have links in their headers.
    """
    columns = definition.at(Place[place.upper()])
    return _join_html(_header_cell(column, _cell_classes(column), column.title, order, rows) for column in columns)


@register.simple_tag
def row_cells(definition: TableDefinition[Any], item: Any, place: str) -> SafeString:
    """Render a row's cells for a table that the template draws itself."""
    columns = definition.at(Place[place.upper()])
    parts = [_cell_parts(column, _cell_classes(column)) for column in columns]
    return _row_html(item, parts)


@register.simple_tag
def lines(definition: TableDefinition[Any], item: Any, place: str) -> SafeString:
    """Render a row as lines of text, such as for a column header."""
    texts = (escape_html(column.written(item)) for column in definition.at(Place[place.upper()]))
    return mark_safe("<br>".join(f'<span class="nowrap">{text}</span>' for text in texts))


def table_context(filled: FilledTable[Any], place: Place, style: str = "") -> dict[str, Any]:
    columns = filled.table.at(place)
    classes = [_cell_classes(column) for column in columns]
    parts = [_cell_parts(column, names) for column, names in zip(columns, classes, strict=True)]
    return {
        "style": f"{filled.table.name} {style}".strip(),
        "caption": filled.caption,
        "is_caption_hidden": filled.is_caption_hidden,
        "are_headers_hidden": filled.are_headers_hidden,
        "label": filled.label or (filled.caption if filled.is_caption_hidden else ""),
        "heads": _join_html(
            _header_cell(column, styles, head, filled.order)
            for column, styles, head in zip(columns, classes, filled.heads(place), strict=True)
        ),
        "rows": _join_html(
            _remark_row(row, len(columns)) if isinstance(row, Remark) else _entry_row(row, parts)
            for row in filled.rows_at(place)
        ),
    }


def _join_html(parts: Iterable[str]) -> SafeString:
    """Join HTML strings that are already escaped."""
    return mark_safe("".join(parts))


def _header_cell(column: Column[Any], classes: str, head: str, order: Order | None, rows: int = 1) -> str:
    content = escape_html(head)
    direction = ""
    if order is not None and column.sort:
        content, direction = _sort_link(column, content, order)
    elif column.is_header_hidden:
        content = f'<span class="hide">{content}</span>'
    elif column.tooltip:
        content = f'<abbr title="{escape_html(column.tooltip)}">{content}</abbr>'
    aria_sort = f' aria-sort="{direction}"' if direction else ""
    rowspan = f' rowspan="{rows}"' if rows > 1 else ""
    return f'<th scope="col" class="{classes}"{rowspan}{aria_sort}>{content}</th>'


def _sort_link(column: Column[Any], head: str, order: Order) -> tuple[str, str]:
    """Return a link that sorts by the column or reverses the order, and the current sort direction."""
    sort_key = column.sort
    direction = arrow = ""
    if order.by.removeprefix("-") == column.sort:
        is_reversed = order.by.startswith("-")
        is_ascending = column.rises != is_reversed
        direction = "ascending" if is_ascending else "descending"
        arrow = " ▲" if is_ascending else " ▼"
        sort_key = column.sort if is_reversed else f"-{column.sort}"
    title = f' title="{escape_html(column.tooltip)}"' if column.tooltip else ""
    return f'<a href="{escape_html(order.address(sort_key))}"{title}>{head}{arrow}</a>', direction


def _cell_classes(column: Column[Any]) -> str:
    return " ".join(part for part in (_ALIGNMENT_CLASSES.get(column.align, ""), column.name, column.tone) if part)


_ALIGNMENT_CLASSES = {Align.RIGHT: "n", Align.CENTER: "c"}


_CellParts = tuple[Callable[[Any], str], str, str]  # renderer, opening tag and closing tag for a column's cells


def _cell_parts(column: Column[Any], classes: str) -> _CellParts:
    if column.names_row:
        return column.renderer, f'<th scope="row" class="{classes}">', "</th>"
    return column.renderer, f'<td class="{classes}">', "</td>"


def _row_html(item: Any, parts: Sequence[_CellParts]) -> SafeString:
    return _join_html([f"{opening_tag}{render(item)}{closing_tag}" for render, opening_tag, closing_tag in parts])


def _entry_row(entry: Entry[Any], parts: Sequence[_CellParts]) -> SafeString:
    cells = _row_html(entry.item, parts)
    classes = ["cut" if entry.is_cut else "", "mine" if entry.is_mine else "", entry.tone]
    data = ' data-{}="{}"'.format(*entry.data) if entry.data else ""
    return mark_safe(f"<tr{data}{_class_attribute(' '.join(filter(None, classes)))}>{cells}</tr>")


def _class_attribute(names: str) -> SafeString:
    return SafeString(f' class="{escape_html(names)}"' if names else "")


def _remark_row(remark: Remark, columns: int) -> SafeString:
    """Render a remark that starts in the second column."""
    tone = _class_attribute(remark.tone)
    if remark.row_name:
        row = '<tr{}><td></td><th scope="row">{}</th><td colspan="{}">{}</td></tr>'
        return format_html(row, tone, remark.row_name, columns - 2, remark.text)
    return format_html('<tr><td></td><td colspan="{}"{}>{}</td></tr>', columns - 1, tone, remark.text)
