"""Record that a table's seats are connected. This never changes the table's number."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from play.models import Seat, SeatAbsence, TableGame
from play.queries.audiences import announce_table
from play.queries.presence import is_connected

_INTERVAL: Final = timedelta(seconds=15)


def mark_present(seats: Sequence[Seat], *, is_moving: bool = False) -> None:
    """Record that these seats of a game are connected, at most every 15 seconds.

    Pages are notified when a seat reconnects. Its clock stops while it is absent.

    Args:
        is_moving: Whether the seat makes a move, so that pages get a new view anyway.
    """
    now = timezone.now()
    stale = [seat for seat in seats if seat.is_person and (seat.seen_at is None or now - seat.seen_at > _INTERVAL)]
    connected = [seat for seat in stale if is_connected(seat, now)]
    if connected:
        # a single statement, because every page sends heartbeats and only one process at a time can write
        Seat.objects.filter(pk__in=[seat.pk for seat in connected]).update(seen_at=now)
    returning = [seat for seat in stale if not is_connected(seat, now)]
    if returning:
        _mark_back(returning, now, is_moving=is_moving)
    for seat in stale:
        seat.seen_at = now


def _mark_back(seats: Sequence[Seat], now: datetime, *, is_moving: bool) -> None:
    with transaction.atomic():
        is_news = [_mark_seat_back(seat, now) for seat in seats]
        if any(is_news) and not is_moving:
            announce_people(seats[0].game)


def _mark_seat_back(seat: Seat, now: datetime) -> bool:
    """Store the reconnection time and the absence.

    If two devices reconnect at the same time, return True for only the device whose data was stored.
    """
    since = seat.seen_at
    is_first = Seat.objects.filter(pk=seat.pk, seen_at=since).update(seen_at=now) == 1
    if is_first and since is not None and seat.game.bank_minutes:
        SeatAbsence.objects.create(seat=seat, since=since, until=now)
    return is_first


def announce_people(game: TableGame) -> None:
    """Notify a table's open pages that the people at it have changed, after the commit."""
    TableGame.objects.filter(pk=game.pk).update(people_number=F("people_number") + 1)
    transaction.on_commit(partial(announce_table, game.pk))
