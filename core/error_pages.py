"""Error pages. Each says what happened and what to do next."""

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from core.api.errors import error_body
from core.faults import Fault, infrastructure_fault

_PROGRAM_FAULT: Final = Fault(
    500,
    "Something went wrong",
    "Nothing was half-written. Reload the page; if it happens again, tell the director what you did.",
)
_PLAIN_PAGE: Final = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pennant: {title}</title>'
    "<h1>{title}</h1><p>{sentence}</p>"
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    title, sentence = "This request could not be read", "Go back, reload the page and try again."
    if _is_api(request):
        return JsonResponse(error_body(f"{title}."), status=400)
    if not hasattr(request, "viewers"):  # refused before any middleware ran
        return HttpResponse(_PLAIN_PAGE.format(title=title, sentence=sentence), status=400)
    return _error_page(request, 400, title, sentence)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 403, "This is not yours to do", str(exception) or "Sign in with your invitation link.")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return JsonResponse(error_body(f"There is no address {request.path[:200]} in the API."), status=404)
    return _error_page(
        request, 404, "There is no such page", "It may have been removed. The tournament's front page has every link."
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Report a crash, in JSON for the API and in HTML elsewhere."""
    fault = infrastructure_fault(sys.exc_info()[1]) or _PROGRAM_FAULT
    if _is_api(request):
        response: HttpResponse = JsonResponse(error_body(f"{fault.title}. {fault.sentence}"), status=fault.status)
    else:
        # no template: the fault may be in a template or in the database
        response = HttpResponse(_PLAIN_PAGE.format(title=fault.title, sentence=fault.sentence), status=fault.status)
    if fault.retry_after:
        response["Retry-After"] = str(fault.retry_after)
    return response


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _error_page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    if _is_api(request):
        return JsonResponse(error_body(f"{title}. {sentence}"), status=status)
    return render(request, "error.html", {"title": title, "sentence": sentence}, status=status)
