"""The live line of a tournament as a plain answer; on the event loop action_log/streams.py keeps it open."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.action_log.events import opening_of
from tournaments.action_log.streams import HEADERS, last_number_seen


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Public. What a page missed and no more, so that it asks again: all that a server without a loop can do."""
    opened = opening_of(slug, last_number_seen(request))
    if opened is None:
        raise Http404
    return HttpResponse(opened[1].content, headers=HEADERS)
