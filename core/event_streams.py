"""Send event streams on the event loop, bypassing Django, so that open pages don't occupy threads."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone

from core.live import Hub
from core.live_stream import Event, LiveStream

HEADERS: Final = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}
_TOO_MANY_PAGES: Final = b"Too many pages are open for live updates. Try again in 30 seconds."
# The time limit for a page to read the data sent to it.
_SEND_TIMEOUT: Final = 30


def start_of_stream() -> bytes:
    """Return the stream's header: the delay before a retry, and the time for phones whose clock is wrong."""
    return f"retry: 2000\n\nevent: clock\ndata: {timezone.now().isoformat()}\n\n".encode()


async def refuse_stream(send: Any) -> None:
    """Respond with 503. The page then reloads periodically and tries to connect again."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"30"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": _TOO_MANY_PAGES})


async def send_stream(hub: Hub, topic: int, line: LiveStream, first: Event, receive: Any, send: Any) -> None:
    """Send a page its first event and then each later event in the topic, until the page disconnects."""
    line.seen = first.number
    hub.join(topic, line)
    leaving = asyncio.create_task(_end_when_left(line, receive))
    try:
        # the server closes the connection when a page stops reading
        with contextlib.suppress(TimeoutError):
            await _send_all(line, start_of_stream() + first.content, lambda: hub.heartbeat(topic), send)
    finally:
        leaving.cancel()
        hub.leave(topic, line)


async def _send_all(line: LiveStream, content: bytes, heartbeat: Callable[[], bytes], send: Any) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while content:
        async with asyncio.timeout(_SEND_TIMEOUT):
            await send({"type": "http.response.body", "body": content, "more_body": True})
        events = await line.take()
        content = heartbeat() if events is None else events
    async with asyncio.timeout(_SEND_TIMEOUT):
        await send({"type": "http.response.body", "body": b""})


async def _end_when_left(line: LiveStream, receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()


def last_number_seen(request: HttpRequest) -> int | None:
    """Return the number from `Last-Event-ID` or `?after=`, or None if it is missing or invalid."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 19 else None
