"""The parts that pages are put together from. `/style/` shows each of them.

What may stand in every row of a long list is made here; what has a form of its own lies in templates/parts.
"""

from typing import Any

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.crests import Crest, crest_html
from core.tables import escape_html

register = template.Library()


@register.simple_tag
def state(words: object, tone: str = "") -> SafeString:
    """A word or two in a frame. `tone`: good, warn, bad, now, or "" where nothing presses."""
    classes = escape_html(f"state {tone}".rstrip())
    return SafeString(f'<span class="{classes}">{escape_html(words)}</span>')


@register.simple_tag
def crest(of: Crest) -> SafeString:
    """The crest of a team, to stand before its name."""
    return crest_html(of)


@register.inclusion_tag("parts/note.html")
def note(sentence: object, tone: str = "", lead: object = "", role: str = "") -> dict[str, Any]:
    """A sentence that is set apart, with its first words in bold where it has a `lead`; `role` as ARIA has it."""
    return {"sentence": sentence, "tone": tone, "lead": lead, "role": role}


@register.simple_block_tag
def panel(content: str, tone: str = "", role: str = "") -> SafeString:
    """Whatever is set apart and is more than a sentence: its rows, lists and forms stand between the two tags."""
    heard = format_html(' role="{}"', role) if role else ""
    return format_html('<div class="{}"{}>{}</div>', f"note {tone}".rstrip(), heard, mark_safe(content))


@register.simple_tag
def verdict(ruling: Any) -> SafeString:
    """A ruling in a line: whether it is legal, its rule, its sentence."""
    mark = state("legal", "good") if ruling.allowed else state("not legal", "bad")
    return format_html('{} <span class="rule">{}</span> {}', mark, ruling.rule, ruling.reason)


@register.inclusion_tag("parts/refusal.html")
def refusal(sentence: object, name: str = "") -> dict[str, Any]:
    """Why something was not done, read out at once; nothing where nothing was refused. `name`: its id."""
    return {"sentence": sentence, "name": name}


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A field of a form under its label, with its faults and its help."""
    return {"field": bound}
