"""Whether the managers of a table are connected."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from play.models import Seat

# A page sends a heartbeat every 25 seconds. Two may get lost.
LOST_AFTER: Final = timedelta(seconds=60)


class Presence(StrEnum):
    """The connection of a seat."""

    COMPUTER = "computer"
    FREE = "free"
    CONNECTED = "connected"
    LOST = "lost"


def presence_of(seat: Seat, now: datetime) -> Presence:
    if not seat.is_person:
        return Presence.COMPUTER
    if not seat.device_key:
        return Presence.FREE
    return Presence.CONNECTED if is_connected(seat, now) else Presence.LOST


def is_connected(seat: Seat, now: datetime) -> bool:
    """Return whether the computer or a device with the seat has given a sign in the last minute."""
    return not seat.is_person or (seat.seen_at is not None and now - seat.seen_at < LOST_AFTER)
