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
    """The view after an action as HTML, and its parts by name."""

    number: int
    html: SafeString
    parts: Mapping[str, str]

    def without(self, known_parts: Collection[str]) -> str:
        """Return the HTML for a page that has these parts."""
        html: str = self.html
        for name, part in self.parts.items():
            if name in known_parts:
                html = html.replace(part, f'<i data-part="{name}"></i>', 1)
        return html


def render_view(view: Mapping[str, Any], refusal: Refused | None = None) -> Fragment:
    """Render the view of a table, and why the viewer's last move was refused."""
    parts = TableParts()
    html = render_part("view", view=view, refusal=refusal, parts=parts)
    return Fragment(view["number"], html, parts.by_name)
