"""Serve the tournaments' event streams on the event loop, before requests reach Django."""

from io import BytesIO
from typing import Any, NamedTuple

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.urls import Resolver404, resolve

from core.event_streams import last_number_seen, refuse_stream, send_stream
from core.live import current_hub, run_in_reader_thread
from core.live_stream import LiveStream, OpeningRequest
from core.network import visitor_network
from core.stream_shares import StreamOwner
from tournaments.access.viewers import address_of, device_key_of, is_signed_in, may_follow
from tournaments.action_log.events import LOG


class StreamRequest(NamedTuple):
    """A request for a tournament's event stream."""

    opening: OpeningRequest
    address: str
    device_key: str


async def serve_events(scope: Any, receive: Any, send: Any) -> bool:
    """Serve an event stream until the page disconnects. Return False if Django should handle the request."""
    requested = _requested_stream(scope)
    if requested is None:
        return False
    if not await run_in_reader_thread(may_follow, requested.device_key, requested.opening.slug):
        return False
    owner = await _owner_of(requested)
    shares = current_hub(LOG).shares
    if scope["method"] == "HEAD":
        # A page without a stream requests the reason.
        if shares.has_room_for(owner):
            return False
        await refuse_stream(send)
        return True
    stream = LiveStream()
    if not shares.admit(owner, stream):
        await refuse_stream(send)
        return True
    try:
        opening = await current_hub(LOG).opening(requested.opening)
        if opening is None:
            return False
        await send_stream(current_hub(LOG), opening.topic, stream, opening.event, receive, send)
    finally:
        shares.release(owner, stream)
    return True


async def _owner_of(requested: StreamRequest) -> StreamOwner:
    """Return the device if it is signed in, or else the IP network."""
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
