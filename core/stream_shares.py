"""Share the event streams of a process fairly, so that one visitor can't take them all."""

from typing import Final, NamedTuple, Protocol

from django.conf import settings

_MAX_SHARE: Final = 0.05


class StreamOwner(NamedTuple):
    """The address of a visitor, or the key of a signed-in device."""

    name: str
    is_signed_in: bool = False


class ClosableStream(Protocol):
    def end(self) -> None: ...


class StreamShares:
    """The open streams of each owner.

    No owner gets more than 5 % of all streams. If none is left, a signed-in device replaces a stream of a visitor.
    """

    def __init__(self) -> None:
        self._streams: dict[StreamOwner, list[ClosableStream]] = {}

    @property
    def count(self) -> int:
        return sum(map(len, self._streams.values()))

    def has_room_for(self, owner: StreamOwner) -> bool:
        """Return whether an owner can have one more stream, if need be instead of a visitor's."""
        if len(self._streams.get(owner, ())) >= _max_streams_per_owner():
            return False
        return not self._is_full() or (owner.is_signed_in and bool(self._visitors()))

    def admit(self, owner: StreamOwner, stream: ClosableStream) -> bool:
        """Count a new stream, or return False if its owner can't have it."""
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
        """Stop counting a stream that has ended. It may have been replaced before."""
        streams = self._streams.get(owner, [])
        if stream in streams:
            streams.remove(stream)
        if not streams:
            self._streams.pop(owner, None)

    def _close_stream_of_visitor(self) -> None:
        """Close the newest stream of the address with the most streams."""
        busiest = max(self._visitors(), key=lambda owner: len(self._streams[owner]))
        stream = self._streams[busiest][-1]
        self.release(busiest, stream)
        stream.end()


def _max_streams_per_owner() -> int:
    """Return how many streams one owner may have: at least one, if there are any."""
    return int(settings.MOST_OPEN_PAGES * _MAX_SHARE) or min(1, settings.MOST_OPEN_PAGES)
