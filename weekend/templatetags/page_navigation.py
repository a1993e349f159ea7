"""The navigation between a tournament's pages."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from weekend.queries.page_list import Page, PageGroup, Tab, current_page, page_groups, phone_tabs

register = template.Library()

_MOST_RENDERED: Final = 2000


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A navigation link. `mark` is its aria-current. Only phone tabs have an icon."""

    label: str
    address: str
    mark: str = ""
    icon: str = ""


@register.simple_tag(takes_context=True)
def page_navigation(context: dict[str, Any]) -> SafeString:
    """Render the navigation of `tournament` for `viewer`, with the current page marked."""
    viewer = context["viewer"]
    return _navigation(context["tournament"].slug, page_groups(viewer), phone_tabs(viewer), context["request"].path)


@lru_cache(_MOST_RENDERED)
def _navigation(slug: str, groups: tuple[PageGroup, ...], tabs: tuple[Tab, ...], path: str) -> SafeString:
    """Render the navigation once for all viewers who can open the same pages."""
    current = current_page(path)

    def link(page: Page, label: str, icon: str = "") -> NavigationLink:
        address = reverse(page.url_name, args=[slug])
        # "page" marks the page itself, "true" a page below it
        mark = ("page" if path == address else "true") if page is current else ""
        return NavigationLink(label, address, mark, icon)

    return render_navigation(
        {group.title: [link(page, page.label) for page in group.pages] for group in groups},
        [link(tab.page, tab.label, tab.icon) for tab in tabs],
        reverse("tournament_search", args=[slug]),
    )


def render_navigation(
    groups: dict[str, list[NavigationLink]], tabs: list[NavigationLink], search: str = ""
) -> SafeString:
    """Render groups of links by title, the phone tabs, and the link to the search page."""
    has_mark = any(link.mark for links in groups.values() for link in links)
    is_current_in_more = has_mark and not any(tab.mark for tab in tabs)
    page = {"groups": groups, "tabs": tabs, "is_current_in_more": is_current_in_more, "search": search}
    return render_to_string("_pages.html", page)
