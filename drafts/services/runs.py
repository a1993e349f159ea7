"""What the program drafts beyond a round is a run: a row that a worker takes up, so that no request waits for it."""

from functools import partial
from typing import Final

from celery import current_app
from django.db import transaction

from drafts.models import Draft, ProgramRun
from tournaments.action_log.writing import PROGRAM, Actor
from tournaments.long_work import put_into_queue

FINISH_TASK: Final = "drafts.finish_draft"


def replace_run(draft: Draft, actor: Actor, *, own_teams_only: bool = False) -> ProgramRun:
    """In place of what the last one has left."""
    ProgramRun.objects.filter(draft=draft).delete()
    return ProgramRun.objects.create(
        draft=draft, asked_by=actor.name[:120], access_id=actor.access_id, own_teams_only=own_teams_only
    )


def enqueue_run(run_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(current_app.send_task, FINISH_TASK, args=[run_id]), is_silent=is_silent)


def queue_automatic_turns(draft: Draft) -> None:
    """The turns that its teams without a manager still have in a row, once this transaction stands."""
    run = replace_run(draft, PROGRAM, own_teams_only=True)
    transaction.on_commit(lambda: enqueue_run(run.pk))
