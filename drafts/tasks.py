"""The worker's alarm for draft clocks. The deadline is in the table; a lost or early alarm changes nothing."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from drafts.models import Draft
from drafts.services.expiry import enforce_expiry
from drafts.services.turns import EXPIRY_TASK, call_worker


@shared_task(name=EXPIRY_TASK)  # type: ignore[untyped-decorator]
def enforce_draft_clock(draft_id: int) -> None:
    """Called at a deadline: picks or skips if that turn is still on the clock and its time is over."""
    draft = Draft.objects.filter(pk=draft_id, state=Draft.State.RUNNING).first()
    if draft is None or draft.deadline is None or draft.on_expiry == Draft.OnExpiry.NOTHING:
        return
    # an alarm for a deadline that was moved finds the new one, which has its own
    if draft.deadline <= timezone.now():
        enforce_expiry(draft_id=draft_id)


@worker_ready.connect  # type: ignore[untyped-decorator]
def set_alarms_of_running_clocks(**_: Any) -> None:
    """A worker that starts takes up every running clock, so alarms that died with another worker are not missed."""
    running = Draft.objects.filter(state=Draft.State.RUNNING, deadline__isnull=False)
    for draft in running.exclude(on_expiry=Draft.OnExpiry.NOTHING):
        if draft.deadline is not None:
            call_worker(draft.pk, draft.deadline)
