"""The open pages of this process, and who wakes them when the log has grown.

A log is the only source. Whoever hears of an act - this process, another one by way of Redis, or without Redis a
look once a second - only wakes the hub, which reads what was written since and hands each row, made into bytes once,
to every page. So events come in the log's order, whoever was heard first.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple, ParamSpec, TypeVar

import redis
import redis.asyncio
from django.conf import settings
from django.db import Error, close_old_connections

HEARTBEAT_SECONDS = 15
_HEARTBEAT = b": still here\n\n"
_LOOK_SECONDS = 1.0
_CHANNEL = "pennant.actions"
# A page that is further behind reads itself again, which is less work than so many events.
REPLAYED = 500
# Events that may wait for a page that does not read; more than are ever handed out at once.
_MOST_WAITING = 2 * REPLAYED

# All pages share these threads, and so these connections to the database.
_readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

_Given = ParamSpec("_Given")
_Read = TypeVar("_Read")


async def look_up(work: Callable[_Given, _Read], *given: _Given.args, **named: _Given.kwargs) -> _Read:
    """Read from the database on one of the live line's own threads."""

    def read() -> _Read:
        close_old_connections()
        try:
            return work(*given, **named)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_readers, read)


class Event(NamedTuple):
    """What goes over the wire, and the number of the log row that a page has seen with it."""

    number: int
    content: bytes


Missed = Callable[[int, int], list[Event]]  # what the log of a topic holds after a number


class Line:
    """One open page: the events it has still to be sent, in order and each once."""

    def __init__(self, seen: int) -> None:
        self.seen = seen
        self._waiting: list[bytes] = []
        self._woken = asyncio.Event()
        self._ended = False

    def put(self, events: list[Event]) -> None:
        fresh = [event for event in events if event.number > self.seen]
        if not fresh:
            return
        self.seen = fresh[-1].number
        self._waiting += [event.content for event in fresh]
        self._woken.set()
        if len(self._waiting) > _MOST_WAITING:
            self.end()

    def end(self) -> None:
        """Nothing more is sent. The page opens another line, which begins after the last event that it has."""
        self._ended = True
        self._waiting.clear()
        self._woken.set()

    async def take(self) -> bytes:
        """What waits, else a heartbeat once in a while; nothing when the line has ended."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            return _HEARTBEAT
        self._woken.clear()
        content = b"".join(self._waiting)
        self._waiting.clear()
        return b"" if self._ended else content


class Hub:
    """The lines of one event loop by topic, and up to which log row all of a topic's have been sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Missed) -> None:
        self.loop = loop
        self._missed = missed
        self.lines: dict[int, set[Line]] = {}
        self.newest: dict[int, int] = {}
        self._stale: set[int] = set()
        self._reading: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._ended = False

    def join(self, topic: int, line: Line) -> None:
        """From now on the line is told everything after the number it has seen."""
        self.lines.setdefault(topic, set()).add(line)
        self.newest[topic] = min(self.newest.get(topic, line.seen), line.seen)
        if self._ended:
            line.end()
        self.wake(topic)
        self._watch()

    def leave(self, topic: int, line: Line) -> None:
        self.lines[topic].discard(line)
        if not self.lines[topic]:
            del self.lines[topic], self.newest[topic]

    def end(self) -> None:
        """The server ends: every line does, so that nobody waits for it."""
        self._ended = True
        for lines in self.lines.values():
            for line in lines:
                line.end()

    def wake(self, *topics: int) -> None:
        """Read what the log of these topics holds; called in the loop's own thread."""
        self._stale.update(self.newest.keys() & set(topics))
        if self._stale and (self._reading is None or self._reading.done()):
            self._reading = self.loop.create_task(self._read())

    async def _read(self) -> None:
        while self._stale:
            places = {number: self.newest[number] for number in self._stale if number in self.newest}
            self._stale.clear()
            try:
                missing = await look_up(self._missed_by_all, places)
            except Error:  # the log is there again later, and so are its rows
                await asyncio.sleep(_LOOK_SECONDS)
                self._stale.update(places)
                continue
            for number, events in missing.items():
                self._hand_out(number, places[number], events)

    def _missed_by_all(self, places: dict[int, int]) -> dict[int, list[Event]]:
        return {number: self._missed(number, after) for number, after in places.items()}

    def _hand_out(self, topic: int, after: int, events: list[Event]) -> None:
        if self.newest.get(topic) != after:  # a page has come that has seen less, or all have gone
            self.wake(topic)
        elif events:
            self.newest[topic] = events[-1].number
            for line in self.lines[topic]:
                line.put(events)

    def _watch(self) -> None:
        """Hear of what other processes write, as long as anybody is here to be told."""
        if self._watching is None or self._watching.done():
            self._watching = self.loop.create_task(_listen_to_redis(self) if settings.REDIS_URL else _look_at_log(self))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_hubs_lock = threading.Lock()


def hub_of_this_loop(missed: Missed) -> Hub:
    loop = asyncio.get_running_loop()
    with _hubs_lock:
        for stale in [known for known in _hubs if known.is_closed()]:
            del _hubs[stale]
        return _hubs.setdefault(loop, Hub(loop, missed))


def announce(topic: int) -> None:
    """Wake every open page of this topic. Called after commit, from any thread."""
    _wake_own_pages(topic)
    if settings.REDIS_URL:
        with contextlib.suppress(redis.RedisError):  # the log is the truth; pages catch up from it
            _redis().publish(_CHANNEL, topic)


def _wake_own_pages(topic: int) -> None:
    """The pages whose connection this process holds."""
    for hub in list(_hubs.values()):
        with contextlib.suppress(RuntimeError):  # the loop has just closed
            hub.loop.call_soon_threadsafe(hub.wake, topic)


@cache
def _redis() -> redis.Redis:
    # a Redis that hangs must not hold up whoever writes
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def _wanted(hub: Hub) -> bool:
    """Somebody watches, and nobody has asked this task to end: the Redis client may swallow a cancellation."""
    task = asyncio.current_task()
    return bool(hub.lines) and not (task and task.cancelling())


async def _look_at_log(hub: Hub) -> None:
    while _wanted(hub):
        await asyncio.sleep(_LOOK_SECONDS)
        hub.wake(*hub.newest)


async def _listen_to_redis(hub: Hub) -> None:
    while _wanted(hub):
        try:
            async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as channel:
                await channel.subscribe(_CHANNEL)
                hub.wake(*hub.newest)  # what came while there was no line to Redis
                while _wanted(hub):
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=_LOOK_SECONDS)
                    if message:
                        hub.wake(int(message["data"]))
        except redis.RedisError:
            await asyncio.sleep(_LOOK_SECONDS)
            hub.wake(*hub.newest)
