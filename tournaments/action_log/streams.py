"""The address of the live line on the event loop, ahead of Django: an open page costs no thread and no connection."""

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

HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_FULL = b"So many pages are open that no more can hear of changes at once. Try again in half a minute."
# How long a page may leave what it was sent unread.
_UNREAD_SECONDS = 30


async def serve_events(scope: Any, receive: Any, send: Any) -> bool:
    """Serve an open page until it leaves. False, and nothing done, where this is no live line: Django answers it."""
    asked = _asked(scope)
    if asked and current_hub(LOG).pages >= settings.MOST_OPEN_PAGES:
        await _refuse(send)
        return True
    if scope["method"] == "HEAD":
        return False
    opened = await run_in_reader_thread(opening_of, *asked) if asked else None
    if opened is None:
        return False
    await _stream(*opened, receive, send)
    return True


def end_streams() -> None:
    current_hub(LOG).end()


def _asked(scope: Any) -> tuple[str, int | None, str | None] | None:
    """Which tournament's line is asked for, after what number and in which epoch of its log."""
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
    """Politely: the page says so, reads itself anew now and then, and tries again."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"30"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": _FULL})


async def _stream(tournament_id: int, first: Event, receive: Any, send: Any) -> None:
    hub, line = current_hub(LOG), LiveStream(first.number)
    hub.join(tournament_id, line)
    leaving = asyncio.create_task(_end_when_left(line, receive))
    try:
        # a page that does not read is left as it is, and the server closes its connection
        with contextlib.suppress(TimeoutError):
            await _send_all(line, first.content, lambda: hub.heartbeat(tournament_id), send)
    finally:
        leaving.cancel()
        hub.leave(tournament_id, line)


async def _send_all(line: LiveStream, content: bytes, heartbeat: Callable[[], bytes], send: Any) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while content:
        async with asyncio.timeout(_UNREAD_SECONDS):
            await send({"type": "http.response.body", "body": content, "more_body": True})
        try:
            content = await line.take()
        except TimeoutError:
            content = heartbeat()
    async with asyncio.timeout(_UNREAD_SECONDS):
        await send({"type": "http.response.body", "body": b""})


async def _end_when_left(line: LiveStream, receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end()


def last_number_seen(request: HttpRequest) -> int | None:
    """By the `Last-Event-ID` header or `?after=`, so a page that lost the line misses nothing; None if unreadable."""
    written = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(written) if written.isdecimal() and len(written) < 19 else None
