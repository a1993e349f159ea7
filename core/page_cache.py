"""Finished pages, kept until anything changes in what they show.

The name under which a page is kept holds the number of the newest log row, so a page is never stale and nothing has
to be dropped.
"""

import gzip
import hashlib
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from core.cached_reads import SingleBuildCache
from core.compression import SMALLEST, client_accepts_gzip, compress

NEWEST_ACTION_HEADER = "X-Newest"
_pages_in_progress = SingleBuildCache(most=1_000)


def cached_page(request: HttpRequest, name: str, newest: int, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page kept under this name, made and kept where there is none; 304 for whoever has it already.

    `newest`: the number of the newest act that the page shows, for whoever hands it on (config/shared_responses.py).
    """
    tag = f'W/"{hashlib.sha256(name.encode()).hexdigest()[:24]}"'  # weak: compressed or not, it is the same page
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    kept = cache.get(f"page:{tag}")
    if kept is None:
        kept = _pages_in_progress.get(tag, lambda: _build_page(tag, make))
        _pages_in_progress.forget(tag)
    if isinstance(kept, HttpResponse):  # no page to be kept: each gets his own
        return make()
    headers = {
        "ETag": tag,
        "Cache-Control": "no-cache",
        "Vary": "Cookie, Accept-Encoding",
        NEWEST_ACTION_HEADER: str(newest),
    }
    if client_accepts_gzip(request):
        return HttpResponse(kept, headers={**headers, "Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(kept), headers=headers)


def _build_page(tag: str, make: Callable[[], HttpResponse]) -> bytes | HttpResponse:
    response = make()
    if response.status_code != 200:
        return response
    page = compress(response.content, SMALLEST)
    cache.set(f"page:{tag}", page, settings.PAGE_CACHE_SECONDS)
    return page
