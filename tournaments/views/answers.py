"""Answers that most pages give: a sentence on the next page, for what was done and for what was refused."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from core.errors import Refused


def tell(request: HttpRequest, sentence: str) -> None:
    messages.success(request, sentence, extra_tags="good")


def tell_refusal(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, str(refused), extra_tags="bad")


def lead_on(request: HttpRequest, address: str) -> HttpResponse:
    """To the next page; to a script its address as JSON, for a page that it fetched would use up the sentences."""
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"address": address})
    return redirect(address)


def attempt(request: HttpRequest, act: Callable[[], object], sentence: str) -> bool:
    """Do it and say so on the next page; a refusal is said there too."""
    try:
        act()
    except Refused as refused:
        tell_refusal(request, refused)
        return False
    if sentence:
        tell(request, sentence)
    return True
