"""The live line of a tournament as a plain answer; the web server's event loop keeps it open (event_streams.py)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.action_log.events import opening_of

HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Public. What a page missed and no more, so that it asks again: all that a server without a loop can do."""
    opened = opening_of(slug, last_number_seen(request))
    if opened is None:
        raise Http404
    return HttpResponse(opened[1].content, headers=HEADERS)


def last_number_seen(request: HttpRequest) -> int | None:
    """By the `Last-Event-ID` header or `?after=`, so a page that lost the line misses nothing; None if unreadable."""
    written = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(written) if written.isdecimal() and len(written) < 19 else None
