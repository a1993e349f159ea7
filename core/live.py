"""Send new log entries to this process's open pages as server-sent events.

The log is the only source of events. A signal from this process, a Redis message or a poll only wakes the hub. The hub
reads the new entries, encodes each entry once and sends it to every page, so events arrive in log order.
"""

import asyncio
import contextlib
import importlib
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import Error, close_old_connections

from core.live_stream import (
    HEARTBEAT_SECONDS,
    Event,
    LiveStream,
    LogPosition,
    LogReader,
    Opening,
    OpeningRequest,
    heartbeat,
)
from core.metrics import count_event_stream
from core.read_snapshot import read_snapshot
from core.standby import standby_address
from core.stream_shares import StreamShares

_FRESH_SECONDS = 3
_POLL_SECONDS = 1.0
# Pages that open within this time of each other, such as after a restart, share a single read of their missed entries.
_OPENING_SECONDS = 1.0

# All pages share these threads and their database connections.
_reader_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

_Parameters = ParamSpec("_Parameters")
_Read = TypeVar("_Read")


async def run_in_reader_thread(
    work: Callable[_Parameters, _Read], *args: _Parameters.args, **kwargs: _Parameters.kwargs
) -> _Read:
    """Run a database query in one of the reader threads."""

    def read() -> _Read:
        close_old_connections()
        try:
            with read_snapshot():
                return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_reader_threads, read)


def _page_count_event(pages: int) -> bytes:
    """Return an event with the number of open pages. Pages use it to choose a random delay before they reload."""
    return f"event: crowd\ndata: {pages}\n\n".encode()


class Hub:
    """An event loop's streams by topic, and each topic's newest entry sent to all its streams."""

    def __init__(self, loop: asyncio.AbstractEventLoop, log: LogReader) -> None:
        self.loop = loop
        self._log = log
        self.shares = StreamShares()
        self._standby = ""  # URL, read together with the log, not for every page
        self.streams: dict[int, set[LiveStream]] = {}
        self.newest: dict[int, int] = {}
        self._positions: dict[int, LogPosition] = {}
        self._read_at: dict[int, float] = {}  # time of the last log read, by topic
        self._stale: set[int] = set()
        self._reading: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._ended = False
        self._openings: dict[OpeningRequest, asyncio.Task[Opening | None]] = {}

    async def opening(self, request: OpeningRequest) -> Opening | None:
        """Return a page's first event. It can be a second old, because `join` sends all later events."""
        reading = self._openings.get(request)
        if reading is None:
            reading = self._openings[request] = asyncio.create_task(run_in_reader_thread(self._log.opening, request))
            self.loop.call_later(_OPENING_SECONDS, self._openings.pop, request, None)
        return await asyncio.shield(reading)

    def join(self, topic: int, stream: LiveStream) -> None:
        """Add a stream. It gets every event after the last one that its page has seen."""
        self.streams.setdefault(topic, set()).add(stream)
        count_event_stream(1)
        self.newest[topic] = min(self.newest.get(topic, stream.seen), stream.seen)
        if self._ended:
            stream.end()
        self.wake(topic)
        self._start_watching()

    def leave(self, topic: int, stream: LiveStream) -> None:
        self.streams[topic].discard(stream)
        count_event_stream(-1)
        if not self.streams[topic]:
            del self.streams[topic], self.newest[topic]
            self._positions.pop(topic, None)
            self._read_at.pop(topic, None)

    def heartbeat(self, topic: int) -> bytes:
        """Return a heartbeat with the log position, or an empty comment if the last log read was too long ago."""
        position = self._positions.get(topic)
        is_fresh = time.monotonic() - self._read_at.get(topic, 0) < _FRESH_SECONDS
        return heartbeat(position, self._standby) if position and is_fresh else b": still here\n\n"

    def end(self) -> None:
        """Close every stream, because the server is stopping."""
        self._ended = True
        for streams in self.streams.values():
            for stream in streams:
                stream.end()

    def wake(self, *topics: int) -> None:
        """Read the logs for these topics. Call this only in the event loop's thread."""
        self._stale.update(self.newest.keys() & set(topics))
        if self._stale and (self._reading is None or self._reading.done()):
            self._reading = self.loop.create_task(self._read())

    async def _read(self) -> None:
        while self._stale:
            newest = {topic: self.newest[topic] for topic in self._stale if topic in self.newest}
            self._stale.clear()
            try:
                results = await run_in_reader_thread(self._read_log, newest)
                self._standby = standby_address()
            except Error:  # the database may recover
                await asyncio.sleep(_POLL_SECONDS)
                self._stale.update(newest)
                continue
            for topic, (position, events) in results.items():
                self._read_at[topic] = time.monotonic()
                self._send_events(topic, newest[topic], position, events)

    def _read_log(self, newest: dict[int, int]) -> dict[int, tuple[LogPosition, list[Event]]]:
        """Return each topic's log position, and its events after the newest event sent."""
        results = {}
        for topic, position in self._log.positions(newest).items():
            has_news = position.newest > newest[topic]
            events = self._log.events_after(topic, newest[topic]) if has_news else []
            results[topic] = (position, events)
        return results

    def _send_events(self, topic: int, after: int, position: LogPosition, events: list[Event]) -> None:
        if self.newest.get(topic) != after:  # a page with fewer events joined, or all pages left
            self.wake(topic)
            return
        previous = self._positions.get(topic, position)
        self._positions[topic] = position
        if position.epoch != previous.epoch and self._log.ends_with_epoch:
            for stream in self.streams[topic]:
                stream.end()
        elif position.epoch != previous.epoch or position.newest < after:
            self.newest[topic] = position.newest
            for stream in self.streams[topic]:
                stream.reset_to(position.newest)
        elif events:
            self.newest[topic] = events[-1].number
            streams = self.streams[topic]
            events[0] = Event(events[0].number, _page_count_event(len(streams)) + events[0].content)
            for stream in streams:
                stream.put(events)
        for stream in self.streams[topic]:
            stream.tell_note(position, lambda: heartbeat(position, self._standby))

    def deliver(self, events: Mapping[int, Event]) -> None:
        """Send events that include everything since any earlier event. Call this only in the event loop's thread."""
        for topic, event in events.items():
            self._deliver(topic, event)

    def _deliver(self, topic: int, event: Event) -> None:
        if topic not in self.streams or event.number <= self.newest[topic]:
            return
        self.newest[topic] = event.number
        if (position := self._positions.get(topic)) is not None:
            self._positions[topic] = position._replace(newest=event.number)
        for stream in self.streams[topic]:
            stream.put([event])

    def _start_watching(self) -> None:
        """Watch for other processes' entries while any page is open."""
        if self._watching is None or self._watching.done():
            self._watching = self.loop.create_task(_listen_to_redis(self) if settings.REDIS_URL else _poll_log(self))


