"""Share a process's event streams fairly, so that no single visitor can use them all."""

from typing import Final, NamedTuple, Protocol

from django.conf import settings

_MAX_SHARE: Final = 0.05


class StreamOwner(NamedTuple):
    """A visitor's address, or a signed-in device's key."""

    name: str
    is_signed_in: bool = False


class ClosableStream(Protocol):
    def end(self) -> None: ...


class StreamShares:
    """Each owner's open streams.

    No owner gets more than 5 % of all streams. If none are left, a signed-in device takes over a visitor's stream.
    """

    def __init__(self) -> None:
        self._streams: dict[StreamOwner, list[ClosableStream]] = {}

    @property
    def count(self) -> int:
        return sum(map(len, self._streams.values()))

    def has_room_for(self, owner: StreamOwner) -> bool:
        """Return whether an owner can have another stream, even if that closes a visitor's stream."""
        if len(self._streams.get(owner, ())) >= _max_streams_per_owner():
            return False
        return not self._is_full() or (owner.is_signed_in and bool(self._visitors()))

    def admit(self, owner: StreamOwner, stream: ClosableStream) -> bool:
        """Count a new stream, or return False if its owner can't have another."""
        if not self.has_room_for(owner):
            return False
        if self._is_full():
            self._close_stream_of_visitor()
        self._streams.setdefault(owner, []).append(stream)
        return True

    def _is_full(self) -> bool:
        return self.count >= settings.MOST_OPEN_PAGES

    def _visitors(self) -> list[StreamOwner]:
        return [owner for owner in self._streams if not owner.is_signed_in]

    def release(self, owner: StreamOwner, stream: ClosableStream) -> None:
        """Stop counting a closed stream. It may already have been replaced."""
        streams = self._streams.get(owner, [])
        if stream in streams:
            streams.remove(stream)
        if not streams:
            self._streams.pop(owner, None)

    def _close_stream_of_visitor(self) -> None:
        """Close the newest stream from the address with the most streams."""
        busiest = max(self._visitors(), key=lambda owner: len(self._streams[owner]))
        stream = self._streams[busiest][-1]
        self.release(busiest, stream)
        stream.end()


def _max_streams_per_owner() -> int:
    """Return the maximum number of streams per owner: at least 1, unless there are no streams at all."""
    return int(settings.MOST_OPEN_PAGES * _MAX_SHARE) or min(1, settings.MOST_OPEN_PAGES)
