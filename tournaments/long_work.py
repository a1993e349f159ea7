"""Work that a worker does while somebody waits: how far it has come, and whose it is.

A worker holds a piece of work as long as it is the one that reported last: the time of its last report is its claim.
Whoever takes the work over reports anew, and the first worker finds out before it can write anything more.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def silent_after() -> timedelta:
    """A worker that says nothing for so long is taken for dead."""
    return timedelta(seconds=settings.PRINT_PACK_SILENT_SECONDS)


class LongWork(models.Model):
    """A row for each piece of work."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the worker"
        RUNNING = "running", "Being made"
        DONE = "done", "Ready"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    fault = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    beat_at = models.DateTimeField(null=True, blank=True)  # when the worker last reported
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    def is_silent(self, now: datetime) -> bool:
        """Whether it is open and has heard nothing from a worker for too long."""
        return self.is_open and (self.beat_at or self.asked_at) < now - silent_after()


OPEN_STATES = (LongWork.State.WAITING, LongWork.State.RUNNING)


def put_into_queue(send: Callable[..., object], *, is_silent: bool = False) -> bool:
    """Send work to the worker. False where its queue does not answer; the next worker that starts looks.

    `send`: a task's apply_async, or send_task with its name, given the number of the work. What a silent worker had is
    looked for anew before long, so it need not wait in the queue for longer.
    """
    try:
        send(retry=False, expires=settings.PRINT_PACK_SILENT_SECONDS if is_silent else None)
    except (OperationalError, OSError):
        logger.exception("the worker's queue does not answer")
        return False
    return True


def claim_work(kind: type[LongWork], number: int, now: datetime) -> bool:
    """Take what waits, or what a silent worker has. False where another worker has it, or it is not open."""
    is_silent = Q(state=LongWork.State.RUNNING, beat_at__lt=now - silent_after())
    claimable = kind._base_manager.filter(Q(state=LongWork.State.WAITING) | is_silent, pk=number)
    return bool(claimable.update(state=LongWork.State.RUNNING, beat_at=now))


def report(work: LongWork, **facts: object) -> bool:
    """Write down how far it has come, if this worker was the last to report and the work was not cancelled."""
    now = timezone.now()
    claimed = type(work)._base_manager.filter(pk=work.pk, state=LongWork.State.RUNNING, beat_at=work.beat_at)
    if not claimed.update(beat_at=now, **facts):
        return False
    work.beat_at = now
    return True


def hold_work(work: LongWork) -> bool:
    """Within a transaction: nobody takes it over or cancels it until that ends. False where it is not ours any more."""
    claimed = type(work)._base_manager.select_for_update().filter(pk=work.pk, state=LongWork.State.RUNNING)
    return claimed.filter(beat_at=work.beat_at).exists()


def report_failure(work: LongWork, fault: str) -> None:
    """Tell whoever asked, unless another worker has the work by now."""
    report(work, state=LongWork.State.FAILED, fault=fault[:500], finished_at=timezone.now())


def cancel_work(work: LongWork) -> bool:
    """The worker stops at its next report. False where it is no longer open."""
    still_open = type(work)._base_manager.filter(pk=work.pk, state__in=OPEN_STATES)
    return bool(still_open.update(state=LongWork.State.CANCELLED, finished_at=timezone.now()))
