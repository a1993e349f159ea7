"""The action log as server-sent events: what an open page is told first, and what it has missed.

Every event carries the number of its log row, so a page that reconnects says the last number it saw. Numbers from
outside are only ever compared with the log's own.
"""

import json

from django.utils import timezone

from core.live import REPLAYED, Event
from tournaments.models import Action, Tournament


def newest_number(tournament_id: int) -> int:
    """The number of the newest log row; it changes whenever anything in the tournament has changed."""
    return Action.objects.filter(tournament_id=tournament_id).values_list("pk", flat=True).order_by("-pk").first() or 0


def opening_of(slug: str, after: int | None) -> tuple[int, Event] | None:
    """The tournament's number and what its page is told first; None where there is no such tournament. Public."""
    number = Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first()
    return None if number is None else (number, _opening(number, after))


def _opening(tournament_id: int, after: int | None) -> Event:
    """For a page that says it has seen everything up to `after`; None is a page that has seen nothing."""
    newest = newest_number(tournament_id)
    if after is None:
        events = [Event(newest, f"id: {newest}\ndata:\n\n".encode())]
    elif after > newest:
        events = [_behind(newest)]  # no number of this log: the page shows another state of the tournament
    else:
        events = missed(tournament_id, after)
    seen = events[-1].number if events else newest
    return Event(seen, b"".join([b"retry: 2000\n\n", _server_time(), *(event.content for event in events)]))


def missed(tournament_id: int, after: int) -> list[Event]:
    """All that the log holds after this number; where that is too much, the one event that says so."""
    rows = Action.objects.filter(tournament_id=tournament_id, pk__gt=after).order_by("pk")
    acts = list(rows.only("verb", "sentence", "subject", "public")[: REPLAYED + 1])
    if len(acts) > REPLAYED:
        return [_behind(newest_number(tournament_id))]
    return [_event_of(action) for action in acts]


def _event_of(action: Action) -> Event:
    content = {"verb": action.verb, "sentence": action.sentence, "subject": action.subject, **action.public}
    data = json.dumps(content, separators=(",", ":"))
    return Event(action.pk, f"id: {action.pk}\nevent: action\ndata: {data}\n\n".encode())


def _behind(newest: int) -> Event:
    """Tells a page to read itself again, after which it has seen everything up to this number."""
    return Event(newest, f"id: {newest}\nevent: behind\ndata: {newest}\n\n".encode())


def _server_time() -> bytes:
    """Tells a page what time it is here, so that its clocks are right on a phone that is wrong."""
    return f"event: clock\ndata: {timezone.now().isoformat()}\n\n".encode()
