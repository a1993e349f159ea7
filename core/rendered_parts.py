"""Parts of pages that are rendered once for the same values, because many pages show them again after each change."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

# About 2 KB each.
MAX_PARTS: Final = 4000


class RenderedParts:
    """The HTML used last, by template and values."""

    def __init__(self) -> None:
        self._html: OrderedDict[bytes, SafeString] = OrderedDict()
        self._lock = threading.Lock()

    def render(self, template: str, values: Mapping[str, Any]) -> SafeString:
        """Return the HTML of a template that depends on these JSON values alone."""
        key = blake2b(repr((template, values)).encode("utf-8", "backslashreplace"), digest_size=20).digest()
        with self._lock:
            html = self._html.get(key)
            if html is not None:
                self._html.move_to_end(key)
                return html
        html = render_to_string(template, dict(values))
        with self._lock:
            self._html[key] = html
            if len(self._html) > MAX_PARTS:
                self._html.popitem(last=False)
        return html


rendered_parts: Final = RenderedParts()
