"""The open pages of this process, and who wakes them when the log has grown.

A log is the only source. Whoever hears of an act - this process, another one by way of Redis, or without Redis a
look once a second - only wakes the hub, which reads what was written since and hands each row, made into bytes once,
to every page. So events come in the log's order, whoever was heard first.
"""

import asyncio
import contextlib
import importlib
import json
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.db import Error, close_old_connections

from core.read_snapshot import read_snapshot

# A page takes a line for dead after 6.5 s of silence (static/js/live.js), two heartbeats lost. One is sent only while
# the log could be read within the last 3 s. So nobody trusts old numbers for 10 s, whatever has stopped: the server,
# the line or the database.
HEARTBEAT_SECONDS = 2
_FRESH_SECONDS = 3
_POLL_SECONDS = 1.0
# A page that is further behind reads itself again, which is less work than so many events.
MAX_REPLAYED_EVENTS = 500
# Events that may wait for a page that does not read; more than are ever handed out at once.
_MAX_PENDING_EVENTS = 2 * MAX_REPLAYED_EVENTS

# All pages share these threads, and so these connections to the database.
_reader_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

_Given = ParamSpec("_Given")
_Read = TypeVar("_Read")


async def run_in_reader_thread(work: Callable[_Given, _Read], *given: _Given.args, **named: _Given.kwargs) -> _Read:
    """Read from the database on one of the live line's own threads."""

    def read() -> _Read:
        close_old_connections()
        try:
            with read_snapshot():
                return work(*given, **named)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_reader_threads, read)


class Event(NamedTuple):
    """What goes over the wire, and the number of the log row that a page has seen with it."""

    number: int
    content: bytes


class LogPosition(NamedTuple):
    """How far a topic's log has come, and the mark that changes when a copy of it is brought back."""

    newest: int
    epoch: str


class LogReader(NamedTuple):
    """How a hub reads the log."""

    missed: Callable[[int, int], list[Event]]  # what the log of a topic holds after a number
    standing: Callable[[Collection[int]], dict[int, LogPosition]]  # of every topic that there is, in one look


def resync_event(newest: int) -> Event:
    """Tells a page to read itself again, after which it has seen everything up to this number."""
    return Event(newest, f"id: {newest}\nevent: behind\ndata: {newest}\n\n".encode())


def heartbeat(standing: LogPosition) -> bytes:
    """The line is up, and this is how far a page must have come that has missed nothing."""
    return f"event: here\ndata: {json.dumps(standing._asdict(), separators=(',', ':'))}\n\n".encode()


def _page_count_event(pages: int) -> bytes:
    """How many pages hear of what follows, so that they do not all read themselves anew in the same moment."""
    return f"event: crowd\ndata: {pages}\n\n".encode()


class LiveStream:
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
        if len(self._waiting) > _MAX_PENDING_EVENTS:
            self.end()

    def reset_to(self, newest: int) -> None:
        """The log is another one: whatever was seen of it is no measure any more."""
        told = resync_event(newest)
        self.seen, self._waiting = newest, [told.content]
        self._woken.set()

    def end(self) -> None:
        """Nothing more is sent. The page opens another line, which begins after the last event that it has."""
        self._ended = True
        self._waiting.clear()
        self._woken.set()

    async def take(self) -> bytes:
        """What waits; nothing when the line has ended. Raises TimeoutError where it is time for a heartbeat."""
        async with asyncio.timeout(HEARTBEAT_SECONDS):
            await self._woken.wait()
        self._woken.clear()
        content = b"".join(self._waiting)
        self._waiting.clear()
        return b"" if self._ended else content


