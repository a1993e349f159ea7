"""What happens when the clock runs out. The deadline is in the table; whoever looks next enforces it.

Pages, picks and the worker's alarm all end here, and each checks again under the lock, so it happens once.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone

from core.errors import Refused
from core.patience import at_most_a_second
from drafts.models import Draft
from drafts.queries.room import Room, draft_with_division, is_due, room_of
from drafts.services.program import go_on, pick_by_program
from drafts.services.turns import skip_turn
from tournaments.action_log.writing import writing
from tournaments.models import Tournament


def settle_expired(*, draft_id: int, now: datetime) -> int:
    """Enforce a deadline that has passed, in its own transaction; one query where none has. Gives the tournament."""
    draft = Draft.objects.select_related("division").filter(pk=draft_id).first()
    if draft is None:
        raise Refused("There is no such draft.")
    if is_due(draft, now) and draft.on_expiry != Draft.OnExpiry.NOTHING:
        enforce_expiry(draft_id=draft_id, now=now)
    return draft.division.tournament_id


def settle_drafts(**which: Any) -> None:
    """The check that every reading of a board makes: one query, and a write only where a deadline has passed."""
    now = timezone.now()
    due = Draft.objects.filter(**which, state=Draft.State.RUNNING, deadline__lte=now)
    over = list(due.exclude(on_expiry=Draft.OnExpiry.NOTHING).values_list("pk", flat=True))
    for draft_id in over:
        with at_most_a_second():
            enforce_expiry(draft_id=draft_id, now=now)


def enforce_expiry(*, draft_id: int, now: datetime | None = None) -> bool:
    """Pick or skip for the turn on the clock if its time is over; gives whether anything was done."""
    now = now or timezone.now()
    draft = draft_with_division(pk=draft_id)
    with writing(draft.division.tournament_id) as tournament:
        room = room_of(draft_with_division(pk=draft_id))
        turn = room.on_the_clock
        if turn is None or not room.is_expired(now):
            return False
        if not _picked(room, tournament, turn):
            skip_turn(room, tournament, turn)
        go_on(room, tournament)
        return True


def _picked(room: Room, tournament: Tournament, turn: int) -> bool:
    """Whether the program picked; not where turns are skipped, nor where nothing is left that the team may take."""
    if room.draft.on_expiry == Draft.OnExpiry.SKIP and not room.may_keep:
        return False
    try:
        pick_by_program(room, tournament, turn)
    except Refused:
        return False
    return True
