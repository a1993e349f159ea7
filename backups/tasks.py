"""Make the backups that are due, and import tournament files."""

import logging
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone

from backups.archives import NotKept
from backups.backup import due, make_copy
from backups.services.imports import OpeningStopped, claim_arriving, open_arriving, refuse_arriving
from core.periodic import repeat_in_thread
from tournaments.long_work import put_into_queue

logger = logging.getLogger(__name__)
_LOOK_SECONDS = 300.0


def send_arriving(arriving_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(open_arriving_file.apply_async, (arriving_id,)), is_silent=is_silent)


@shared_task(name="weekend.open_arriving_file")  # type: ignore[untyped-decorator]
def open_arriving_file(arriving_id: int) -> None:
    """One tournament's file, if nobody else has it."""
    arriving = claim_arriving(arriving_id, timezone.now())
    if arriving is None:
        return
    try:
        open_arriving(arriving)
    except OpeningStopped:
        logger.info("arriving file %s: cancelled, or another worker has it", arriving_id)
    except NotKept as refused:
        refuse_arriving(arriving, str(refused))
    except Exception as fault:
        # the organiser must be told; a file that says nothing would wait for ever
        logger.exception("arriving file %s failed", arriving_id)
        refuse_arriving(arriving, f"{type(fault).__name__}: {fault}")


@shared_task(name="weekend.keep_copies")  # type: ignore[untyped-decorator]
def keep_copies() -> None:
    """The copy that the clock asks for, if any."""
    kind = due(timezone.now())
    if kind is None:
        return
    try:
        make_copy(kind)
    except NotKept as fault:
        logger.warning("no %s copy: %s", kind, fault)


@worker_ready.connect  # type: ignore[untyped-decorator]
def look_at_the_clock(**kwargs: Any) -> None:
    """Every worker asks now and then; whichever comes first makes the copy."""
    if settings.BACKUPS:
        repeat_in_thread("copies", _LOOK_SECONDS, lambda: keep_copies.apply_async(retry=False, expires=_LOOK_SECONDS))
