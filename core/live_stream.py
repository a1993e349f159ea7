"""An open page's events, in order, and the data that a page needs when it opens."""

import asyncio
import json
from collections.abc import Callable, Collection
from typing import NamedTuple

# Pages reconnect after 6.5 s without a heartbeat (static/js/live.js). Heartbeats stop if the log couldn't be read
# within the last 3 s. This way, no page shows outdated numbers as current for 10 s, even if the server, network or
# database is down.
HEARTBEAT_SECONDS = 2
# A page that is further behind reloads, which is cheaper than sending so many events.
MAX_REPLAYED_EVENTS = 500
# The limit for pending events if a page stops reading. It must exceed the number sent at once.
_MAX_PENDING_EVENTS = 2 * MAX_REPLAYED_EVENTS


class Event(NamedTuple):
    """An encoded event with its log entry's number."""

    number: int
    content: bytes


class LogPosition(NamedTuple):
    """The newest number in a topic's log, and an epoch that changes when a backup is restored.

    When `note` changes, a heartbeat is sent at once, so that pages can reload their data.
    """

    newest: int
    epoch: str
    note: str = ""


class Opening(NamedTuple):
    """A page's first event and its topic."""

    topic: int
    event: Event


class OpeningRequest(NamedTuple):
    """The last number and epoch that a page has seen, or None if it hasn't seen any."""

    slug: str
    after: int | None
    epoch: str | None = None


class LogReader(NamedTuple):
    """Functions that a hub uses to read the log."""

    events_after: Callable[[int, int], list[Event]]  # a topic's events after a number
    positions: Callable[[Collection[int]], dict[int, LogPosition]]  # positions of all existing topics in a single query
    opening: Callable[[OpeningRequest], Opening | None]  # None if the topic doesn't exist
    name: str = "actions"  # each process has one hub per log
    ends_with_epoch: bool = False  # whether a new epoch closes the streams, so that each page must authenticate again


def resync_event(newest: int) -> Event:
    """Return an event that makes a page reload. The page is then up to date with this number."""
    return Event(newest, f"id: {newest}\nevent: behind\ndata: {newest}\n\n".encode())


def heartbeat(position: LogPosition, standby: str) -> bytes:
    """Return a heartbeat with an up-to-date page's position and the standby computer's URL."""
    facts = position._asdict()
    if not position.note:
        del facts["note"]
    if standby:
        facts["standby"] = standby
    return f"event: here\ndata: {json.dumps(facts, separators=(',', ':'))}\n\n".encode()


class LiveStream:
    """An open page's pending events, in order. By default, heartbeats are sent every HEARTBEAT_SECONDS."""

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
        """Send a heartbeat with the position now, unless the page already has its note."""
        if position.note != self._note:
            self._note = position.note
            self._pending.append(make_heartbeat())
            self._wake_signal.set()

    def reset_to(self, newest: int) -> None:
        """Make the page reload, because a restored backup replaced the log."""
        self.seen = newest
        self._pending = [resync_event(newest).content]
        self._wake_signal.set()

    def end(self) -> None:
        """Close the stream. The page then opens a new stream and resumes after its last event."""
        self._ended = True
        self._pending.clear()
        self._wake_signal.set()

    async def take(self) -> bytes | None:
        """Wait for events and return them. Return None if a heartbeat is due, or b"" if the stream is closed."""
        # a timer is cheaper than a timeout, and most of the thousands of pages only wait for heartbeats
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
