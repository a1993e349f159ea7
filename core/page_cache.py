"""Finished pages, kept until anything changes in what they show.

The name under which a page is kept holds the number of the newest log row, so a page is never stale and nothing has
to be dropped.
"""

import hashlib
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified


def kept_page(request: HttpRequest, name: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page kept under this name, made and kept where there is none; 304 for whoever has it already."""
    tag = f'"{hashlib.sha256(name.encode()).hexdigest()[:24]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    body = cache.get(f"page:{tag}")
    if body is None:
        response = make()
        if response.status_code != 200:
            return response
        body = response.content
        cache.set(f"page:{tag}", body, settings.PAGE_CACHE_SECONDS)
    return HttpResponse(body, headers={"ETag": tag, "Cache-Control": "no-cache"})
