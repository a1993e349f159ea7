"""What happens when the clock runs out. The deadline is in the table.

The worker's alarm, picks and open pages whose clock has run out all end here. Each checks again under the lock, so it
happens once.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from core.errors import Refused
from core.lock_timeouts import wait_at_most_a_second
from drafts.models import Draft, ProgramRun
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, is_due, load_room
from drafts.services.program import make_automatic_turns, pick_by_program, run_automatic_turns
from drafts.services.turns import skip_turn
from tournaments.action_log.writing import writing
from tournaments.long_work import silent_after
from tournaments.models import Tournament


def settle_if_expired(*, draft_id: int, now: datetime) -> int:
    """Enforce a deadline that has passed, in its own transaction; one query where none has. Gives the tournament."""
    draft = Draft.objects.select_related("division").filter(pk=draft_id).first()
    if draft is None:
        raise Refused("There is no such draft.")
    if is_due(draft, now) and draft.on_expiry != Draft.OnExpiry.NOTHING:
        enforce_expiry(draft_id=draft_id, now=now)
    return draft.division.tournament_id


def settle_drafts(**which: Any) -> None:
    """Enforce deadlines that have passed: one query, and a write only if there are any.

    If no worker makes the turns of teams without a manager, each call makes a round of them.
    """
    now = timezone.now()
    over = Q(deadline__lte=now) & ~Q(on_expiry=Draft.OnExpiry.NOTHING)
    running = Draft.objects.filter(**which, state=Draft.State.RUNNING).filter(over | _left_lying(now))
    for draft_id in list(running.values_list("pk", flat=True)):
        with wait_at_most_a_second():
            if not enforce_expiry(draft_id=draft_id, now=now):
                make_abandoned_turns(draft_id=draft_id, now=now)


def _left_lying(now: datetime) -> Q:
    """A run for teams without a manager of which no worker has been heard for too long."""
    before = now - silent_after()
    waits = Q(program_run__state=ProgramRun.State.WAITING, program_run__asked_at__lt=before)
    is_silent = Q(program_run__state=ProgramRun.State.RUNNING, program_run__beat_at__lt=before)
    return Q(program_run__own_teams_only=True) & (waits | is_silent)


def make_abandoned_turns(*, draft_id: int, now: datetime) -> None:
    """A round for the teams without a manager, where no worker has taken them up."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        run = room.run
        if run is None or not run.own_teams_only or not run.is_silent(now):
            return
        if not make_automatic_turns(room, tournament):
            ProgramRun.objects.filter(pk=run.pk).update(state=ProgramRun.State.DONE, finished_at=now)


def enforce_expiry(*, draft_id: int, now: datetime | None = None) -> bool:
    """Pick or skip for the turn on the clock if its time is over; gives whether anything was done."""
    now = now or timezone.now()
    draft = draft_with_division(pk=draft_id)
    with writing(draft.division.tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        turn = room.on_the_clock
        if turn is None or not room.is_expired(now):
            return False
        if not _picked(room, tournament, turn):
            skip_turn(room, tournament, turn)
        run_automatic_turns(room, tournament)
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
