"""The events of one open page, in order, and what a page needs when it opens."""

import asyncio
import json
from collections.abc import Callable, Collection
from typing import NamedTuple

# A page reconnects after 6.5 s without a heartbeat (static/js/live.js). Heartbeats stop if the log couldn't be read in
# the last 3 s. So no page shows old numbers as current for 10 s, even if the server, network or database is down.
HEARTBEAT_SECONDS = 2
# A page that is further behind reloads, which costs less than so many events.
MAX_REPLAYED_EVENTS = 500
# Pending events of a page that has stopped reading. It must exceed the number sent at once.
_MAX_PENDING_EVENTS = 2 * MAX_REPLAYED_EVENTS


class Event(NamedTuple):
    """One event as it is sent, with the number of its log entry."""

    number: int
    content: bytes


class LogPosition(NamedTuple):
    """The newest number of a topic's log, and an epoch that changes if a backup is restored.

    A page may read something again when `note` changes, which a heartbeat tells it at once.
    """

    newest: int
    epoch: str
    note: str = ""


class Opening(NamedTuple):
    """The first event for a page, and its topic."""

    topic: int
    event: Event


class OpeningRequest(NamedTuple):
    """What a page has seen: everything up to a number of an epoch. None: nothing yet."""

    slug: str
    after: int | None
    epoch: str | None = None


class LogReader(NamedTuple):
    """Functions with which a hub reads the log."""

    events_after: Callable[[int, int], list[Event]]  # of a topic, after a number
    positions: Callable[[Collection[int]], dict[int, LogPosition]]  # of every existing topic, in one query
    opening: Callable[[OpeningRequest], Opening | None]  # None if there is no such topic
    name: str = "actions"  # a process has one hub for each log
    ends_with_epoch: bool = False  # whether a new epoch ends the streams, so that each page is asked again who it is


def resync_event(newest: int) -> Event:
    """Return the event that tells a page to reload. It is then up to date with this number."""
    return Event(newest, f"id: {newest}\nevent: behind\ndata: {newest}\n\n".encode())


def heartbeat(position: LogPosition, standby: str) -> bytes:
    """Return a heartbeat with the position of a page that is up to date, and the address of the standby computer."""
    facts = position._asdict()
    if not position.note:
        del facts["note"]
    if standby:
        facts["standby"] = standby
    return f"event: here\ndata: {json.dumps(facts, separators=(',', ':'))}\n\n".encode()


class LiveStream:
    """The pending events of one open page, in order. By default heartbeats come every HEARTBEAT_SECONDS."""

    def __init__(self, seen: int = 0, heartbeat_seconds: float | None = None) -> None:
        self.seen = seen
        self._heartbeat_seconds = heartbeat_seconds
        self._note = ""
        self._pending: list[bytes] = []
        self._wake_signal = asyncio.Event()
        self._ended = False

    def put(self, events: list[Event]) -> None:
        fresh = [event for event in events if event.number > self.seen]
        if not fresh:
            return
        self.seen = fresh[-1].number
        self._pending += [event.content for event in fresh]
        self._wake_signal.set()
        if len(self._pending) > _MAX_PENDING_EVENTS:
            self.end()

    def tell_note(self, position: LogPosition, make_heartbeat: Callable[[], bytes]) -> None:
        """Send a heartbeat with the position now, unless the page knows its note."""
        if position.note != self._note:
            self._note = position.note
            self._pending.append(make_heartbeat())
            self._wake_signal.set()

    def reset_to(self, newest: int) -> None:
        """Tell the page to reload, because the log was replaced by a backup."""
        self.seen = newest
        self._pending = [resync_event(newest).content]
        self._wake_signal.set()

    def end(self) -> None:
        """End the stream. The page then opens a new one, which resumes after its last event."""
        self._ended = True
        self._pending.clear()
        self._wake_signal.set()

    async def take(self) -> bytes | None:
        """Wait for events and return them. None if a heartbeat is due, b"" if the stream has ended."""
        # a timer costs less than a timeout, and most of thousands of pages only wait for heartbeats
        seconds = self._heartbeat_seconds or HEARTBEAT_SECONDS
        timer = asyncio.get_running_loop().call_later(seconds, self._wake_signal.set)
        try:
            await self._wake_signal.wait()
        finally:
            timer.cancel()
        self._wake_signal.clear()
        if self._ended:
            return b""
        content = b"".join(self._pending)
        self._pending.clear()
        return content or None
