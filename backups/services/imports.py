"""Tournaments that come as a file: opened by a worker, whole or not at all."""

import tempfile
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backups.models import ArrivingFile
from backups.refusals import ImportRefusal
from backups.transfer import ImportStep, import_tournament
from core.errors import Refused
from tournaments.action_log.writing import Actor
from tournaments.long_work import OPEN_STATES, cancel_work, claim_work, report
from tournaments.models import Tournament

_FILES_STORED: Final = 10
_MAX_WAITING: Final = 3


class ImportStopped(Exception):
    """It was cancelled, or another worker has it."""


def request_import(*, mark: UUID, title: str, content: bytes, actor: Actor) -> ArrivingFile:
    """Put a file on the worker's list. Refused where it was put there before, or too many wait already."""
    with transaction.atomic():
        if ArrivingFile.objects.filter(mark=mark).exists():
            raise Refused(ImportRefusal.ALREADY_IN_PROGRESS)
        if ArrivingFile.objects.filter(state__in=OPEN_STATES).count() >= _MAX_WAITING:
            raise Refused(ImportRefusal.TOO_MANY, most=_MAX_WAITING)
        facts = {"actor": actor.name[:120], "access_id": actor.access_id}
        arriving = ArrivingFile.objects.create(mark=mark, title=title[:200], content=content, **facts)
        kept = ArrivingFile.objects.values_list("pk", flat=True)[:_FILES_STORED]
        ArrivingFile.objects.exclude(pk__in=list(kept)).exclude(state__in=OPEN_STATES).delete()
    return arriving


def claim_import(number: int, now: datetime) -> ArrivingFile | None:
    """Take a file that waits, or one whose worker has fallen silent. None where another worker has it."""
    return ArrivingFile.objects.get(pk=number) if claim_work(ArrivingFile, number, now) else None


def run_import(arriving: ArrivingFile) -> None:
    """Import a tournament and report it, both or neither. Raises BackupError or ImportStopped."""

    def on_progress(step: ImportStep, tournament: Tournament | None) -> None:
        done = {"state": ArrivingFile.State.DONE, "content": None, "finished_at": timezone.now()}
        facts = {**done, "address": tournament.get_absolute_url()} if tournament else {}
        if not report(arriving, steps_done=step, **facts):
            raise ImportStopped

    with tempfile.TemporaryDirectory(prefix="pennant-arriving-") as folder:
        path = Path(folder) / "tournament.pennant"
        path.write_bytes(bytes(arriving.content or b""))
        import_tournament(path, Actor(arriving.actor, arriving.access_id), on_progress)


def fail_import(arriving: ArrivingFile, sentence: str) -> None:
    """Why nothing was opened."""
    facts = {"state": ArrivingFile.State.FAILED, "content": None, "finished_at": timezone.now()}
    report(arriving, fault=sentence[:500], **facts)


def cancel_import(*, arriving: ArrivingFile) -> None:
    """The worker stops before its next step. Refused where the file is no longer being opened."""
    if not cancel_work(arriving):
        raise Refused(ImportRefusal.NOT_IN_PROGRESS)
    ArrivingFile.objects.filter(pk=arriving.pk).update(content=None)
