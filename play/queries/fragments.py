"""The HTML of a table, of which events leave out the parts that a page has: rosters, cards and earlier plays.

A part is named by its content. An event has an empty element in its place, and the page moves its own part there. A
page that lacks the part loads itself again.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from core.errors import Refused
from play.queries.table_parts import TableParts, render_part


class Fragment(NamedTuple):
    """The view after an action as HTML, and the names of its parts."""

    number: int
    html: SafeString
    parts: Collection[str]


def render_view(
    view: Mapping[str, Any], refusal: Refused | None = None, *, known_parts: Collection[str] = ()
) -> Fragment:
    """Render the view of a table, and why the viewer's last move was refused.

    Args:
        known_parts: The names of the parts that the page has.
    """
    parts = TableParts(known_parts)
    html = render_part("view", view=view, refusal=refusal, parts=parts)
    return Fragment(view["number"], html, parts.names)
