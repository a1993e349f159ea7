"""Serve the activity log as server-sent events.

Every event carries its log number, and a page that reconnects sends the last number it saw. Numbers in requests are
only compared with the log's numbers.
"""

import json
from collections.abc import Collection
from typing import Final

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from core.live_stream import (
    MAX_REPLAYED_EVENTS,
    Event,
    LogPosition,
    LogReader,
    Opening,
    OpeningRequest,
    heartbeat,
    resync_event,
)
from core.prepared_queries import EXAMPLE_ID, PreparedValues
from core.standby import standby_address
from tournaments.action_log.verbs import scope_of
from tournaments.models import Action, Tournament

_NEWEST: Final = PreparedValues(
    lambda: Action.objects.filter(tournament=EXAMPLE_ID).order_by("-pk").values_list("pk")[:1]
)


def newest_action(tournament: OuterRef) -> Coalesce:
    """Return an expression for a tournament's newest action number, to use in a larger query."""
    newest = Action.objects.filter(tournament=tournament).order_by("-pk").values("pk")[:1]
    return Coalesce(Subquery(newest), 0)


def newest_number(tournament_id: int) -> int:
    """Return the newest action's number, which changes whenever the tournament does."""
    rows = _NEWEST.rows_of(tournament_id)
    return int(rows[0][0]) if rows else 0


def standing(tournaments: Collection[int]) -> dict[int, LogPosition]:
    """Return the log positions of these tournaments in one query, without deleted tournaments."""
    newest = Action.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    rows = Tournament.objects.filter(pk__in=tournaments).annotate(newest=Subquery(newest)).order_by()
    return {number: LogPosition(last or 0, epoch) for number, last, epoch in rows.values_list("pk", "newest", "epoch")}


def opening_of(request: OpeningRequest) -> Opening | None:
    """Return the tournament's ID and its page's first event, or None if there is no such tournament.

    This data is public.
    """
    number = Tournament.objects.filter(slug=request.slug, deleted_at=None).values_list("pk", flat=True).first()
    position = standing([number]).get(number) if number is not None else None
    if number is None or position is None:
        return None
    return Opening(number, _first_event(number, position, request.after, request.epoch))


def _first_event(tournament_id: int, position: LogPosition, after: int | None, epoch: str | None) -> Event:
    """Return the first event for a page that has seen everything up to `after`, or None if nothing is new."""
    if after is None:
        events = [Event(position.newest, f"id: {position.newest}\ndata:\n\n".encode())]
    elif after > position.newest or epoch not in (None, position.epoch):
        events = [resync_event(position.newest)]  # This number is from a different log.
    else:
        events = missed(tournament_id, after)
    seen = events[-1].number if events else position.newest
    beat = heartbeat(LogPosition(seen, position.epoch), standby_address())
    return Event(seen, b"".join([*(event.content for event in events), beat]))


def missed(tournament_id: int, after: int) -> list[Event]:
    """Return the events after this number, or a single resync event if there are too many."""
    rows = Action.objects.filter(tournament_id=tournament_id, pk__gt=after).order_by("pk")
    actions = list(rows.only("verb", "sentence", "subject", "public")[: MAX_REPLAYED_EVENTS + 1])
    if len(actions) > MAX_REPLAYED_EVENTS:
        return [resync_event(newest_number(tournament_id))]
    return [_event_of(action) for action in actions]


def _event_of(action: Action) -> Event:
    content = {"verb": action.verb, "scope": scope_of(action.verb), "sentence": action.sentence}
    content |= {"subject": action.subject, **action.public}
    data = json.dumps(content, separators=(",", ":"))
    return Event(action.pk, f"id: {action.pk}\nevent: action\ndata: {data}\n\n".encode())


LOG = LogReader(missed, standing, opening_of)
