"""Autopick runs: rows that hand the remaining rounds to a worker, so no request makes more than one round."""

from typing import Final

from django.db import transaction

from core.job_queue import send_job
from drafts.models import Draft, ProgramRun
from tournaments.action_log.writing import PROGRAM, Actor

FINISH_TASK: Final = "drafts.finish_draft"


def replace_run(draft: Draft, actor: Actor, *, own_teams_only: bool = False) -> ProgramRun:
    """Create a run that replaces the draft's previous run."""
    ProgramRun.objects.filter(draft=draft).delete()
    return ProgramRun.objects.create(
        draft=draft,
        asked_by=actor.name[:120],
        access_id=actor.access_id,
        own_teams_only=own_teams_only,
    )


def enqueue_run(run_id: int, *, is_silent: bool = False) -> bool:
    return send_job(FINISH_TASK, run_id, is_silent=is_silent)


def queue_automatic_turns(draft: Draft) -> None:
    """After the commit, have a worker make the next picks of teams without a manager."""
    run = replace_run(draft, PROGRAM, own_teams_only=True)
    transaction.on_commit(lambda: enqueue_run(run.pk))
