"""What lets scripts of other sites read the API and the JSON feeds, and read unchanged answers again for nothing."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

_READABLE: Final = re.compile(r"/api/v1/|/feeds/\w+\.json$")
_READS: Final = ("GET", "HEAD")


class PublicReads:
    """Middleware that adds an ETag, and allows any site to read what visitors can read.

    Browsers send no cookie to an address that allows every origin, and ask before they send a token. There is no
    answer to that question, so another site never reads more than a visitor.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method not in _READS or not _READABLE.match(request.path):
            return response
        if response.status_code == 200 and isinstance(response, HttpResponse):
            response = _with_etag(request, response)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        return response


def _with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Return the response with its ETag, or a 304 without a body if the client has it."""
    patch_vary_headers(response, ["Authorization", "Cookie"])
    response.headers.setdefault("Cache-Control", "no-cache")
    if "ETag" not in response.headers:
        set_response_etag(response)
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
