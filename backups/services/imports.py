"""Import tournament files in a worker, completely or not at all."""

import tempfile
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from backups.models import ArrivingFile
from backups.refusals import ImportRefusal
from backups.transfer import ImportStep, import_tournament
from core.errors import Refused
from core.job_queue import send_job
from core.lock_timeouts import wait_at_most_a_second
from tournaments.action_log.writing import Actor
from tournaments.long_work import OPEN_STATES, cancel_work, claim_work, release_work, report
from tournaments.models import Tournament

IMPORT_TASK: Final = "weekend.open_arriving_file"
_FILES_STORED: Final = 10
_MAX_WAITING: Final = 3


class ImportStopped(Exception):
    """The import was canceled, or another worker has claimed it."""


def request_import(*, mark: UUID, title: str, content: bytes, actor: Actor) -> ArrivingFile:
    """Queue a file for the worker. Raise Refused if it was queued before, or if too many files are waiting."""
    with transaction.atomic():
        if ArrivingFile.objects.filter(mark=mark).exists():
            raise Refused(ImportRefusal.ALREADY_IN_PROGRESS)
        if ArrivingFile.objects.filter(state__in=OPEN_STATES).count() >= _MAX_WAITING:
            raise Refused(ImportRefusal.TOO_MANY, most=_MAX_WAITING)
        facts = {"actor": actor.name[:120], "access_id": actor.access_id}
        arriving = ArrivingFile.objects.create(mark=mark, title=title[:200], content=content, **facts)
        stored = ArrivingFile.objects.values_list("pk", flat=True)[:_FILES_STORED]
        ArrivingFile.objects.exclude(pk__in=list(stored)).exclude(state__in=OPEN_STATES).delete()
    return arriving


def enqueue_import(arriving_id: int, *, is_silent: bool = False) -> bool:
    return send_job(IMPORT_TASK, arriving_id, is_silent=is_silent)


def claim_import(number: int, now: datetime) -> ArrivingFile | None:
    """Claim a waiting file. Return None if it was canceled or another worker has it."""
    if not claim_work(ArrivingFile, number, now):
        return None
    arriving = ArrivingFile.objects.get(pk=number)
    if is_canceled(arriving):
        finish_cancel(arriving)
        return None
    return arriving


def run_import(arriving: ArrivingFile) -> None:
    """Import a tournament and report it in one transaction. Raise BackupError or ImportStopped if it fails."""

    def on_progress(step: ImportStep, tournament: Tournament | None) -> None:
        done = {"state": ArrivingFile.State.DONE, "content": None, "finished_at": timezone.now()}
        facts = {**done, "address": tournament.get_absolute_url()} if tournament else {}
        if is_canceled(arriving) or not report(arriving, steps_done=step, **facts):
            raise ImportStopped

    with tempfile.TemporaryDirectory(prefix="pennant-arriving-") as folder:
        path = Path(folder) / "tournament.pennant"
        path.write_bytes(bytes(arriving.content or b""))
        import_tournament(path, Actor(arriving.actor, arriving.access_id), on_progress)


def fail_import(arriving: ArrivingFile, sentence: str) -> None:
    """Record why the file wasn't imported."""
    facts = {"state": ArrivingFile.State.FAILED, "content": None, "finished_at": timezone.now()}
    report(arriving, fault=sentence[:500], **facts)


def resume_import(*, arriving: ArrivingFile, now: datetime) -> None:
    """Let any worker import a file whose worker is silent. Raise Refused if the worker isn't silent."""
    if not arriving.is_silent(now):
        raise Refused(ImportRefusal.NOT_WAITING)
    release_work(arriving)


def cancel_import(*, arriving: ArrivingFile) -> None:
    """Stop the worker before its next step. Raise Refused if the file is no longer being imported.

    It only creates a marker file in the data folder, so it works even while the database is locked.
    """
    if not arriving.is_open or is_canceled(arriving):
        raise Refused(ImportRefusal.NOT_IN_PROGRESS)
    mark = cancel_mark(arriving)
    mark.parent.mkdir(exist_ok=True)
    mark.touch(mode=0o600)
    canceled = True
    with wait_at_most_a_second():
        canceled = finish_cancel(arriving)
    if not canceled:
        raise Refused(ImportRefusal.NOT_IN_PROGRESS)


def is_canceled(arriving: ArrivingFile) -> bool:
    """Return whether someone canceled the import, even if the row doesn't show it yet."""
    return arriving.state == ArrivingFile.State.CANCELLED or cancel_mark(arriving).exists()


def with_cancellation(arriving: ArrivingFile) -> ArrivingFile:
    """Return an import as canceled if someone canceled it. Its row may be updated later."""
    if arriving.is_open and is_canceled(arriving):
        arriving.state = ArrivingFile.State.CANCELLED
    return arriving


def finish_cancel(arriving: ArrivingFile) -> bool:
    """Record a cancellation in the row, and remove its marker file.

    Return False if the import was already finished.
    """
    canceled = cancel_work(arriving)
    ArrivingFile.objects.filter(pk=arriving.pk).update(content=None)
    cancel_mark(arriving).unlink(missing_ok=True)
    return canceled


def cancel_mark(arriving: ArrivingFile) -> Path:
    return Path(settings.DATA_DIR) / "arrivals" / f"{arriving.mark}.canceled"
