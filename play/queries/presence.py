"""Determine whether a table's managers are connected."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from play.models import Seat

# Pages send a heartbeat every 25 seconds, so two in a row can get lost.
LOST_AFTER: Final = timedelta(seconds=60)


class Presence(StrEnum):
    """A seat's connection."""

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
    """Return whether the seat's device was active in the last minute. A computer's seat is always connected."""
    return not seat.is_person or (seat.seen_at is not None and now - seat.seen_at < LOST_AFTER)
