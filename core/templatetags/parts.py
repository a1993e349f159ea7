"""Page components. See `/style/` for examples.

Components of long lists are built as strings here. Larger components have templates in templates/parts.
"""

from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.forms import BaseForm, BoundField
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.abbreviations import abbreviation_html
from core.crests import Crest, crest_html
from core.icons import icon_svg
from core.score_bugs import ScoreBug
from core.tables import escape_html

register = template.Library()


@register.simple_tag
def state(label: object, tone: str = "") -> SafeString:
    """Render a badge. `tone` is good, warn, bad, now or ""."""
    classes = escape_html(f"state {tone}".rstrip())
    return SafeString(f'<span class="{classes}">{escape_html(label)}</span>')


@register.simple_tag
def crest(team_crest: Crest) -> SafeString:
    """Render a team's crest, for use before its name."""
    return crest_html(team_crest)


@register.simple_tag
def icon(name: str) -> SafeString:
    """Render an icon, for use next to a word."""
    return icon_svg(name)


@register.simple_tag
def head(title: str) -> str | SafeString:
    """Render a column header. An abbreviation gets a tooltip with its meaning."""
    return abbreviation_html(title)


@register.inclusion_tag("parts/note.html")
def note(sentence: object, tone: str = "", lead: object = "", role: str = "") -> dict[str, Any]:
    """Render a note with an optional bold `lead` and ARIA `role`."""
    return {"sentence": sentence, "tone": tone, "lead": lead, "role": role}


@register.inclusion_tag("parts/score_bug.html")
def score_bug(bug: ScoreBug) -> dict[str, Any]:
    """Render a game with its teams, runs and state. If there is a line score, show the runs by inning."""
    return {"bug": bug}


@register.inclusion_tag("parts/toast.html")
def toast(message: Message, request: HttpRequest) -> dict[str, Any]:
    """Render a Django message. Without scripts, its link dismisses it by opening the page again."""
    address = request.get_full_path() if request.method == "GET" else "#main"
    return {"sentence": message, "tone": message.tags, "address": address}


@register.simple_block_tag
def panel(content: str, tone: str = "", role: str = "") -> SafeString:
    """Render a note with rows, lists or forms."""
    role_attribute = format_html(' role="{}"', role) if role else ""
    return format_html('<div class="{}"{}>{}</div>', f"note {tone}".rstrip(), role_attribute, mark_safe(content))


@register.simple_tag
def verdict(ruling: Any) -> SafeString:
    """Render a ruling on a single line: whether it is legal, the rule and the reason."""
    mark = state("legal", "good") if ruling.allowed else state("not legal", "bad")
    return format_html('{} <span class="rule">{}</span> {}', mark, ruling.rule, ruling.reason)


@register.inclusion_tag("parts/refusal.html")
def refusal(sentence: object, name: str = "") -> dict[str, Any]:
    """Render an error that screen readers announce, or nothing if `sentence` is empty. `name` is the element's ID."""
    return {"sentence": sentence, "name": name}


@register.inclusion_tag("parts/error_summary.html")
def error_summary(form: BaseForm) -> dict[str, Any]:
    """Render all of a form's field errors with links to the fields, or nothing if there are none."""
    return {"fields": [bound for bound in form if bound.errors]}


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """Render a form field with its label, errors and help text."""
    return {"field": bound}
