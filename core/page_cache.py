"""Cache rendered pages and files until their data changes.

A cached response's name includes the newest log entry's number. Responses are therefore never stale and never have to
be deleted.
"""

import gzip
import hashlib
from collections.abc import Callable
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from core.cached_reads import SingleBuildCache
from core.compression import SMALLEST, client_accepts_gzip, compress, is_compressible

NEWEST_ACTION_HEADER = "X-Newest"
# so that a process's file cache uses at most 50 MB (config/settings.py)
_MAX_FILE_BYTES: Final = 256 * 1024
_CACHED_HEADERS: Final = ("Content-Type", "Content-Disposition")
_responses_in_progress = SingleBuildCache(most=1_000)


class CachedResponse(NamedTuple):
    headers: dict[str, str]
    content: bytes
    is_compressed: bool


def cached_page(request: HttpRequest, name: str, newest: int, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the page cached under this name, or 304 if the browser already has it. Build the page if necessary.

    `newest` is the number of the newest action on the page. Shared responses read it (config/shared_responses.py).
    """
    return _cached_response(request, "default", name, newest, make)


def cached_file(request: HttpRequest, name: str, newest: int, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a cached PDF or spreadsheet, as `cached_page` does. Files are larger, so they have a separate cache."""
    return _cached_response(request, "files", name, newest, make)


def _cached_response(
    request: HttpRequest, cache_name: str, name: str, newest: int, make: Callable[[], HttpResponse]
) -> HttpResponse:
    # weak, because the compressed and uncompressed pages share it
    tag = f'W/"{hashlib.sha256(name.encode()).hexdigest()[:24]}"'
    validators = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Encoding"}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers=validators)
    cached = caches[cache_name].get(f"page:2:{tag}")
    if cached is None:
        cached = _responses_in_progress.get(tag, lambda: _build_response(cache_name, tag, make))
        _responses_in_progress.forget(tag)
    if isinstance(cached, HttpResponse):
        # not cacheable, so build it for every request
        return make()
    headers = {**cached.headers, **validators, NEWEST_ACTION_HEADER: str(newest)}
    if not cached.is_compressed:
        return HttpResponse(cached.content, headers=headers)
    if client_accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return HttpResponse(cached.content, headers=headers)
    return HttpResponse(gzip.decompress(cached.content), headers=headers)


def _build_response(cache_name: str, tag: str, make: Callable[[], HttpResponse]) -> CachedResponse | HttpResponse:
    response = make()
    if response.status_code != 200:
        return response
    headers = {name: response.headers[name] for name in _CACHED_HEADERS if name in response.headers}
    is_compressed = is_compressible(response.headers["Content-Type"], len(response.content))
    content = compress(response.content, SMALLEST) if is_compressed else response.content
    cached = CachedResponse(headers, content, is_compressed)
    if cache_name != "files" or len(content) <= _MAX_FILE_BYTES:
        caches[cache_name].set(f"page:2:{tag}", cached, settings.PAGE_CACHE_SECONDS)
    return cached
