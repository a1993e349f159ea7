"""Background jobs, with their progress and their worker's claim.

The time of the last progress report identifies the worker's claim. A worker that takes over reports a new time. The
first worker detects this before it can write anything else.
"""

from datetime import datetime, timedelta
from typing import ClassVar, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


def silent_after() -> timedelta:
    """Return the time after which a silent worker is considered dead."""
    return timedelta(seconds=settings.PRINT_PACK_SILENT_SECONDS)


class LongWork(models.Model):
    """Base model for a background job.

    Attributes:
        resumes_alone: Whether a different worker automatically takes over from a silent worker.
    """

    resumes_alone: ClassVar[bool] = True

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the worker"
        RUNNING = "running", "Being made"
        DONE = "done", "Ready"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    fault = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    beat_at = models.DateTimeField(null=True, blank=True)  # time of the worker's last report
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    def is_silent(self, now: datetime) -> bool:
        """Return whether the job is open and its worker has been silent for too long."""
        return self.is_open and (self.beat_at or self.asked_at) < now - silent_after()


_Work = TypeVar("_Work", bound=LongWork)
OPEN_STATES = (LongWork.State.WAITING, LongWork.State.RUNNING)


def claim_work(kind: type[LongWork], number: int, now: datetime) -> bool:
    """Claim a waiting job, or a silent worker's job. Return False if it isn't available."""
    claimable = Q(state=LongWork.State.WAITING)
    if kind.resumes_alone:
        claimable |= Q(state=LongWork.State.RUNNING, beat_at__lt=now - silent_after())
    return bool(kind._base_manager.filter(claimable, pk=number).update(state=LongWork.State.RUNNING, beat_at=now))


def unfinished_work(kind: type[_Work]) -> models.QuerySet[_Work]:
    """Return the jobs that a worker starts automatically."""
    states = OPEN_STATES if kind.resumes_alone else (LongWork.State.WAITING,)
    return kind._base_manager.filter(state__in=states)


def release_work(work: LongWork) -> None:
    """Let any worker claim a silent worker's job."""
    silent = type(work)._base_manager.filter(pk=work.pk, state=LongWork.State.RUNNING, beat_at=work.beat_at)
    silent.update(state=LongWork.State.WAITING, beat_at=None)


def report(work: LongWork, **facts: object) -> bool:
    """Save progress if this worker still has the job. Return False if it doesn't."""
    now = timezone.now()
    claimed = type(work)._base_manager.filter(pk=work.pk, state=LongWork.State.RUNNING, beat_at=work.beat_at)
    if not claimed.update(beat_at=now, **facts):
        return False
    work.beat_at = now
    return True


def hold_work(work: LongWork) -> bool:
    """Lock the job until the transaction ends. Return False if this worker no longer has it."""
    claimed = type(work)._base_manager.select_for_update().filter(pk=work.pk, state=LongWork.State.RUNNING)
    return claimed.filter(beat_at=work.beat_at).exists()


def report_failure(work: LongWork, fault: str) -> None:
    """Save a failure, unless a different worker has taken over."""
    report(work, state=LongWork.State.FAILED, fault=fault[:500], finished_at=timezone.now())


def cancel_work(work: LongWork) -> bool:
    """Cancel the job. Its worker stops at its next report. Return False if the job isn't open."""
    still_open = type(work)._base_manager.filter(pk=work.pk, state__in=OPEN_STATES)
    return bool(still_open.update(state=LongWork.State.CANCELLED, finished_at=timezone.now()))
