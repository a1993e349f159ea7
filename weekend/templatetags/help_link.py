"""The link from each page to its help page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from weekend.queries.help_links import help_path_of
from weekend.queries.help_pages import page_address

register = template.Library()


@register.simple_tag(takes_context=True)
def help_link(context: dict[str, Any]) -> SafeString:
    """Render the help link for the current page."""
    return format_html('<a href="{}" rel="help">Help</a>', _help_address(context))


def _help_address(context: dict[str, Any]) -> str:
    match = context["request"].resolver_match
    if match is None:
        return reverse("help")
    app = match.func.__module__.partition(".")[0]
    path = help_path_of(match.url_name or "", app)
    return page_address(path) if path else reverse("help")
