"""Messages that most pages show after a successful or rejected action."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from core.errors import Refused


def add_message(request: HttpRequest, sentence: str, *, stays: bool = False) -> None:
    """Add a message that disappears automatically, or that stays until it is dismissed."""
    messages.success(request, sentence, extra_tags="stays" if stays else "")


def add_refusal_message(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, str(refused))


def redirect_or_json(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to a URL, or send it as JSON to a script. A page fetched by a script would use up the messages."""
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"address": address})
    return redirect(address)


def attempt(request: HttpRequest, action: Callable[[], object], sentence: str) -> bool:
    """Run the action, and add a message with this sentence or the error. Return whether it succeeded."""
    try:
        action()
    except Refused as refused:
        add_refusal_message(request, refused)
        return False
    if sentence:
        add_message(request, sentence)
    return True


def private(response: HttpResponse) -> HttpResponse:
    """Mark a response as private: not stored, and not compressed, so that its size reveals nothing."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Encoding"] = "identity"
    return response
