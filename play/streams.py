"""Serve the play tables' event streams on the event loop, bypassing Django."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final, NamedTuple

from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.urls import Resolver404, resolve

from core.event_streams import last_number_seen, refuse_stream, send_stream
from core.live import current_hub, run_in_reader_thread
from core.live_stream import Event, LiveStream
from core.network import visitor_network
from core.stream_shares import StreamOwner
from play.queries.audiences import topic_of
from play.queries.devices import keys_in_cookie
from play.queries.live import LOG
from play.services.seats import seat_of_bearer
from play.table import teams_of_device, teams_of_seat
from play.table_rows import seats_of_public_id
from tournaments.access.viewers import address_of

_HEARTBEAT_SECONDS: Final = 15  # often enough to keep a connection open; changes are sent at once


class _TableRequest(NamedTuple):
    """A request for a table's events, from a page or from a program with a seat token."""

    public_id: str
    after: int
    device_keys: Mapping[str, str]
    authorization: str
    address: str
    reads_json: bool


async def serve_table_events(scope: Any, receive: Any, send: Any) -> bool:
    """Stream a table's events to a page or program until it disconnects.

    Return False if Django should handle the request.
    """
    requested = _requested_table(scope)
    if requested is None:
        return False
    audience = await run_in_reader_thread(_find_audience, requested)
    if audience is None:
        return False
    game_id, teams = audience
    hub = current_hub(LOG)
    stream = LiveStream(heartbeat_seconds=_HEARTBEAT_SECONDS)
    # a device with a seat counts as signed in, so that spectators can't use up its stream
    owner = StreamOwner(visitor_network(requested.address), is_signed_in=bool(teams))
    topic = topic_of(game_id, teams, reads_json=requested.reads_json)
    if not hub.shares.admit(owner, stream):
        await refuse_stream(send)
        return True
    try:
        await send_stream(hub, topic, stream, Event(requested.after, b""), receive, send)
    finally:
        hub.shares.release(owner, stream)
    return True


def _requested_table(scope: Any) -> _TableRequest | None:
    if scope["method"] != "GET" or not scope["path"].endswith("events/"):
        return None
    request = ASGIRequest(scope, BytesIO())
    try:
        request.get_host()
        match = resolve(request.path_info)
    except (DisallowedHost, Resolver404):
        return None
    if match.url_name not in ("play_events", "api_play_events"):
        return None
    return _TableRequest(
        public_id=match.kwargs["public_id"],
        after=last_number_seen(request) or 0,
        device_keys=keys_in_cookie(request),
        authorization=request.headers.get("Authorization", ""),
        address=address_of(request),
        reads_json=match.url_name == "api_play_events",
    )


def _find_audience(requested: _TableRequest) -> tuple[int, tuple[int, ...]] | None:
    """Return the game ID, and the teams whose seats belong to the device or program."""
    seats = seats_of_public_id(requested.public_id)
    if seats is None:
        return None
    game = seats[0].game
    if requested.reads_json:
        return game.pk, teams_of_seat(game, seat_of_bearer(requested.authorization))
    return game.pk, teams_of_device(seats, requested.device_keys)
