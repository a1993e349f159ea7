"""Finished public pages, kept until anything changes in their tournament.

The key holds the number of the newest log row, so a page is never stale and nothing has to be dropped.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from tournaments.access import Viewer
from tournaments.live import newest_number
from tournaments.models import Tournament


def kept_for_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Goes inside `tournament_view`: keeps the page for visitors who are not signed in."""

    @wraps(view)
    def kept(request: HttpRequest, tournament: Tournament, viewer: Viewer, *args: Any, **kwargs: Any) -> HttpResponse:
        if viewer.role != "public" or request.method != "GET" or not settings.PAGE_CACHE_SECONDS or _is_told(request):
            return view(request, tournament, viewer, *args, **kwargs)
        named = f"{tournament.pk}:{newest_number(tournament.pk)}:{request.get_full_path()}"
        tag = f'"{hashlib.sha256(named.encode()).hexdigest()[:24]}"'
        if request.headers.get("If-None-Match") == tag:
            return HttpResponseNotModified()
        body = cache.get(f"page:{tag}")
        if body is None:
            response = view(request, tournament, viewer, *args, **kwargs)
            if response.status_code != 200:
                return response
            body = response.content
            cache.set(f"page:{tag}", body, settings.PAGE_CACHE_SECONDS)
        return HttpResponse(body, headers={"ETag": tag, "Cache-Control": "no-cache"})

    return kept


def _is_told(request: HttpRequest) -> bool:
    """A sentence is waiting for this one visitor, such as of an act in another tournament; it is nobody else's."""
    return "messages" in request.COOKIES
