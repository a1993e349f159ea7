"""Whether this process lives, and whether it can serve pages: for whoever keeps it running."""

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers. Nothing else is asked, so that no fault of another machine ends it."""
    return _answer({"live": True})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Pages can be made: the database answers. 503 where it does not."""
    fault = _fault_of_the_database()
    return _answer({"ready": not fault, "database": fault or "answers"}, status=503 if fault else 200)


def _answer(facts: dict[str, object], status: int = 200) -> JsonResponse:
    return JsonResponse({"version": settings.VERSION, **facts}, status=status, headers={"Cache-Control": "no-store"})


def _fault_of_the_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "does not answer"  # no more than that: the address is open to everybody
    return ""
