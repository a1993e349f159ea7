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

from core.compression import SMALL, compressed, takes_compressed
from core.readings import OnceEach

NEWEST = "X-Newest"
_being_made = OnceEach(most=1_000)


def kept_page(request: HttpRequest, name: str, newest: int, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page kept under this name, made and kept where there is none; 304 for whoever has it already.

    `newest`: the number of the newest act that the page shows, for whoever hands it on (config/shared_answers.py).
    """
    tag = f'W/"{hashlib.sha256(name.encode()).hexdigest()[:24]}"'  # weak: compressed or not, it is the same page
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    kept = cache.get(f"page:{tag}")
    if kept is None:
        kept = _being_made.get(tag, lambda: _made(tag, make))
        _being_made.forget(tag)
    if isinstance(kept, HttpResponse):  # no page to be kept: each gets his own
        return make()
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Encoding", NEWEST: str(newest)}
    if takes_compressed(request):
        return HttpResponse(kept, headers={**headers, "Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(kept), headers=headers)


def _made(tag: str, make: Callable[[], HttpResponse]) -> bytes | HttpResponse:
    response = make()
    if response.status_code != 200:
        return response
    page = compressed(response.content, SMALL)
    cache.set(f"page:{tag}", page, settings.PAGE_CACHE_SECONDS)
    return page
