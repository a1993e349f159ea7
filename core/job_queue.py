"""Send jobs to the worker. Celery is imported with the first job, so that pages start without it."""

import logging
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from celery import Celery

logger = logging.getLogger(__name__)


def celery_app() -> "Celery":
    """Return the Celery application from the settings."""
    app: Celery = import_string(settings.CELERY_APP)
    return app


def send_job(task: str, *arguments: object, is_silent: bool = False, not_before: datetime | None = None) -> bool:
    """Send a job. Return False if the queue doesn't respond. A worker later finds the work without the message.

    Args:
        task: The name of a Celery task.
        is_silent: Whether a worker with this job stopped responding. Lost jobs are sent again soon, so the message
            can expire.
        not_before: The earliest start time.
    """
    from kombu.exceptions import OperationalError  # noqa: PLC0415 - loads Celery's messaging library

    expires = settings.PRINT_PACK_SILENT_SECONDS if is_silent else None
    try:
        celery_app().send_task(task, args=list(arguments), eta=not_before, expires=expires, retry=False)
    except (OperationalError, OSError):
        logger.exception("The queue isn't responding.")
        return False
    return True
