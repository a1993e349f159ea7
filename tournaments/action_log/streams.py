"""Serve event streams on the event loop, ahead of Django, so that an open page holds no thread."""

import asyncio
import contextlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from core.live import Event, LiveStream, current_hub, run_in_reader_thread
from tournaments.action_log.events import LOG, opening_of

HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}
_TOO_MANY_PAGES = b"Too many pages are open for live updates. Try again in 30 seconds."
# How long a page may take to read what was sent.
_SEND_TIMEOUT = 30


async def serve_events(scope: Any, receive: Any, send: Any) -> bool:
    """Serve a page until it leaves. Returns False if Django should answer the request."""
    requested = _requested_stream(scope)
    if requested and current_hub(LOG).pages >= settings.MOST_OPEN_PAGES:
        await _refuse(send)
        return True
    if scope["method"] == "HEAD":
        return False
    opening = await run_in_reader_thread(opening_of, *requested) if requested else None
    if opening is None:
        return False
    await _stream(*opening, receive, send)
    return True


def end_streams() -> None:
    current_hub(LOG).end()


def _requested_stream(scope: Any) -> tuple[str, int | None, str | None] | None:
    """Return the requested tournament, its last number seen and its epoch."""
    if scope["method"] not in ("GET", "HEAD") or not scope["path"].endswith("/events/"):
        return None
    request = ASGIRequest(scope, BytesIO())
    try:
        request.get_host()
        match = resolve(request.path_info)
    except (DisallowedHost, Resolver404):
        return None
    if match.url_name != "events":
        return None
    return match.kwargs["slug"], last_number_seen(request), request.GET.get("epoch")


async def _refuse(send: Any) -> None:
    """Answer 503; the page then reloads now and then, and tries again."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"30"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": _TOO_MANY_PAGES})


async def _stream(tournament_id: int, first: Event, receive: Any, send: Any) -> None:
    hub, line = current_hub(LOG), LiveStream(first.number)
    hub.join(tournament_id, line)
    leaving = asyncio.create_task(_end_when_left(line, receive))
    try:
        # the server closes the connection of a page that doesn't read
        with contextlib.suppress(TimeoutError):
            await _send_all(line, first.content, lambda: hub.heartbeat(tournament_id), send)
    finally:
        leaving.cancel()
        hub.leave(tournament_id, line)


async def _send_all(line: LiveStream, content: bytes, heartbeat: Callable[[], bytes], send: Any) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while content:
        async with asyncio.timeout(_SEND_TIMEOUT):
            await send({"type": "http.response.body", "body": content, "more_body": True})
        try:
            content = await line.take()
        except TimeoutError:
            content = heartbeat()
    async with asyncio.timeout(_SEND_TIMEOUT):
        await send({"type": "http.response.body", "body": b""})


async def _end_when_left(line: LiveStream, receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()


def last_number_seen(request: HttpRequest) -> int | None:
    """Return the number from `Last-Event-ID` or `?after=`; None if it is missing or invalid."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 19 else None
