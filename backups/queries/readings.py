"""Monitoring metrics for backups, disk, worker, queue and deliveries."""

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

from backups.queries.backup_state import backup_state, newest_backup_at
from backups.queries.checkup import waiting_jobs
from backups.worker_pulse import seconds_since_pulse
from core.metrics import MetricSample
from tournaments.models import Delivery, MailFollower, NoticeChannel


def database_readings() -> Iterator[MetricSample]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        answers = True
    except DatabaseError:
        answers = False
    yield MetricSample("pennant_database_up", "Whether the database is responding", answers)


def disk_readings() -> Iterator[MetricSample]:
    free = shutil.disk_usage(settings.DATA_DIR).free
    yield MetricSample("pennant_disk_free_bytes", "Free space for the data folder", free)


def backup_readings() -> Iterator[MetricSample]:
    now = timezone.now()
    state = backup_state(now)
    yield MetricSample("pennant_backups_good", "Whether backups are in order", state.tone == "good")
    yield MetricSample("pennant_unsaved_actions", "Actions not backed up yet", state.unsaved)
    newest = newest_backup_at()
    if newest is not None:
        yield MetricSample("pennant_backup_age_seconds", "Age of the newest backup", (now - newest).total_seconds())


def worker_readings() -> Iterator[MetricSample]:
    silent = seconds_since_pulse()
    if silent is not None:
        yield MetricSample("pennant_worker_silent_seconds", "Time since a worker was last active", silent)


def queue_readings() -> Iterator[MetricSample]:
    yield MetricSample("pennant_queue_jobs", "Jobs waiting for a worker", waiting_jobs())
    if not settings.REDIS_URL:
        yield MetricSample(
            "pennant_queue_age_seconds", "How long the oldest job has been waiting", _oldest_job_seconds()
        )


def _oldest_job_seconds() -> float:
    """Return how long the oldest job has waited. A Redis broker doesn't provide this."""
    folder = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["folder"])
    sent = [file.name[:20] for file in folder.glob("*.msg")]
    return max(0.0, timezone.now().timestamp() - int(min(sent)) / 1e9) if sent else 0.0


def delivery_readings() -> Iterator[MetricSample]:
    now = timezone.now()
    for channel in (NoticeChannel.MAIL, NoticeChannel.PUSH, NoticeChannel.CHAT, NoticeChannel.WEBHOOK):
        labels = {"kind": channel.value}
        due: list[datetime] = []
        failing = 0
        for rows in _outboxes(channel):
            failing += rows.exclude(tries=0).count()
            due += rows.filter(due_at__lte=now).values_list("due_at", flat=True)
        yield MetricSample("pennant_deliveries_due", "Messages waiting to be sent", len(due), labels)
        yield MetricSample("pennant_deliveries_failing", "Messages that failed last time", failing, labels)
        waiting = (now - min(due)).total_seconds() if due else 0.0
        yield MetricSample(
            "pennant_delivery_age_seconds", "How long the oldest message has been waiting", waiting, labels
        )


def _outboxes(channel: NoticeChannel) -> "list[QuerySet[Any]]":
    """Return the rows to send on this channel. For mail, they also include draft picks."""
    rows: list[QuerySet[Any]] = [Delivery.objects.filter(channel=channel)]
    return [*rows, MailFollower.objects.all()] if channel == NoticeChannel.MAIL else rows


READERS = (
    database_readings,
    disk_readings,
    backup_readings,
    worker_readings,
    queue_readings,
    delivery_readings,
)
