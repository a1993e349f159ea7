"""The program drafts in the background, made by a worker round by round: every turn that is left, because the director
asked for it, or those of the teams without a manager, until somebody's turn comes.

Each round and the worker's claim to it are one transaction, so whoever takes the work up after a worker that died goes
on where the last whole round ended, and two can never make the same turn.
"""

from datetime import datetime

from django.utils import timezone

from core.errors import Refused
from drafts.models import Draft, ProgramRun
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.services.clock import pause_draft
from drafts.services.program import make_automatic_turns, make_round, require_running
from drafts.services.runs import replace_run
from drafts.services.turns import log_subject
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action, writing
from tournaments.long_work import cancel_work, claim_work, hold_work, report
from tournaments.models import Tournament


def ask_program_to_finish(*, draft_id: int, actor: Actor) -> ProgramRun:
    """Put the turns that are left on the worker's list; a run that is under way is given instead. Raises Refused."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        require_running(room)
        if room.run is not None and not room.run.own_teams_only:
            return room.run
        run = replace_run(room.draft, actor)
        left = room.total - room.made
        sentence = f"The program is to make the {left} picks that are left"
        _record(tournament, actor, Verb.ASK_PROGRAM_TO_FINISH, room.draft, sentence)
        return run


def stop_program(*, draft_id: int, actor: Actor) -> None:
    """The program stops after the round it is making. Refused where it is not finishing the draft.

    Where it drafts for its own teams the draft is paused, or it would go on with the next act of anybody.
    """
    with writing(draft_tournament_id(draft_id)) as tournament:
        run = load_room(draft_with_division(pk=draft_id)).run
        for_own_teams = run is not None and run.own_teams_only
        if not for_own_teams:
            if run is None or not cancel_work(run):
                raise Refused("The program is not finishing this draft.")
            _record(tournament, actor, Verb.STOP_PROGRAM, run.draft, "The program no longer finishes the draft")
    if for_own_teams:
        pause_draft(draft_id=draft_id, actor=actor, reason="The program is stopped")


def claim_run(run_id: int, now: datetime) -> ProgramRun | None:
    """Take a run that waits, or that of a silent worker. None where another worker has it."""
    return ProgramRun.objects.get(pk=run_id) if claim_work(ProgramRun, run_id, now) else None


def execute_run(run: ProgramRun) -> None:
    """Round by round, until every turn is made, or somebody stops or pauses it, or the program can take nobody."""
    try:
        while _make_next_round(run):
            pass
    except Refused as refused:
        fail_run(run, str(refused))


def _make_next_round(run: ProgramRun) -> bool:
    """One round in one transaction. False where none is left, or the run is no longer this worker's."""
    with writing(draft_tournament_id(run.draft_id)) as tournament:
        if not hold_work(run):
            return False
        room = load_room(draft_with_division(pk=run.draft_id))
        if run.own_teams_only:
            is_left = make_automatic_turns(room, tournament)
        else:
            is_left = _made_any_turns(room, tournament, run)
        if is_left:
            return report(run)
        report(run, state=ProgramRun.State.DONE, finished_at=timezone.now())
        return False


def _made_any_turns(room: Room, tournament: Tournament, run: ProgramRun) -> bool:
    """A round, whoever's turns they are; True where turns are left after it."""
    if room.draft.state != Draft.State.FINISHED:
        require_running(room)
        make_round(room, tournament, Actor(run.asked_by, run.access_id))
    return room.draft.state != Draft.State.FINISHED


def fail_run(run: ProgramRun, fault: str) -> None:
    """Say why it ended, on every open page, unless it was stopped or another worker has it by now."""
    with writing(draft_tournament_id(run.draft_id)) as tournament:
        if report(run, state=ProgramRun.State.FAILED, fault=fault[:500], finished_at=timezone.now()):
            _record(tournament, PROGRAM, Verb.STOP_PROGRAM, run.draft, f"The program stopped: {fault}")


def _record(tournament: Tournament, actor: Actor, verb: Verb, draft: Draft, sentence: str) -> None:
    """A line of the log by which every board hears of the run as it is now."""
    public = public_update(load_room(draft_with_division(pk=draft.pk)))
    record_action(
        tournament=tournament, actor=actor, verb=verb, subject=log_subject(draft), sentence=sentence, public=public
    )
