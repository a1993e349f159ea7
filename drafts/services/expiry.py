"""Enforce the deadline of a draft clock.

The worker's alarm, new picks, and open pages with an expired clock all call this module. Each call rechecks the stored
deadline under the lock, so a pick expires only once.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from core.errors import Refused
from core.lock_timeouts import wait_at_most_a_second
from drafts.models import Draft, ProgramRun
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, is_due, load_room
from drafts.refusals import DraftRefusal
from drafts.services.program import make_automatic_turns, pick_by_program, run_automatic_turns
from drafts.services.turns import skip_turn
from tournaments.action_log.writing import writing
from tournaments.long_work import silent_after
from tournaments.models import Tournament


def settle_if_expired(*, draft_id: int, now: datetime) -> int:
    """Enforce an expired deadline in its own transaction. Return the tournament's ID.

    Runs a single query if no deadline has expired.
    """
    draft = Draft.objects.select_related("division").filter(pk=draft_id).first()
    if draft is None:
        raise Refused(DraftRefusal.NO_SUCH_DRAFT, subject=draft_id)
    if is_due(draft, now) and draft.on_expiry != Draft.OnExpiry.NOTHING:
        enforce_expiry(draft_id=draft_id, now=now)
    return draft.division.tournament_id


def settle_drafts(**filters: Any) -> None:
    """Enforce all expired deadlines. Runs a single query if there are none.

    If no worker is picking for teams without a manager, each call makes a round of their picks.
    """
    now = timezone.now()
    is_overdue = Q(deadline__lte=now) & ~Q(on_expiry=Draft.OnExpiry.NOTHING)
    drafts = Draft.objects.filter(**filters, state=Draft.State.RUNNING).filter(is_overdue | _has_abandoned_run(now))
    for draft_id in list(drafts.values_list("pk", flat=True)):
        with wait_at_most_a_second():
            if not enforce_expiry(draft_id=draft_id, now=now):
                make_abandoned_turns(draft_id=draft_id, now=now)


def _has_abandoned_run(now: datetime) -> Q:
    """Return a filter for drafts whose run for teams without a manager has been silent for too long."""
    limit = now - silent_after()
    is_waiting = Q(program_run__state=ProgramRun.State.WAITING, program_run__asked_at__lt=limit)
    is_silent = Q(program_run__state=ProgramRun.State.RUNNING, program_run__beat_at__lt=limit)
    return Q(program_run__own_teams_only=True) & (is_waiting | is_silent)


def make_abandoned_turns(*, draft_id: int, now: datetime) -> None:
    """Make a round of picks for teams without a manager if the worker abandoned their run."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        run = room.run
        if run is None or not run.own_teams_only or not run.is_silent(now):
            return
        if not make_automatic_turns(room, tournament):
            ProgramRun.objects.filter(pk=run.pk).update(state=ProgramRun.State.DONE, finished_at=now)


def enforce_expiry(*, draft_id: int, now: datetime | None = None) -> bool:
    """Autopick or skip the pick on the clock if its time is up. Return whether the time was up."""
    now = now or timezone.now()
    draft = draft_with_division(pk=draft_id)
    with writing(draft.division.tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        turn = room.on_the_clock
        if turn is None or not room.is_expired(now):
            return False
        if not _try_program_pick(room, tournament, turn):
            skip_turn(room, tournament, turn)
        run_automatic_turns(room, tournament)
        return True


def _try_program_pick(room: Room, tournament: Tournament, turn: int) -> bool:
    """Try to autopick. Return False if picks are skipped instead, or if nothing is left for the team."""
    if room.draft.on_expiry == Draft.OnExpiry.SKIP and not room.may_keep:
        return False
    try:
        pick_by_program(room, tournament, turn)
    except Refused:
        return False
    return True
