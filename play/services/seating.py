"""Assign a seat to a device, and close the previous device's event streams."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from play.models import AWAY, Seat, TableGame
from play.queries.audiences import announce_table


def give_seat(seat: Seat, **changes: Any) -> None:
    """Store the seat's new device. This closes the seat's open streams."""
    Seat.objects.filter(pk=seat.pk).update(**changes)
    seating = "away_seating" if seat.team == AWAY else "home_seating"
    numbers = {seating: F(seating) + 1, "people_number": F("people_number") + 1}
    TableGame.objects.filter(pk=seat.game_id).update(**numbers)
    transaction.on_commit(partial(announce_table, seat.game_id))
