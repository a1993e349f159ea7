"""The grid of a card as a string, because a template for each cell would be slow."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from core.tables import escape_html

register = template.Library()


@register.simple_tag
def card_rows(card: Mapping[str, Any]) -> SafeString:
    """Render the rows of a card's grid, with the column that was read and its cell marked."""
    return SafeString("".join(_row(row) for row in card["rows"]))


def _row(row: Mapping[str, Any]) -> str:
    cells = "".join(_cell(cell) for cell in row["cells"])
    return f'<tr><th scope="row">{escape_html(row["label"])}</th>{cells}</tr>'


def _cell(cell: Mapping[str, Any]) -> str:
    text = escape_html(cell["text"])
    if cell["is_read"]:
        return f'<td class="read cell">{text}</td>'
    return f'<td class="read">{text}</td>' if cell["is_in_read_column"] else f"<td>{text}</td>"
