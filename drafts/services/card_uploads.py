"""Long files of cards: kept when they are sent, read by a worker, stored whole or not at all."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial
from typing import Final

from celery import current_app
from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from drafts.models import Ballpark, CardUpload, PlayerCard
from drafts.services.card_sets import import_card_set
from seasons.workbooks import CellFault
from tournaments.long_work import OPEN_STATES, cancel_work, claim_work, hold_work, put_into_queue, report

UPLOAD_TASK: Final = "drafts.read_card_upload"
MOST_FAULTS_SHOWN: Final = 300
_UPLOADS_KEPT: Final = 10
_MOST_WAITING: Final = 5


def queue_upload(
    *, name: str, system: str, replace: bool, file_name: str, content: bytes, rows: int, league: str = ""
) -> CardUpload:
    """Put a file on the worker's list. Refused where too many wait already."""
    with transaction.atomic():
        if CardUpload.objects.filter(state__in=OPEN_STATES).count() >= _MOST_WAITING:
            raise Refused(
                "Five long files are being read already; send this one when one of them is done.", field="file"
            )
        upload = CardUpload.objects.create(
            name=name.strip(),
            system=system,
            league=league,
            replace=replace,
            file_name=file_name[:200],
            content=content,
            rows_total=rows,
        )
        kept = CardUpload.objects.values_list("pk", flat=True)[:_UPLOADS_KEPT]
        CardUpload.objects.exclude(pk__in=list(kept)).exclude(state__in=OPEN_STATES).delete()
    return upload


def enqueue_upload(upload_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(current_app.send_task, UPLOAD_TASK, args=[upload_id]), is_silent=is_silent)


def claim_upload(upload_id: int, now: datetime) -> CardUpload | None:
    """Take a file that waits, or one whose worker has fallen silent. None where another worker has it."""
    return CardUpload.objects.get(pk=upload_id) if claim_work(CardUpload, upload_id, now) else None


def store_upload(upload: CardUpload, *, cards: Sequence[PlayerCard], parks: Sequence[Ballpark], note: str) -> bool:
    """The card set and the report that it is there, both or neither. False where it was cancelled or taken over."""
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
        )
        now = timezone.now()
        return report(upload, state=CardUpload.State.DONE, card_set=card_set, content=None, finished_at=now)


def refuse_upload(upload: CardUpload, *, sentence: str, faults: Sequence[CellFault] = ()) -> None:
    """Why nothing was stored: a sentence, and what is wrong in which cells."""
    shown = [asdict(fault) for fault in faults[:MOST_FAULTS_SHOWN]]
    report(
        upload,
        state=CardUpload.State.FAILED,
        fault=sentence[:500],
        faults=shown,
        fault_count=len(faults),
        content=None,
        finished_at=timezone.now(),
    )


def cancel_upload(*, upload: CardUpload) -> None:
    """The worker stops at its next row. Refused where the file is no longer being read."""
    if not cancel_work(upload):
        raise Refused("This file is no longer being read.")
    CardUpload.objects.filter(pk=upload.pk).update(content=None)
