"""The HTML of a table, of which events leave out the parts that a page has: rosters, cards and earlier plays.

A part is named by its content. An event has an empty element in its place, and the page moves its own part there. A
page that lacks the part loads itself again.
"""

import re
from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

PARTS: Final = "parts"  # the context's name for the parts of the fragment that is rendered
_OUTER_ELEMENT: Final = re.compile(r"<\w+")
_NAME_BYTES: Final = 6  # names of a page's hundred parts differ, and each is sent in every event


class NamedPart(NamedTuple):
    """A part with its name in its outer element."""

    name: str
    html: SafeString


class Fragment(NamedTuple):
    """The view after an action as HTML, and its parts by name."""

    number: int
    html: str
    parts: Mapping[str, str]

    def without(self, known_parts: Collection[str]) -> str:
        """Return the HTML for a page that has these parts."""
        html = self.html
        for name, part in self.parts.items():
            if name in known_parts:
                html = html.replace(part, f'<i data-part="{name}"></i>', 1)
        return html


def name_part(text: str) -> NamedPart:
    """Name a part, which must be one element."""
    html = text.strip()
    name = blake2b(html.encode(), digest_size=_NAME_BYTES).hexdigest()
    return NamedPart(name, SafeString(_OUTER_ELEMENT.sub(rf'\g<0> data-part="{name}"', html, count=1)))


def render_view(view: Mapping[str, Any]) -> Fragment:
    """Render the view of a table."""
    parts: dict[str, str] = {}
    html = render_to_string("play/_table.html", {"view": view, "refusal": None, PARTS: parts})
    return Fragment(view["number"], html, parts)
