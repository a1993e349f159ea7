"""Error pages, which explain what happened and what to do next."""

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.api.errors import error_body, problem_answer
from core.faults import Fault, infrastructure_fault
from core.request_facts import current_request_id, note_error_code

_PROGRAM_FAULT: Final = Fault(
    500,
    "Something went wrong",
    "No partial changes were saved. Reload the page. If this happens again, tell the director what you did.",
    code="PROGRAM_FAULT",
)
_PLAIN_PAGE: Final = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pennant: {title}</title>'
    "<h1>{title}</h1><p>{sentence}</p>"
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    title, sentence = "This request can't be read", "Go back, reload the page and try again."
    if _is_api(request):
        return _api_error(f"{title}.", 400)
    if not hasattr(request, "viewers"):  # rejected before any middleware ran
        return HttpResponse(_PLAIN_PAGE.format(title=title, sentence=sentence), status=400)
    return _error_page(request, 400, title, sentence)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 403, "You don't have permission", str(exception) or "Sign in with your sign-in link.")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return _api_error(f"Nothing is at {request.path[:200]}.", 404)
    return _error_page(
        request, 404, "Page not found", "It may have been removed. The tournament's front page has every link."
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Report a crash, as JSON for the API and as HTML otherwise."""
    fault = infrastructure_fault(sys.exc_info()[1]) or _PROGRAM_FAULT
    note_error_code(fault.code)
    if _is_api(request):
        response = _api_error(f"{fault.title}. {_sentence(fault)}", fault.status)
    else:
        # no template, because the fault may be in a template or in the database
        page = _PLAIN_PAGE.format(title=fault.title, sentence=_sentence(fault))
        response = HttpResponse(page, status=fault.status)
    if fault.retry_after:
        response["Retry-After"] = str(fault.retry_after)
    return response


def _sentence(fault: Fault) -> str:
    """Return advice for the user. For a crash, include the code that identifies its log lines."""
    request_id = current_request_id()
    if fault is not _PROGRAM_FAULT or not request_id:
        return fault.sentence
    return f"{fault.sentence} The error code is {request_id}."


def _api_error(sentence: str, status: int) -> HttpResponse:
    return problem_answer(error_body(sentence), status)


def _is_api(request: HttpRequest) -> bool:
    """Return whether a program made the request: either to the API, or for a file with a token."""
    has_token = request.headers.get("Authorization", "").lower().startswith("bearer ")
    return request.path.startswith("/api/") or has_token


def _error_page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    if _is_api(request):
        return _api_error(f"{title}. {sentence}", status)
    return render(request, "error.html", {"title": title, "sentence": sentence}, status=status)
