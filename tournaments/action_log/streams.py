"""Serve event streams on the event loop, ahead of Django, so that an open page holds no thread."""

import asyncio
import contextlib
from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from core.live import Event, LiveStream, OpeningRequest, current_hub, run_in_reader_thread
from core.network import visitor_network
from core.stream_shares import StreamOwner
from tournaments.access.viewers import address_of, device_key_of, is_signed_in
from tournaments.action_log.events import LOG, start_of_stream

HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}
_TOO_MANY_PAGES = b"Too many pages are open for live updates. Try again in 30 seconds."
# How long a page may take to read what was sent.
_SEND_TIMEOUT = 30


class StreamRequest(NamedTuple):
    """A request for the events of a tournament."""

    opening: OpeningRequest
    address: str
    device_key: str


async def serve_events(scope: Any, receive: Any, send: Any) -> bool:
    """Serve a page until it leaves. Returns False if Django should answer the request."""
    requested = _requested_stream(scope)
    if requested is None:
        return False
    owner = await _owner_of(requested)
    shares = current_hub(LOG).shares
    if scope["method"] == "HEAD":
        # a page without a stream asks why it has none
        if shares.has_room_for(owner):
            return False
        await _refuse(send)
        return True
    stream = LiveStream()
    if not shares.admit(owner, stream):
        await _refuse(send)
        return True
    try:
        opening = await current_hub(LOG).opening(requested.opening)
        if opening is None:
            return False
        await _stream(stream, *opening, receive, send)
    finally:
        shares.release(owner, stream)
    return True


def end_streams() -> None:
    current_hub(LOG).end()


async def _owner_of(requested: StreamRequest) -> StreamOwner:
    """Return the device if it is signed in, or else the address."""
    visitor = StreamOwner(visitor_network(requested.address))
    if not requested.device_key:
        return visitor
    is_device = await run_in_reader_thread(is_signed_in, requested.device_key, requested.opening.slug)
    return StreamOwner(requested.device_key, is_signed_in=True) if is_device else visitor


def _requested_stream(scope: Any) -> StreamRequest | None:
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
    return StreamRequest(
        OpeningRequest(match.kwargs["slug"], last_number_seen(request), request.GET.get("epoch")),
        address_of(request),
        device_key_of(request),
    )


async def _refuse(send: Any) -> None:
    """Answer 503; the page then reloads now and then, and tries again."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"30"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": _TOO_MANY_PAGES})


async def _stream(line: LiveStream, tournament_id: int, first: Event, receive: Any, send: Any) -> None:
    hub = current_hub(LOG)
    line.seen = first.number
    hub.join(tournament_id, line)
    leaving = asyncio.create_task(_end_when_left(line, receive))
    try:
        # the server closes the connection of a page that doesn't read
        with contextlib.suppress(TimeoutError):
            await _send_all(line, start_of_stream() + first.content, lambda: hub.heartbeat(tournament_id), send)
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
