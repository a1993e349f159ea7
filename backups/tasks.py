"""Make the backups that are due, and import tournament files."""

import logging
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone

from backups.archives import BackupError
from backups.backup import backup_due, make_backup
from backups.services.imports import ImportStopped, claim_import, fail_import, run_import
from core.periodic import repeat_in_thread
from tournaments.long_work import put_into_queue

logger = logging.getLogger(__name__)
_CHECK_SECONDS = 300.0


def queue_import(arriving_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(import_tournament_file.apply_async, (arriving_id,)), is_silent=is_silent)


@shared_task(name="weekend.open_arriving_file")  # type: ignore[untyped-decorator]
def import_tournament_file(arriving_id: int) -> None:
    """Import a tournament file, unless another worker has it."""
    arriving = claim_import(arriving_id, timezone.now())
    if arriving is None:
        return
    try:
        run_import(arriving)
    except ImportStopped:
        logger.info("arriving file %s: cancelled, or another worker has it", arriving_id)
    except BackupError as refused:
        fail_import(arriving, str(refused))
    except Exception as fault:
        # show the failure, or the page would wait forever
        logger.exception("arriving file %s failed", arriving_id)
        fail_import(arriving, f"{type(fault).__name__}: {fault}")


@shared_task(name="weekend.keep_copies")  # type: ignore[untyped-decorator]
def make_due_backup() -> None:
    """Make the backup that is due, if any."""
    kind = backup_due(timezone.now())
    if kind is None:
        return
    try:
        make_backup(kind)
    except BackupError as fault:
        logger.warning("no %s copy: %s", kind, fault)


def _queue_backup() -> None:
    make_due_backup.apply_async(retry=False, expires=_CHECK_SECONDS)


@worker_ready.connect  # type: ignore[untyped-decorator]
def schedule_backups(**kwargs: Any) -> None:
    """Let every worker check regularly. The first one makes the backup."""
    if settings.BACKUPS:
        repeat_in_thread(
            "copies", _CHECK_SECONDS, lambda: make_due_backup.apply_async(retry=False, expires=_CHECK_SECONDS)
        )
