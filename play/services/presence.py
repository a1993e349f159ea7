"""Note that the seats of a table are connected. It never changes the number of the table."""

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
    """Store that these seats of one game are connected, in one query at most every 15 seconds.

    The pages hear at once of a seat that is back. Its absence stops its clock.

    Args:
        is_moving: Whether the seat makes a move. The pages then get the new view anyway.
    """
    now = timezone.now()
    stale = [seat for seat in seats if seat.is_person and (seat.seen_at is None or now - seat.seen_at > _INTERVAL)]
    if not stale:
        return
    with transaction.atomic():
        is_news = [_mark(seat, now) for seat in stale]
        if any(is_news) and not is_moving:
            announce_people(seats[0].game)


def _mark(seat: Seat, now: datetime) -> bool:
    """Store the time, and return whether the seat is back. Of two devices at the same time, one stores it."""
    previous, is_back = seat.seen_at, not is_connected(seat, now)
    is_first = Seat.objects.filter(pk=seat.pk, seen_at=previous).update(seen_at=now) == 1
    if is_first and is_back and previous is not None and seat.game.bank_minutes:
        SeatAbsence.objects.create(seat=seat, since=previous, until=now)
    seat.seen_at = now
    return is_first and is_back


def announce_people(game: TableGame) -> None:
    """Let every open page of a table read again who is there, after the commit."""
    TableGame.objects.filter(pk=game.pk).update(people_number=F("people_number") + 1)
    transaction.on_commit(partial(announce_table, game.pk))