class Hub:
    """The lines of one event loop by topic, and up to which log row all of a topic's have been sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, log: LogReader) -> None:
        self.loop = loop
        self._log = log
        self.lines: dict[int, set[LiveStream]] = {}
        self.newest: dict[int, int] = {}
        self._standing: dict[int, LogPosition] = {}
        self._looked: dict[int, float] = {}  # when the log of a topic was last read
        self._stale: set[int] = set()
        self._reading: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._ended = False

    def join(self, topic: int, line: LiveStream) -> None:
        """From now on the line is told everything after the number it has seen."""
        self.lines.setdefault(topic, set()).add(line)
        self.newest[topic] = min(self.newest.get(topic, line.seen), line.seen)
        if self._ended:
            line.end()
        self.wake(topic)
        self._start_watching()

    def leave(self, topic: int, line: LiveStream) -> None:
        self.lines[topic].discard(line)
        if not self.lines[topic]:
            del self.lines[topic], self.newest[topic]
            self._standing.pop(topic, None)
            self._looked.pop(topic, None)

    @property
    def pages(self) -> int:
        """How many are open."""
        return sum(map(len, self.lines.values()))

    def heartbeat(self, topic: int) -> bytes:
        """How far the log had come at the last look; a word without meaning where that was long ago."""
        standing, looked = self._standing.get(topic), self._looked.get(topic, 0)
        is_fresh = standing is not None and time.monotonic() - looked < _FRESH_SECONDS
        return heartbeat(standing) if standing and is_fresh else b": still here\n\n"

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
                grown = await run_in_reader_thread(self._read_log, places)
            except Error:  # the log is there again later, and so are its rows
                await asyncio.sleep(_POLL_SECONDS)
                self._stale.update(places)
                continue
            for number, (standing, events) in grown.items():
                self._looked[number] = time.monotonic()
                self._send_events(number, places[number], standing, events)

    def _read_log(self, places: dict[int, int]) -> dict[int, tuple[LogPosition, list[Event]]]:
        return {
            number: (standing, self._log.missed(number, places[number]) if standing.newest > places[number] else [])
            for number, standing in self._log.standing(places).items()
        }

    def _send_events(self, topic: int, after: int, standing: LogPosition, events: list[Event]) -> None:
        if self.newest.get(topic) != after:  # a page has come that has seen less, or all have gone
            self.wake(topic)
            return
        known = self._standing.get(topic, standing)
        self._standing[topic] = standing
        if standing.epoch != known.epoch or standing.newest < after:
            self.newest[topic] = standing.newest
            for line in self.lines[topic]:
                line.reset_to(standing.newest)
        elif events:
            self.newest[topic] = events[-1].number
            lines = self.lines[topic]
            events[0] = Event(events[0].number, _page_count_event(len(lines)) + events[0].content)
            for line in lines:
                line.put(events)

    def _start_watching(self) -> None:
        """Hear of what other processes write, as long as anybody is here to be told."""
        if self._watching is None or self._watching.done():
            self._watching = self.loop.create_task(_listen_to_redis(self) if settings.REDIS_URL else _poll_log(self))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_hubs_lock = threading.Lock()


def current_hub(log: LogReader) -> Hub:
    loop = asyncio.get_running_loop()
    with _hubs_lock:
        for stale in [known for known in _hubs if known.is_closed()]:
            del _hubs[stale]
        return _hubs.setdefault(loop, Hub(loop, log))


def announce(topic: int) -> None:
    """Wake every open page of this topic. Called after commit, from any thread."""
    _wake_local_pages(topic)
    if settings.REDIS_URL:
        _redis_channel().publish(topic)


def _wake_local_pages(topic: int) -> None:
    """The pages whose connection this process holds."""
    for hub in list(_hubs.values()):
        with contextlib.suppress(RuntimeError):  # the loop has just closed
            hub.loop.call_soon_threadsafe(hub.wake, topic)


def _redis_channel() -> ModuleType:
    # a laptop has no Redis, and not the package either
    return importlib.import_module("core.redis_channel")


def _is_watched(hub: Hub) -> bool:
    """Somebody watches, and nobody has asked this task to end: the Redis client may swallow a cancellation."""
    task = asyncio.current_task()
    return bool(hub.lines) and not (task and task.cancelling())


async def _poll_log(hub: Hub, pause: float = _POLL_SECONDS) -> None:
    while _is_watched(hub):
        await asyncio.sleep(pause)
        hub.wake(*hub.newest)


async def _listen_to_redis(hub: Hub) -> None:
    # what Redis loses is found by a look before every heartbeat
    looking = asyncio.create_task(_poll_log(hub, HEARTBEAT_SECONDS / 2))
    try:
        await _redis_channel().listen(hub.wake, lambda: hub.wake(*hub.newest), lambda: _is_watched(hub), _POLL_SECONDS)
    finally:
        looking.cancel()
