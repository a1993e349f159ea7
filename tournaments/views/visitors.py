"""Cache public pages and files for visitors who aren't signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.page_cache import cached_file, cached_page
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Tournament
from tournaments.queries.phone_addresses import site_address


def cached_for_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Cache a view for visitors until the tournament changes. Use this inside `tournament_view`."""
    return _cached(view, cached_page, lambda request, tournament: request.get_full_path())


def cached_file_for_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Cache a view of a PDF or table in the same way. The cache key has the QR codes' base URL instead of the query."""
    return _cached(view, cached_file, lambda request, tournament: f"{site_address(request, tournament)}{request.path}")


def _cached(
    view: Callable[..., HttpResponse],
    cached: Callable[[HttpRequest, str, int, Callable[[], HttpResponse]], HttpResponse],
    name_of: Callable[[HttpRequest, Tournament], str],
) -> Callable[..., HttpResponse]:
    @wraps(view)
    def cached_view(
        request: HttpRequest, tournament: Tournament, viewer: Viewer, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        def make() -> HttpResponse:
            return view(request, tournament, viewer, *args, **kwargs)

        if viewer.role != "public" or request.method != "GET" or not settings.PAGE_CACHE_SECONDS:
            return make()
        if has_message(request):
            return make()
        # Action numbers are unique only within an epoch, and browsers use this key for caching too.
        newest = newest_number(tournament.pk)
        state = f"{tournament.pk}:{tournament.epoch}:{newest}"
        return cached(request, f"{state}:{name_of(request, tournament)}", newest, make)

    return cached_view


def has_message(request: HttpRequest) -> bool:
    """Return whether this visitor has a pending message, which must not be cached for others."""
    return "messages" in request.COOKIES
