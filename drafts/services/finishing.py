"""The program finishes a draft in the background: asked for by the director, made by a worker round by round.

Each round and the worker's claim to it are one transaction, so whoever takes the work up after a worker that died goes
on where the last whole round ended, and two can never make the same turn.
"""

from datetime import datetime
from typing import Final

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.errors import Refused
from drafts.models import Draft, ProgramRun
from drafts.queries.published import public_of
from drafts.queries.room import draft_with_division, room_of, tournament_of
from drafts.services.program import check_running, make_round
from drafts.services.turns import subject_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action, writing
from tournaments.long_work import cancel_work, claim_work, hold_work, report
from tournaments.models import Tournament

FINISH_TASK: Final = "drafts.finish_draft"


def ask_program_to_finish(*, draft_id: int, actor: Actor) -> ProgramRun:
    """Put the turns that are left on the worker's list; a run that is under way is given instead. Raises Refused."""
    with writing(tournament_of(draft_id)) as tournament:
        room = room_of(draft_with_division(pk=draft_id))
        check_running(room)
        if room.run is not None:
            return room.run
        ProgramRun.objects.filter(draft=room.draft).delete()
        run = ProgramRun.objects.create(draft=room.draft, asked_by=actor.name[:120], access_id=actor.access_id)
        left = room.total - room.made
        sentence = f"The program is to make the {left} picks that are left"
        _record(tournament, actor, Verb.ASK_PROGRAM_TO_FINISH, room.draft, sentence)
        return run


def send_run(run_id: int, *, is_silent: bool = False) -> bool:
    """Put it into the worker's queue. False where that does not answer; the next worker that starts looks."""
    expires = settings.PRINT_PACK_SILENT_SECONDS if is_silent else None
    try:
        current_app.send_task(FINISH_TASK, args=[run_id], retry=False, expires=expires)
    except (OperationalError, OSError):
        return False
    return True


def stop_program(*, draft_id: int, actor: Actor) -> None:
    """The program stops after the round it is making. Refused where it is not finishing the draft."""
    with writing(tournament_of(draft_id)) as tournament:
        run = room_of(draft_with_division(pk=draft_id)).run
        if run is None or not cancel_work(run):
            raise Refused("The program is not finishing this draft.")
        _record(tournament, actor, Verb.STOP_PROGRAM, run.draft, "The program no longer finishes the draft")


def claim_run(run_id: int, now: datetime) -> ProgramRun | None:
    """Take a run that waits, or that of a silent worker. None where another worker has it."""
    return ProgramRun.objects.get(pk=run_id) if claim_work(ProgramRun, run_id, now) else None


def make_run(run: ProgramRun) -> None:
    """Round by round, until every turn is made, or somebody stops or pauses it, or the program can take nobody."""
    try:
        while _make_next_round(run):
            pass
    except Refused as refused:
        fail_run(run, str(refused))


def _make_next_round(run: ProgramRun) -> bool:
    """One round in one transaction. False where none is left, or the run is no longer this worker's."""
    with writing(tournament_of(run.draft_id)) as tournament:
        if not hold_work(run):
            return False
        room = room_of(draft_with_division(pk=run.draft_id))
        if room.draft.state != Draft.State.FINISHED:
            check_running(room)
            make_round(room, tournament, Actor(run.asked_by, run.access_id))
        if room.draft.state != Draft.State.FINISHED:
            return report(run)
        report(run, state=ProgramRun.State.DONE, finished_at=timezone.now())
        return False


def fail_run(run: ProgramRun, fault: str) -> None:
    """Say why it ended, on every open page, unless it was stopped or another worker has it by now."""
    with writing(tournament_of(run.draft_id)) as tournament:
        if report(run, state=ProgramRun.State.FAILED, fault=fault[:500], finished_at=timezone.now()):
            _record(tournament, PROGRAM, Verb.STOP_PROGRAM, run.draft, f"The program stopped: {fault}")


def _record(tournament: Tournament, actor: Actor, verb: Verb, draft: Draft, sentence: str) -> None:
    """A line of the log by which every board hears of the run as it is now."""
    public = public_of(room_of(draft_with_division(pk=draft.pk)))
    record_action(
        tournament=tournament, actor=actor, verb=verb, subject=subject_of(draft), sentence=sentence, public=public
    )
