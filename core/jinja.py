"""Jinja templates for HTML that is rendered after every move in a game. They are faster than Django's."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from jinja2 import Environment

from core.templatetags import parts

_MAX_ADDRESSES: Final = 20_000


class _Environment(Environment):
    """Look up `view.number` in the dict first. Jinja would look for an attribute first, which is slower."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """Return an environment with the page components. Use `panel` in a call block."""
    made = _Environment(trim_blocks=True, lstrip_blocks=True, **options)
    made.filters["capfirst"] = capfirst
    made.globals |= {
        "url": _url,
        "badge": parts.state,
        "head": parts.head,
        "note": _note,
        "error": _error,
        "panel": _panel,
    }
    return made


@lru_cache(_MAX_ADDRESSES)
def _url(name: str, *args: str | int) -> str:
    return reverse(name, args=args)


def _note(sentence: object, tone: str = "", lead: object = "") -> SafeString:
    return render_to_string("parts/note.html", parts.note(sentence, tone, lead))


def _error(sentence: object) -> SafeString:
    return render_to_string("parts/refusal.html", parts.refusal(sentence))


def _panel(tone: str = "", role: str = "", *, caller: Callable[[], str]) -> SafeString:
    return parts.panel(caller(), tone, role)
