"""Redirect GET requests for POST-only URLs, such as when a phone reopens its last tab."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect


class RedirectFormAddresses:
    """Middleware that redirects a GET request for a POST-only URL to the parent URL."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET" and "Accept" in request.headers:
            return HttpResponseRedirect(parent_address(request.path))
        return response


def parent_address(path: str) -> str:
    """Return the URL path without its last segment. If the parent is POST-only too, it redirects again."""
    return path.rstrip("/").rpartition("/")[0] + "/"
