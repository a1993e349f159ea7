"""The live line of a tournament: server-sent events for every open page."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse

from tournaments.live import stream
from tournaments.models import Tournament


async def events(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """Public. Starts after the `Last-Event-ID` header or `?after=`, so a page that lost the line misses nothing."""
    number = await sync_to_async(Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first)()
    if number is None:
        raise Http404
    response = StreamingHttpResponse(stream(number, _after(request)), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _after(request: HttpRequest) -> int | None:
    said = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(said) if said.isdecimal() and len(said) < 19 else None
