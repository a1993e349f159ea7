"""Cache finished pages until anything they show changes.

The name of a cached page includes the number of the newest log entry. So a page is never stale, and no entry has to be
deleted.
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
    """Return the page cached under this name, built if necessary, or 304 if the browser already has it.

    `newest` is the number of the newest action the page shows. Shared responses read it (config/shared_responses.py).
    """
    # weak, because it names the compressed and the plain page alike
    tag = f'W/"{hashlib.sha256(name.encode()).hexdigest()[:24]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    page = cache.get(f"page:{tag}")
    if page is None:
        page = _pages_in_progress.get(tag, lambda: _build_page(tag, make))
        _pages_in_progress.forget(tag)
    if isinstance(page, HttpResponse):
        # not cacheable, so every request gets its own
        return make()
    headers = {
        "ETag": tag,
        "Cache-Control": "no-cache",
        "Vary": "Cookie, Accept-Encoding",
        NEWEST_ACTION_HEADER: str(newest),
    }
    if client_accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return HttpResponse(page, headers=headers)
    return HttpResponse(gzip.decompress(page), headers=headers)


def _build_page(tag: str, make: Callable[[], HttpResponse]) -> bytes | HttpResponse:
    response = make()
    if response.status_code != 200:
        return response
    page = compress(response.content, SMALLEST)
    cache.set(f"page:{tag}", page, settings.PAGE_CACHE_SECONDS)
    return page
