"""Autopick in the background: make all remaining picks, or the picks of teams without a manager.

A worker picks round by round. Each round and the worker's claim share a transaction. If the worker dies, a new worker
resumes after the last complete round, and no pick is made twice.
"""

from datetime import datetime

from django.utils import timezone

from core.errors import Refused
from core.lock_timeouts import yield_write_lock
from drafts.models import Draft, ProgramRun
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import ProgramRefusal
from drafts.services.clock import pause_draft
from drafts.services.program import make_automatic_turns, make_round, require_running
from drafts.services.runs import replace_run
from drafts.services.turns import log_subject
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action, writing
from tournaments.long_work import cancel_work, claim_work, hold_work, report
from tournaments.models import Tournament


def ask_program_to_finish(*, draft_id: int, actor: Actor) -> ProgramRun:
    """Create a run for all remaining picks, or return the run in progress."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        require_running(room)
        if room.run is not None and not room.run.own_teams_only:
            return room.run
        run = replace_run(room.draft, actor)
        sentence = f"Autopick makes the remaining {room.total - room.made} picks"
        _record(tournament, actor, Verb.ASK_PROGRAM_TO_FINISH, room.draft, sentence)
        return run


def stop_program(*, draft_id: int, actor: Actor) -> None:
    """Stop autopick after its current round. Pause the draft if the run is for teams without a manager.

    Without the pause, the next action in the draft would restart the run.
    """
    with writing(draft_tournament_id(draft_id)) as tournament:
        run = load_room(draft_with_division(pk=draft_id)).run
        is_for_own_teams = run is not None and run.own_teams_only
        if not is_for_own_teams:
            if run is None or not cancel_work(run):
                raise Refused(ProgramRefusal.NOT_FINISHING)
            _record(tournament, actor, Verb.STOP_PROGRAM, run.draft, "Autopick stopped finishing the draft")
    if is_for_own_teams:
        pause_draft(draft_id=draft_id, actor=actor, reason="Autopick stopped")


def claim_run(run_id: int, now: datetime) -> ProgramRun | None:
    """Claim a waiting run or a run with a silent worker. Return None if a different worker has claimed it."""
    return ProgramRun.objects.get(pk=run_id) if claim_work(ProgramRun, run_id, now) else None


def execute_run(run: ProgramRun) -> None:
    """Make rounds until all picks are made, the run is stopped or paused, or no players are left."""
    try:
        while _make_next_round(run):
            yield_write_lock()
    except Refused as refused:
        fail_run(run, str(refused))


def _make_next_round(run: ProgramRun) -> bool:
    """Make a round in a single transaction. Return False if no picks are left or this worker has lost the run."""
    with writing(draft_tournament_id(run.draft_id)) as tournament:
        if not hold_work(run):
            return False
        room = load_room(draft_with_division(pk=run.draft_id))
        if run.own_teams_only:
            has_more_turns = make_automatic_turns(room, tournament)
        else:
            has_more_turns = _make_any_turns(room, tournament, run)
        if has_more_turns:
            return report(run)
        report(run, state=ProgramRun.State.DONE, finished_at=timezone.now())
        return False


def _make_any_turns(room: Room, tournament: Tournament, run: ProgramRun) -> bool:
    """Make a round for all teams. Return whether picks are left."""
    if room.draft.state != Draft.State.FINISHED:
        require_running(room)
        make_round(room, tournament, Actor(run.asked_by, run.access_id))
    return room.draft.state != Draft.State.FINISHED


def fail_run(run: ProgramRun, fault: str) -> None:
    """Show the failure on every open page, unless the run was stopped or a different worker has claimed it."""
    with writing(draft_tournament_id(run.draft_id)) as tournament:
        if report(run, state=ProgramRun.State.FAILED, fault=fault[:500], finished_at=timezone.now()):
            _record(tournament, PROGRAM, Verb.STOP_PROGRAM, run.draft, f"Autopick stopped: {fault}")


def _record(tournament: Tournament, actor: Actor, verb: Verb, draft: Draft, sentence: str) -> None:
    """Log an action that updates the run's state on every open board."""
    room = load_room(draft_with_division(pk=draft.pk))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=log_subject(draft),
        sentence=sentence,
        public=public_update(room),
    )
