"""Pages for what goes wrong: each says what happened and what to do next."""

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400, "This request could not be read", "Go back, reload the page and try again.")


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, "This is not yours to do", str(exception) or "Sign in with your invitation link.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(
        request, 404, "There is no such page", "It may have been removed. The tournament's front page has every link."
    )


def failed(request: HttpRequest) -> HttpResponse:
    # no template here: the fault may be in a template or in the database
    return HttpResponseServerError(
        "<!doctype html><title>Pennant</title><h1>Something went wrong</h1>"
        "<p>Nothing was half-written. Reload the page; if it happens again, tell the director what you did.</p>"
    )


def _page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "error.html", {"title": title, "sentence": sentence}, status=status)
