"""The address of the live line on the event loop, ahead of Django: an open page costs no thread and no connection."""

import asyncio
import contextlib
from io import BytesIO
from typing import Any

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from core.live import Event, Line, hub_of_this_loop, look_up
from tournaments.action_log.events import missed, opening_of

HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
# How long a page may leave what it was sent unread.
_UNREAD_SECONDS = 30


async def serve_events(scope: Any, receive: Any, send: Any) -> bool:
    """Serve an open page until it leaves. False, and nothing done, where this is no live line: Django answers it."""
    asked = _asked(scope)
    opened = await look_up(opening_of, *asked) if asked else None
    if opened is None:
        return False
    await _stream(*opened, receive, send)
    return True


def end_streams() -> None:
    hub_of_this_loop(missed).end()


def _asked(scope: Any) -> tuple[str, int | None] | None:
    """Which tournament's line is asked for, and after what number."""
    if scope["method"] != "GET" or not scope["path"].endswith("/events/"):
        return None
    request = ASGIRequest(scope, BytesIO())
    try:
        request.get_host()
        match = resolve(request.path_info)
    except (DisallowedHost, Resolver404):
        return None
    return (match.kwargs["slug"], last_number_seen(request)) if match.url_name == "events" else None


async def _stream(tournament_id: int, first: Event, receive: Any, send: Any) -> None:
    hub, line = hub_of_this_loop(missed), Line(first.number)
    hub.join(tournament_id, line)
    leaving = asyncio.create_task(_end_when_left(line, receive))
    try:
        # a page that does not read is left as it is, and the server closes its connection
        with contextlib.suppress(TimeoutError):
            await _send_all(line, first.content, send)
    finally:
        leaving.cancel()
        hub.leave(tournament_id, line)


async def _send_all(line: Line, content: bytes, send: Any) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while content:
        async with asyncio.timeout(_UNREAD_SECONDS):
            await send({"type": "http.response.body", "body": content, "more_body": True})
        content = await line.take()
    async with asyncio.timeout(_UNREAD_SECONDS):
        await send({"type": "http.response.body", "body": b""})


async def _end_when_left(line: Line, receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()


def last_number_seen(request: HttpRequest) -> int | None:
    """By the `Last-Event-ID` header or `?after=`, so a page that lost the line misses nothing; None if unreadable."""
    written = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(written) if written.isdecimal() and len(written) < 19 else None
