"""Queue long card files for a worker, and store each file completely or not at all."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from core.job_queue import send_job
from drafts.models import Ballpark, CardUpload, PlayerCard
from drafts.queries.card_set_owners import OPERATOR, CardSetUser
from drafts.refusals import UploadRefusal
from drafts.services.card_sets import import_card_set
from seasons.workbooks import CellFault
from tournaments.long_work import OPEN_STATES, cancel_work, claim_work, hold_work, report

UPLOAD_TASK: Final = "drafts.read_card_upload"
MOST_FAULTS_SHOWN: Final = 300
_MAX_STORED_UPLOADS: Final = 10
_MAX_WAITING_UPLOADS: Final = 5


def queue_upload(
    *,
    name: str,
    system: str,
    replace: bool,
    file_name: str,
    content: bytes,
    rows: int,
    league: str = "",
    is_private: bool = False,
    user: CardSetUser = OPERATOR,
) -> CardUpload:
    """Store a file for a worker to load, and delete the oldest uploads.

    Raises:
        Refused: Too many files are already waiting.
    """
    with transaction.atomic():
        if CardUpload.objects.filter(state__in=OPEN_STATES).count() >= _MAX_WAITING_UPLOADS:
            raise Refused(UploadRefusal.QUEUE_IS_FULL, field="file", waiting=_MAX_WAITING_UPLOADS)
        upload = CardUpload.objects.create(
            name=name.strip(),
            system=system,
            league=league,
            replace=replace,
            is_private=is_private,
            uploaded_by=user.access_for(name),
            file_name=file_name[:200],
            content=content,
            rows_total=rows,
        )
        newest = list(CardUpload.objects.values_list("pk", flat=True)[:_MAX_STORED_UPLOADS])
        CardUpload.objects.exclude(pk__in=newest).exclude(state__in=OPEN_STATES).delete()
    return upload


def uploader_of(upload: CardUpload) -> CardSetUser:
    """Return the uploader of a file. Files without a recorded uploader belong to the operator."""
    return OPERATOR if upload.uploaded_by is None else CardSetUser.from_access_id(upload.uploaded_by)


def enqueue_upload(upload_id: int, *, is_silent: bool = False) -> bool:
    return send_job(UPLOAD_TASK, upload_id, is_silent=is_silent)


def claim_upload(upload_id: int, now: datetime) -> CardUpload | None:
    """Claim a waiting file or a file with a silent worker. Return None if a different worker has claimed it."""
    return CardUpload.objects.get(pk=upload_id) if claim_work(CardUpload, upload_id, now) else None


def store_upload(upload: CardUpload, *, cards: Sequence[PlayerCard], parks: Sequence[Ballpark], note: str) -> bool:
    """Store the card set and mark the upload as done in a single transaction.

    Returns:
        False if the upload was canceled or a different worker has claimed it.
    """
    with transaction.atomic():
        if not hold_work(upload):
            return False
        card_set = import_card_set(
            name=upload.name,
            system=upload.system,
            cards=cards,
            parks=parks,
            note=note,
            replace=upload.replace,
            league=upload.league,
            is_private=upload.is_private,
            user=uploader_of(upload),
        )
        return report(
            upload,
            state=CardUpload.State.DONE,
            card_set=card_set,
            content=None,
            finished_at=timezone.now(),
        )


def refuse_upload(upload: CardUpload, *, sentence: str, faults: Sequence[CellFault] = ()) -> None:
    """Mark the upload as failed with the reason and the first errors."""
    shown_faults = [asdict(fault) for fault in faults[:MOST_FAULTS_SHOWN]]
    report(
        upload,
        state=CardUpload.State.FAILED,
        fault=sentence[:500],
        faults=shown_faults,
        fault_count=len(faults),
        content=None,
        finished_at=timezone.now(),
    )


def cancel_upload(*, upload: CardUpload) -> None:
    """Cancel an upload. Its worker stops at the next row.

    Raises:
        Refused: The file is no longer loading.
    """
    if not cancel_work(upload):
        raise Refused(UploadRefusal.NOT_BEING_READ)
    CardUpload.objects.filter(pk=upload.pk).update(content=None)
