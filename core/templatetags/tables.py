"""Tables on pages: head and rows of a filled table, as strings, for a template per cell would be slow."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.tables import Align, Column, Entry, FilledTable, Order, Place, Remark, TableDefinition, escaped

register = template.Library()


class _Fillable(Protocol):
    def filled(self, viewer: Any) -> FilledTable[Any]: ...


@register.inclusion_tag("core/_table.html")
def table(source: _Fillable | FilledTable[Any], place: str, viewer: Any = None, style: str = "") -> dict[str, Any]:
    """`{% table division "page" viewer %}`, without viewer as a visitor sees it; `style` is a further class of it."""
    filled = source if isinstance(source, FilledTable) else source.filled(viewer)
    return on_page(filled, Place[place.upper()], style)


@register.simple_tag
def head_cells(definition: TableDefinition[Any], place: str, rows: int = 1) -> SafeString:
    """The heads of a table that a page draws itself; each as high as `rows` of them."""
    columns = definition.at(Place[place.upper()])
    return _joined(_head(column, _classes(column), column.title, None, rows) for column in columns)


@register.simple_tag
def row_cells(definition: TableDefinition[Any], item: Any, place: str) -> SafeString:
    """The cells of a row that a page draws itself."""
    return _cells(item, [_part(column, _classes(column)) for column in definition.at(Place[place.upper()])])


@register.simple_tag
def lines(definition: TableDefinition[Any], item: Any, place: str) -> SafeString:
    """A row as lines under one another, such as at the head of a column."""
    texts = (escaped(column.written(item)) for column in definition.at(Place[place.upper()]))
    return mark_safe("<br>".join(f'<span class="nowrap">{text}</span>' for text in texts))


def on_page(filled: FilledTable[Any], place: Place, style: str = "") -> dict[str, Any]:
    columns = filled.table.at(place)
    classes = [_classes(column) for column in columns]
    parts = [_part(column, names) for column, names in zip(columns, classes, strict=True)]
    return {
        "style": f"{filled.table.name} {style}".strip(),
        "caption": filled.caption,
        "is_captioned_unseen": filled.is_captioned_unseen,
        "are_heads_unseen": filled.are_heads_unseen,
        "label": filled.label or (filled.caption if filled.is_captioned_unseen else ""),
        "heads": _joined(
            _head(column, styles, head, filled.order)
            for column, styles, head in zip(columns, classes, filled.heads(place), strict=True)
        ),
        "rows": _joined(
            _remark(row, len(columns)) if isinstance(row, Remark) else _entry(row, parts)
            for row in filled.rows_at(place)
        ),
    }


def _joined(parts: Iterable[str]) -> SafeString:
    """Parts that are escaped; the tags between them are of the code."""
    return mark_safe("".join(parts))


def _head(column: Column[Any], classes: str, head: str, order: Order | None, rows: int = 1) -> str:
    shown, runs = escaped(head), ""
    if order is not None and column.sort:
        shown, runs = _sorting(column, shown, order)
    elif column.is_head_unseen:
        shown = f'<span class="hide">{shown}</span>'
    elif column.meaning:
        shown = f'<abbr title="{escaped(column.meaning)}">{shown}</abbr>'
    sorted_by = f' aria-sort="{runs}"' if runs else ""
    high = f' rowspan="{rows}"' if rows > 1 else ""
    return f'<th scope="col" class="{classes}"{high}{sorted_by}>{shown}</th>'


def _sorting(column: Column[Any], head: str, order: Order) -> tuple[str, str]:
    """A link that sorts by the column, or turns the order round where that is done already; and how it runs now."""
    to, runs, mark = column.sort, "", ""
    if order.by.removeprefix("-") == column.sort:
        is_turned = order.by.startswith("-")
        runs, mark = ("ascending", " ▲") if column.rises != is_turned else ("descending", " ▼")
        to = column.sort if is_turned else f"-{column.sort}"
    title = f' title="{escaped(column.meaning)}"' if column.meaning else ""
    return f'<a href="{escaped(order.address(to))}"{title}>{head}{mark}</a>', runs


def _classes(column: Column[Any]) -> str:
    return " ".join(part for part in (_STANDS.get(column.align, ""), column.name, column.tone) if part)


_STANDS = {Align.RIGHT: "n", Align.CENTER: "c"}


_Part = tuple[Callable[[Any], str], str, str]  # what a cell of a column shows, what opens it, what closes it


def _part(column: Column[Any], classes: str) -> _Part:
    if column.names_row:
        return column.shown, f'<th scope="row" class="{classes}">', "</th>"
    return column.shown, f'<td class="{classes}">', "</td>"


def _cells(item: Any, parts: Sequence[_Part]) -> SafeString:
    return _joined([f"{opened}{shown(item)}{closed}" for shown, opened, closed in parts])


def _entry(entry: Entry[Any], parts: Sequence[_Part]) -> SafeString:
    cells = _cells(entry.item, parts)
    marks = " ".join(["cut"] * entry.is_cut + ["mine"] * entry.is_mine + [entry.tone] * bool(entry.tone))
    data = ' data-{}="{}"'.format(*entry.data) if entry.data else ""
    return mark_safe(f"<tr{data}{_class(marks)}>{cells}</tr>")


def _class(names: str) -> SafeString:
    return SafeString(f' class="{escaped(names)}"' if names else "")


def _remark(remark: Remark, columns: int) -> SafeString:
    """The first column stays empty; a name stands in the second."""
    tone = _class(remark.tone)
    if remark.beside:
        row = '<tr{}><td></td><th scope="row">{}</th><td colspan="{}">{}</td></tr>'
        return format_html(row, tone, remark.beside, columns - 2, remark.text)
    return format_html('<tr><td></td><td colspan="{}"{}>{}</td></tr>', columns - 1, tone, remark.text)
