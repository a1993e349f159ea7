"""Render a table's HTML without the parts that a page already has, such as rosters, cards and earlier plays.

A part's name is derived from its content. In an event, an empty element marks the part's position, and the page moves
its own copy there. If the page doesn't have the part, it reloads itself.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from core.errors import Refused
from play.queries.table_parts import TableParts, render_part


class Fragment(NamedTuple):
    """The HTML view after an action, and the names of its parts."""

    number: int
    html: SafeString
    parts: Collection[str]


def render_view(
    view: Mapping[str, Any], refusal: Refused | None = None, *, known_parts: Collection[str] = ()
) -> Fragment:
    """Render a table's view, with the error if the viewer's last move was rejected.

    Args:
        known_parts: Names of the parts that the page already has.
    """
    parts = TableParts(known_parts)
    html = render_part("view", view=view, refusal=refusal, parts=parts)
    return Fragment(view["number"], html, parts.names)
