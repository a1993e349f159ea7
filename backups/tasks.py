"""Back up after every action, and import tournament files."""

import logging
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from backups.archives import BackupError
from backups.schedule import CHECK_SECONDS, BackupSchedule
from backups.services.imports import (
    IMPORT_TASK,
    ImportStopped,
    claim_import,
    fail_import,
    finish_cancel,
    is_canceled,
    run_import,
)
from backups.standby.leadership import stop_if_replaced
from backups.standby.network_name import NetworkName
from backups.worker_pulse import PULSE_SECONDS, touch_pulse_if_reached
from core.periodic import repeat_in_thread
from tournaments.services.visibility import remove_expired_tournaments

logger = logging.getLogger(__name__)
_WATCH_SECONDS = 3.0
_REMOVAL_SECONDS = 3600.0
network_name = NetworkName()


@shared_task(name=IMPORT_TASK)  # type: ignore[untyped-decorator]
def import_tournament_file(arriving_id: int) -> None:
    """Import a tournament file, unless another worker has it."""
    arriving = claim_import(arriving_id, timezone.now())
    if arriving is None:
        return
    try:
        run_import(arriving)
    except ImportStopped:
        logger.info("import %s was canceled, or another worker is running it", arriving_id)
        if is_canceled(arriving):
            finish_cancel(arriving)
    except BackupError as refused:
        fail_import(arriving, str(refused))
    except Exception as fault:
        # show the failure, because the page would otherwise wait forever
        logger.exception("importing file %s failed", arriving_id)
        fail_import(arriving, f"{type(fault).__name__}: {fault}")


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_backups(**kwargs: Any) -> None:
    """Back up in a separate thread, so that no other work has to wait."""
    if settings.BACKUPS:
        repeat_in_thread("backups", CHECK_SECONDS, BackupSchedule().run)


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_removal(**kwargs: Any) -> None:
    """Remove tournaments that were deleted 30 days ago."""
    repeat_in_thread("deleted tournaments", _REMOVAL_SECONDS, _remove_expired_tournaments)


def _remove_expired_tournaments() -> None:
    try:
        remove_expired_tournaments(timezone.now())
    finally:
        close_old_connections()


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_standby_watch(**kwargs: Any) -> None:
    """Detect a standby that took over during a network outage, and announce this computer's name."""
    repeat_in_thread("standby", _WATCH_SECONDS, stop_if_replaced)
    repeat_in_thread("network name", _WATCH_SECONDS, network_name.announce)


@worker_shutdown.connect  # type: ignore[untyped-decorator]
def withdraw_network_name(**kwargs: Any) -> None:
    network_name.withdraw()


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_pulse(sender: Any, **kwargs: Any) -> None:
    """Show that this worker is running. Celery passes its consumer, which knows the worker's name."""
    repeat_in_thread("pulse", PULSE_SECONDS, partial(touch_pulse_if_reached, sender.hostname))
