"""The club's state: numbers that change whenever something on its public pages changes."""

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from django.db.models import Sum

from club.models import ClubChange, ClubTournament, RatingRun
from core.cached_reads import cached_read
from play.models import TableEvent
from tournaments.models import Action, Tournament

Reading = TypeVar("Reading")


class ClubState(NamedTuple):
    """The newest action, the state of all records, and the state that includes table games."""

    newest: int
    records: str
    games: str


def club_state() -> ClubState:
    """Return the current state of the club, its tournaments and their table games. Six queries."""
    action = Action.objects.order_by("-pk").values_list("pk", "at").first()
    change = ClubChange.objects.order_by("-pk").values_list("pk", "at").first()
    event = TableEvent.objects.order_by("-pk").values_list("pk", "at").first()
    read_through = ClubTournament.objects.aggregate(total=Sum("read_through"))["total"]
    # the worker stores ratings after everything else
    rated_at = RatingRun.objects.values_list("computed_at", flat=True).first()
    records = ":".join(map(str, (action, change, read_through, rated_at, Tournament.objects.count())))
    return ClubState(action[0] if action else 0, records, f"{records}:{event}")


def cached_records(state: ClubState, name: Hashable, make: Callable[[], Reading]) -> Reading:
    """Return a cached reading that doesn't depend on moves in table games."""
    return cached_read(state.newest, ("club", state.records, name), make)
