"""Let scripts on other sites read the API and the JSON feeds, and respond with 304 if nothing has changed."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

_READABLE: Final = re.compile(r"/api/v1/|/feeds/\w+\.json$")
_READS: Final = ("GET", "HEAD")


class PublicReads:
    """Middleware that adds an ETag and lets any site read public data.

    Browsers send no cookies to a URL that allows every origin, and they send a preflight request before sending a
    token. The server doesn't answer preflight requests, so another site can never read more than a visitor can.
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
    """Return the response with its ETag, or a 304 without a body if the client's copy is current."""
    patch_vary_headers(response, ["Authorization", "Cookie"])
    response.headers.setdefault("Cache-Control", "no-cache")
    if "ETag" not in response.headers:
        set_response_etag(response)
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
