"""Redirect a GET of an address that accepts only forms, such as from a phone that reopens its last tab."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect


class RedirectFormAddresses:
    """Middleware that answers such a GET with a redirect to the parent address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET" and "Accept" in request.headers:
            return HttpResponseRedirect(parent_address(request.path))
        return response


def parent_address(path: str) -> str:
    """Return the address without its last part. If that accepts only forms too, it redirects in turn."""
    return path.rstrip("/").rpartition("/")[0] + "/"
