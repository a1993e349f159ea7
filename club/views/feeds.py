"""Atom and JSON feeds for champions, results and rulings, and the sitemap."""

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.safestring import mark_safe
from django.views.decorators.http import conditional_page, require_safe

from club.queries.feeds import FeedEntry, champion_entries, public_paths, result_entries, ruling_entries
from core.tables import escape_html

_SITE_PAGES: Final = (
    "home",
    "club_calendar",
    "club_live",
    "club_results",
    "champions",
    "records",
    "ratings",
    "seasons",
    "club_people",
)
_JSON_FEED: Final = "https://jsonfeed.org/version/1.1"
_READERS: Final[dict[str, tuple[str, Callable[[], list[FeedEntry]]]]] = {
    "champions": ("Champions", champion_entries),
    "results": ("Results", result_entries),
    "rulings": ("Rulings", ruling_entries),
}


def _reader(name: str) -> tuple[str, Callable[[], list[FeedEntry]]]:
    if name not in _READERS:
        raise Http404("Choose the champions, results or rulings feed.")
    return _READERS[name]


@require_safe
@conditional_page
def atom(request: HttpRequest, name: str) -> HttpResponse:
    """Return a feed as Atom."""
    title, read = _reader(name)
    link = request.build_absolute_uri(reverse("home"))
    feed = Atom1Feed(title=title, link=link, description=title, feed_url=request.build_absolute_uri())
    for entry in read():
        address = request.build_absolute_uri(entry.path)
        feed.add_item(
            title=entry.title,
            link=address,
            description=entry.title,
            unique_id=f"{address}#{entry.key}",
            updateddate=entry.at,
            pubdate=entry.at,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


@require_safe
@conditional_page
def json_feed(request: HttpRequest, name: str) -> HttpResponse:
    """Return a feed as JSON Feed 1.1."""
    title, read = _reader(name)
    feed = {
        "version": _JSON_FEED,
        "title": title,
        "home_page_url": request.build_absolute_uri(reverse("home")),
        "feed_url": request.build_absolute_uri(),
        "items": [_json_item(request, entry) for entry in read()],
    }
    return JsonResponse(feed, content_type="application/feed+json")


def _json_item(request: HttpRequest, entry: FeedEntry) -> dict[str, str]:
    address = request.build_absolute_uri(entry.path)
    return {
        "id": f"{address}#{entry.key}",
        "url": address,
        "title": entry.title,
        "content_text": entry.title,
        "date_published": entry.at.isoformat(),
    }


@require_safe
@conditional_page
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the sitemap: the public pages of the club, its tournaments and its listed people."""
    root = request.build_absolute_uri("/").removesuffix("/")
    paths = public_paths(reverse(name) for name in _SITE_PAGES)
    # joined here, because a template loop over thousands of URLs is slow
    lines = mark_safe("".join(f"\n<url><loc>{escape_html(root + path)}</loc></url>" for path in paths))
    return render(request, "club/sitemap.xml", {"lines": lines}, content_type="application/xml")
