"""What the worker does: print packs, odds, arriving files, copies, and whatever long work a dead worker left behind."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from drafts.models import CardUpload, ProgramRun
from drafts.services.card_uploads import send_upload
from drafts.services.runs import send_run
from tournaments.long_work import OPEN_STATES, LongWork, put_into_queue, report_failure
from tournaments.models import Odds
from weekend.keeping.copies import due, make_copy
from weekend.keeping.files import NotKept
from weekend.models import ArrivingFile, PrintPack
from weekend.pack_contents import parts_of
from weekend.services.arriving import OpeningStopped, claim_arriving, open_arriving, refuse_arriving
from weekend.services.odds import claim_odds
from weekend.services.print_packs import bind, claim, make_parts

logger = logging.getLogger(__name__)
_LOOK_SECONDS = 300.0


def send_pack(pack_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(make_print_pack.apply_async, (pack_id,)), is_silent=is_silent)


def send_odds(odds_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(work_out_odds.apply_async, (odds_id,)), is_silent=is_silent)


def send_arriving(arriving_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(open_arriving_file.apply_async, (arriving_id,)), is_silent=is_silent)


@shared_task(bind=True, name="weekend.make_print_pack", max_retries=None)  # type: ignore[untyped-decorator]
def make_print_pack(self: Task, pack_id: int) -> None:
    """Make one pack, or what is missing of it. Another worker's is looked at again later: that one may have died."""
    pack = claim(pack_id, timezone.now())
    if pack is None:
        if PrintPack.objects.filter(pk=pack_id, state__in=OPEN_STATES).exists():
            raise self.retry(countdown=settings.PRINT_PACK_SILENT_SECONDS + 1)
        return
    if pack.parts_done:
        logger.warning("print pack %s: going on after %s of %s parts", pack_id, pack.parts_done, pack.parts_total)
    try:
        if make_parts(pack, parts_of(pack)):
            bind(pack)
    except Exception as fault:
        # the director must be told; a pack that says nothing would wait for ever
        logger.exception("print pack %s failed", pack_id)
        report_failure(pack, f"{type(fault).__name__}: {fault}")


@shared_task(name="weekend.work_out_odds")  # type: ignore[untyped-decorator]
def work_out_odds(odds_id: int) -> None:
    """One tournament's odds, if nobody else has them."""
    from weekend.services.odds_worked_out import work_out  # noqa: PLC0415 - brings numpy, for which no first page waits

    odds = claim_odds(odds_id, timezone.now())
    if odds is None:
        return
    try:
        work_out(odds)
    except Exception as fault:
        # the director must be told; odds that say nothing would wait for ever
        logger.exception("odds %s failed", odds_id)
        report_failure(odds, f"{type(fault).__name__}: {fault}")


@shared_task(name="weekend.open_arriving_file")  # type: ignore[untyped-decorator]
def open_arriving_file(arriving_id: int) -> None:
    """One tournament's file, if nobody else has it."""
    arriving = claim_arriving(arriving_id, timezone.now())
    if arriving is None:
        return
    try:
        open_arriving(arriving)
    except OpeningStopped:
        logger.info("arriving file %s: cancelled, or another worker has it", arriving_id)
    except NotKept as refused:
        refuse_arriving(arriving, str(refused))
    except Exception as fault:
        # the organiser must be told; a file that says nothing would wait for ever
        logger.exception("arriving file %s failed", arriving_id)
        refuse_arriving(arriving, f"{type(fault).__name__}: {fault}")


@shared_task(name="weekend.keep_copies")  # type: ignore[untyped-decorator]
def keep_copies() -> None:
    """The copy that the clock asks for, if any."""
    kind = due(timezone.now())
    if kind is None:
        return
    try:
        make_copy(kind)
    except NotKept as fault:
        logger.warning("no %s copy: %s", kind, fault)


@worker_ready.connect  # type: ignore[untyped-decorator]
def look_at_the_clock(**kwargs: Any) -> None:
    """Every worker asks now and then; whichever comes first makes the copy."""
    if settings.BACKUPS:
        _now_and_then("copies", _LOOK_SECONDS, lambda: keep_copies.apply_async(retry=False, expires=_LOOK_SECONDS))


@worker_ready.connect  # type: ignore[untyped-decorator]
def take_up_what_was_left(**kwargs: Any) -> None:
    """Work that was asked for while no worker was there, and that of a worker that dies while this one lives."""
    _now_and_then("silent work", settings.PRINT_PACK_SILENT_SECONDS, _take_up_the_silent)
    for kind, send in _SENDERS:
        for number in kind._base_manager.filter(state__in=OPEN_STATES).values_list("pk", flat=True):
            send(number)


def _take_up_the_silent() -> None:
    now = timezone.now()
    try:
        for kind, send in _SENDERS:
            for work in kind._base_manager.filter(state__in=OPEN_STATES).only("state", "asked_at", "beat_at"):
                if work.is_silent(now):
                    send(work.pk, is_silent=True)
    finally:
        connection.close()


_SENDERS: Final[tuple[tuple[type[LongWork], Callable[..., bool]], ...]] = (
    (PrintPack, send_pack),
    (CardUpload, send_upload),
    (ProgramRun, send_run),
    (Odds, send_odds),
    (ArrivingFile, send_arriving),
)


def _now_and_then(name: str, seconds: float, act: Callable[[], object]) -> None:
    """In a thread of the worker, as long as it lives. A queue or database that does not answer is there again later."""

    def go_on() -> None:
        while True:
            with contextlib.suppress(OperationalError, DatabaseError, OSError):
                act()
            time.sleep(seconds)

    threading.Thread(target=go_on, name=name, daemon=True).start()
