"""Cache the club's public pages for visitors who are not signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from club.queries.newest import ClubState, club_state
from core.page_cache import cached_file, cached_page
from tournaments.access.viewers import viewers_of

_View = Callable[..., HttpResponse]


def cached_for_club_visitors(view: _View) -> _View:
    """Cache a page that doesn't depend on the club's state."""

    @wraps(view)
    def cached(request: HttpRequest, **parts: Any) -> HttpResponse:
        return club_page(request, lambda state: view(request, **parts))

    return cached


def club_page(request: HttpRequest, make: Callable[[ClubState], HttpResponse]) -> HttpResponse:
    """Return a club page. Visitors get it from the page cache until its content changes."""
    state = club_state()
    has_message = "messages" in request.COOKIES
    if request.method != "GET" or not settings.PAGE_CACHE_SECONDS or has_message or viewers_of(request).all():
        return make(state)
    return cached_page(request, f"club:{state.games}:{request.get_full_path()}", state.newest, lambda: make(state))


def club_file(request: HttpRequest, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a public club file, cached in the same way."""
    state = club_state()
    if request.method != "GET" or not settings.PAGE_CACHE_SECONDS:
        return make()
    return cached_file(request, f"club:{state.records}:{request.path}", state.newest, make)