_hubs: dict[tuple[asyncio.AbstractEventLoop, str], Hub] = {}
_hubs_lock = threading.Lock()


def current_hub(log: LogReader) -> Hub:
    loop = asyncio.get_running_loop()
    with _hubs_lock:
        for key in [key for key in _hubs if key[0].is_closed()]:
            del _hubs[key]
        return _hubs.setdefault((loop, log.name), Hub(loop, log))


def end_streams() -> None:
    """Close all streams on this event loop, because the server is stopping."""
    loop = asyncio.get_running_loop()
    for (hub_loop, _), hub in list(_hubs.items()):
        if hub_loop is loop:
            hub.end()


def announce(*topics: int) -> None:
    """Wake every open page of these topics after the commit. Can be called from any thread."""
    _wake_local_pages(topics)
    _announce_elsewhere(topics)


def _announce_elsewhere(topics: Collection[int]) -> None:
    """Wake other processes' pages."""
    if settings.REDIS_URL:
        _redis_channel().publish(topics)


def has_local_pages(topic: int) -> bool:
    """Return whether a page for this topic is connected to this process. Can be called from any thread."""
    return any(topic in hub.streams for hub in list(_hubs.values()))


def deliver(events: Mapping[int, Event], topics: Collection[int]) -> None:
    """Send events by topic to this process's pages, and wake other processes' pages, after the commit.

    Can be called from any thread. Each event must include everything since any earlier event, because this function
    doesn't read the log.

    Args:
        topics: The topics of pages in other processes, including topics without an event here.
    """
    if events:
        for hub in list(_hubs.values()):
            with contextlib.suppress(RuntimeError):  # the loop has just closed
                hub.loop.call_soon_threadsafe(hub.deliver, events)
    _announce_elsewhere(topics)


def _wake_local_pages(topics: Collection[int]) -> None:
    """Wake the pages connected to this process. A page that is still connecting reads the log itself."""
    for hub in list(_hubs.values()):
        if any(topic in hub.streams for topic in topics):
            with contextlib.suppress(RuntimeError):  # the loop has just closed
                hub.loop.call_soon_threadsafe(hub.wake, *topics)


def _redis_channel() -> ModuleType:
    # only hosted installations have the Redis package
    return importlib.import_module("core.redis_channel")


def _is_watched(hub: Hub) -> bool:
    """Return whether pages are open. Check for a cancellation, which the Redis client may have swallowed."""
    task = asyncio.current_task()
    return bool(hub.streams) and not (task and task.cancelling())


async def _poll_log(hub: Hub, pause: float = _POLL_SECONDS) -> None:
    while _is_watched(hub):
        await asyncio.sleep(pause)
        hub.wake(*hub.newest)


async def _listen_to_redis(hub: Hub) -> None:
    # polling before every heartbeat finds entries whose Redis message was lost
    polling = asyncio.create_task(_poll_log(hub, HEARTBEAT_SECONDS / 2))
    try:
        await _redis_channel().listen(hub.wake, lambda: hub.wake(*hub.newest), lambda: _is_watched(hub), _POLL_SECONDS)
    finally:
        polling.cancel()
