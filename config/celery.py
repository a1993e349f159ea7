"""Celery application for long-running jobs such as imports and print packs."""

import os
import warnings
from pathlib import Path
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import worker_init

from config.crash_reports import start_crash_reports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A container or a small server may run the worker as root. Tasks are JSON, so no message can contain code.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)

app = Celery("pennant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def report_crashes(**_: Any) -> None:
    start_crash_reports()


@worker_init.connect  # type: ignore[untyped-decorator]
def release_tasks_of_killed_workers(**_: Any) -> None:
    """Requeue tasks that a killed worker had claimed in a laptop's queue directory."""
    folder = app.conf.broker_transport_options.get("folder")
    if folder:
        from config.folder_broker import release_claims  # noqa: PLC0415 - a host with Redis never loads it

        release_claims(Path(folder))
