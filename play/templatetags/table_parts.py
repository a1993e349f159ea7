"""Use parts of a table's view on other pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from play.queries.table_parts import TableParts, render_part

register = template.Library()


@register.simple_tag
def table_part(name: str, **values: Any) -> SafeString:
    """Render a template in templates/play/table."""
    return render_part(name, **values)


@register.simple_tag
def play_list(view: Mapping[str, Any], plays: Sequence[Mapping[str, Any]], heading: str) -> SafeString:
    """Render each half-inning's plays under a heading, an element such as h2."""
    return TableParts().plays(view, plays, heading)
