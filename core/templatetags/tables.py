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
    parts = [(column, *_tags(column, names)) for column, names in zip(columns, classes, strict=True)]
    return {
        "style": f"{filled.table.name} {style}".strip(),
        "caption": filled.caption,
        "is_captioned_unseen": filled.is_captioned_unseen,
        "heads": zip(classes, map(_head, columns, filled.heads(place)), strict=True),
        "rows": [
            _remark(row, len(columns)) if isinstance(row, Remark) else _entry(row, parts)
            for row in filled.rows_at(place)
        ],
    }


def _head(column: Column[Any], head: str) -> str:
    return format_html('<abbr title="{}">{}</abbr>', column.meaning, head) if column.meaning else head


def _classes(column: Column[Any]) -> str:
    return " ".join(part for part in ("n" * (column.align is Align.RIGHT), column.name, column.tone) if part)


def _tags(column: Column[Any], classes: str) -> tuple[str, str]:
    """What opens a cell of the column, and what closes it."""
    return (
        (f'<th scope="row" class="{classes}">', "</th>") if column.names_row else (f'<td class="{classes}">', "</td>")
    )


def _entry(entry: Entry[Any], parts: Sequence[tuple[Column[Any], str, str]]) -> SafeString:
    # every cell is escaped; the tags are of the code
    cells = "".join(f"{opened}{_cell(column, entry.item)}{closed}" for column, opened, closed in parts)
    marks = " ".join(["cut"] * entry.is_cut + ["mine"] * entry.is_mine)
    return mark_safe(f"<tr{_class(marks)}>{cells}</tr>")


def _cell(column: Column[Any], item: Any) -> str:
    return column.cell(item) if column.cell is not None else conditional_escape(column.written(item))


def _class(names: str) -> SafeString:
    return format_html(' class="{}"', names) if names else SafeString()


def _remark(remark: Remark, columns: int) -> SafeString:
    """The first column stays empty; a name stands in the second."""
    tone = _class(remark.tone)
    if remark.beside:
        row = '<tr{}><td></td><th scope="row">{}</th><td colspan="{}">{}</td></tr>'
        return format_html(row, tone, remark.beside, columns - 2, remark.text)
    return format_html('<tr><td></td><td colspan="{}"{}>{}</td></tr>', columns - 1, tone, remark.text)
