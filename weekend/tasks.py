"""Create print packs, deliver messages, and resume jobs that a dead worker left unfinished."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection
from django.utils import timezone

from backups.models import ArrivingFile
from backups.services.imports import enqueue_import
from core.periodic import repeat_in_thread
from drafts.models import CardUpload, ProgramRun
from drafts.services.card_uploads import enqueue_upload
from drafts.services.runs import enqueue_run
from tabletop.services.odds import enqueue_odds
from tournaments.long_work import OPEN_STATES, LongWork, report_failure, unfinished_work
from tournaments.models import NoticeChannel, Odds
from weekend.models import PrintPack
from weekend.pack_contents import parts_of
from weekend.services.deliveries import SENT_CHANNELS, deliver_due_in_thread
from weekend.services.print_packs import PACK_TASK, bind, claim, enqueue_pack, make_parts

logger = logging.getLogger(__name__)
_DELIVERY_SECONDS: Final = 2.0
_MAIL_THREADS: Final = 2


@shared_task(bind=True, name=PACK_TASK, max_retries=None)  # type: ignore[untyped-decorator]
def make_print_pack(self: Task, pack_id: int) -> None:
    """Create a print pack, or its missing parts. Retry later if another worker has it, because it may have died."""
    pack = claim(pack_id, timezone.now())
    if pack is None:
        if PrintPack.objects.filter(pk=pack_id, state__in=OPEN_STATES).exists():
            raise self.retry(countdown=settings.PRINT_PACK_SILENT_SECONDS + 1)
        return
    if pack.parts_done:
        logger.warning("print pack %s: resumed after %s of %s parts", pack_id, pack.parts_done, pack.parts_total)
    try:
        if make_parts(pack, parts_of(pack)):
            bind(pack)
    except Exception as fault:
        # without a reported failure, the pack would wait forever
        logger.exception("print pack %s failed", pack_id)
        report_failure(pack, f"{type(fault).__name__}: {fault}")


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_deliveries(**kwargs: Any) -> None:
    """Deliver messages in separate threads, so that a slow mail server doesn't delay other work."""
    for channel in SENT_CHANNELS:
        for number in range(_MAIL_THREADS if channel == NoticeChannel.MAIL else 1):
            repeat_in_thread(f"{channel} {number + 1}", _DELIVERY_SECONDS, partial(deliver_due_in_thread, channel))


@worker_ready.connect  # type: ignore[untyped-decorator]
def resume_unfinished_work(**kwargs: Any) -> None:
    """Queue jobs that were requested while no worker ran, and jobs of dead workers."""
    repeat_in_thread("silent work", settings.PRINT_PACK_SILENT_SECONDS, _resume_silent_work)
    for model, send in _SENDERS:
        for number in unfinished_work(model).values_list("pk", flat=True):
            send(number)


def _resume_silent_work() -> None:
    now = timezone.now()
    try:
        for model, send in _SENDERS:
            for work in unfinished_work(model).only("state", "asked_at", "beat_at"):
                if work.is_silent(now):
                    send(work.pk, is_silent=True)
    finally:
        connection.close()


_SENDERS: Final[tuple[tuple[type[LongWork], Callable[..., bool]], ...]] = (
    (PrintPack, enqueue_pack),
    (CardUpload, enqueue_upload),
    (ProgramRun, enqueue_run),
    (Odds, enqueue_odds),
    (ArrivingFile, enqueue_import),
)
