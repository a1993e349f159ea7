"""Live pages: server-sent events made from the action log.

Every event carries the number of its log row, so a page that reconnects says the last number it saw and is
told what it missed. One act is one row; the hub only wakes the connections of this process. What another
process wrote (a worker, a second web server) arrives by Redis where there is one, else by looking at the
log's newest number once a second while somebody watches.
"""

import asyncio
import contextlib
import json
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import cache

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from tournaments.models import Action

HEARTBEAT_SECONDS = 15
_LOOK_SECONDS = 1.0
_CHANNEL = "pennant.actions"
_REPLAY_LIMIT = 500


class Hub:
    """The open connections of one event loop, by tournament."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners: dict[int, set[asyncio.Queue[tuple[int, bytes]]]] = defaultdict(set)
        self.newest: dict[int, int] = {}
        self._watcher: asyncio.Task[None] | None = None

    def publish(self, tournament_id: int, number: int, event: bytes) -> None:
        """Hand one event to every connection; called in the loop's own thread."""
        if number <= self.newest.get(tournament_id, 0):
            return
        self.newest[tournament_id] = number
        for queue in self.listeners.get(tournament_id, ()):
            queue.put_nowait((number, event))

    def watch(self) -> None:
        if self._watcher is None or self._watcher.done():
            self._watcher = self.loop.create_task(_listen_to_redis(self) if settings.REDIS_URL else _look_at_log(self))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_hubs_lock = threading.Lock()


def _hub() -> Hub:
    loop = asyncio.get_running_loop()
    with _hubs_lock:
        for stale in [known for known in _hubs if known.is_closed()]:
            del _hubs[stale]
        return _hubs.setdefault(loop, Hub(loop))


def event_of(action: Action) -> bytes:
    """The event as it goes over the wire."""
    told = {"verb": action.verb, "sentence": action.sentence, "subject": action.subject, **action.public}
    return f"id: {action.pk}\nevent: action\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()


def announce(action: Action) -> None:
    """Tell every open page of the tournament. Called after commit, from any thread."""
    event = event_of(action)
    _tell_own_pages(action, event)
    if settings.REDIS_URL:
        with contextlib.suppress(redis.RedisError):  # the log is the truth; pages catch up from it
            _redis().publish(_CHANNEL, f"{action.tournament_id} {action.pk}\n".encode() + event)


def _tell_own_pages(action: Action, event: bytes) -> None:
    """The pages whose connection this process holds."""
    for hub in list(_hubs.values()):
        with contextlib.suppress(RuntimeError):  # the loop has just closed
            hub.loop.call_soon_threadsafe(hub.publish, action.tournament_id, action.pk, event)


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL)


def newest_number(tournament_id: int) -> int:
    """The number of the newest log row; it changes whenever anything in the tournament has changed."""
    return Action.objects.filter(tournament_id=tournament_id).values_list("pk", flat=True).order_by("-pk").first() or 0


def _missed(tournament_id: int, after: int) -> list[tuple[int, bytes]]:
    rows = Action.objects.filter(tournament_id=tournament_id, pk__gt=after).order_by("pk")[:_REPLAY_LIMIT]
    return [(action.pk, event_of(action)) for action in rows]


def _server_time() -> bytes:
    """Tells a page what time it is here, so that its clocks are right on a phone that is wrong."""
    return f"event: clock\ndata: {timezone.now().isoformat()}\n\n".encode()


async def stream(tournament_id: int, after: int | None) -> AsyncIterator[bytes]:
    """Events of one tournament for one open page: first what it missed after number `after`, then what comes."""
    hub = _hub()
    queue: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue(maxsize=0)
    hub.listeners[tournament_id].add(queue)
    try:
        hub.watch()
        seen = await sync_to_async(newest_number)(tournament_id) if after is None else after
        yield b"retry: 2000\n\n" if after is not None else f"retry: 2000\nid: {seen}\ndata:\n\n".encode()
        yield _server_time()
        for number, event in await sync_to_async(_missed)(tournament_id, seen):
            seen = number
            yield event
        # not raised where it is known: the pages that are open already may still have to be told
        hub.newest.setdefault(tournament_id, seen)
        while True:
            try:
                number, event = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if number > seen:
                seen = number
                yield event
    finally:
        hub.listeners[tournament_id].discard(queue)


async def _look_at_log(hub: Hub) -> None:
    while _wanted(hub):
        await asyncio.sleep(_LOOK_SECONDS)
        await _catch_up(hub)


async def _catch_up(hub: Hub) -> None:
    """Publish what the log holds beyond what the open pages have been told."""
    for tournament_id in [number for number, queues in hub.listeners.items() if queues]:
        newest = hub.newest.get(tournament_id)
        if newest is None:
            hub.newest[tournament_id] = await sync_to_async(newest_number)(tournament_id)
            continue
        for number, event in await sync_to_async(_missed)(tournament_id, newest):
            hub.publish(tournament_id, number, event)


def _wanted(hub: Hub) -> bool:
    """Somebody watches, and nobody has asked this task to end: the Redis client may swallow a cancellation."""
    task = asyncio.current_task()
    return any(hub.listeners.values()) and not (task and task.cancelling())


async def _listen_to_redis(hub: Hub) -> None:
    while _wanted(hub):
        try:
            async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as channel:
                await channel.subscribe(_CHANNEL)
                await _catch_up(hub)  # what came while there was no line to Redis
                while _wanted(hub):
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=_LOOK_SECONDS)
                    if message:
                        head, _, event = message["data"].partition(b"\n")
                        tournament_id, number = head.split()
                        hub.publish(int(tournament_id), int(number), event)
        except redis.RedisError:
            await asyncio.sleep(_LOOK_SECONDS)
