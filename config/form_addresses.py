"""An address that only takes a form, opened as a page: by a phone that brings its tab back, by an open page itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect


class FormAddresses:
    """After a refusal the browser stands at such an address. Asked for it again, it is led to the page above."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET" and "Accept" in request.headers:
            return HttpResponseRedirect(above(request.path))
        return response


def above(path: str) -> str:
    """The address without its last part; that one may only take a form too, and lead on."""
    return path.rstrip("/").rpartition("/")[0] + "/"
