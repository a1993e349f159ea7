"""What the worker does: print packs, also those that a dead worker left behind."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from weekend.keeping.copies import due, make_copy
from weekend.keeping.files import NotKept
from weekend.models import PrintPack
from weekend.pack_contents import parts_of
from weekend.services.print_packs import bind, claim, make_parts, report_failure

logger = logging.getLogger(__name__)
_LOOK_SECONDS = 300.0
_OPEN = (PrintPack.State.WAITING, PrintPack.State.RUNNING)


def send_to_worker(pack: PrintPack) -> bool:
    """Put the pack into the worker's queue. False where that does not answer; the next worker that starts looks."""
    try:
        make_print_pack.apply_async((pack.pk,), retry=False)
    except (OperationalError, OSError):
        logger.exception("the worker's queue does not answer")
        return False
    return True


@shared_task(bind=True, name="weekend.make_print_pack", max_retries=None)  # type: ignore[untyped-decorator]
def make_print_pack(self: Task, pack_id: int) -> None:
    """Make one pack, or what is missing of it. Another worker's is looked at again later: that one may have died."""
    pack = claim(pack_id, timezone.now())
    if pack is None:
        if PrintPack.objects.filter(pk=pack_id, state__in=_OPEN).exists():
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
    """Packs that were asked for while no worker was there, and those whose worker dies while this one lives."""
    _now_and_then("packs", settings.PRINT_PACK_SILENT_SECONDS, _take_up_the_silent)
    for pack_id in PrintPack.objects.filter(state__in=_OPEN).values_list("pk", flat=True):
        make_print_pack.delay(pack_id)


def _take_up_the_silent() -> None:
    try:
        for pack in PrintPack.objects.filter(state__in=_OPEN).defer("content"):
            if pack.is_silent(timezone.now()):
                make_print_pack.apply_async((pack.pk,), retry=False, expires=settings.PRINT_PACK_SILENT_SECONDS)
    finally:
        connection.close()


def _now_and_then(name: str, seconds: float, act: Callable[[], object]) -> None:
    """In a thread of the worker, as long as it lives. A queue or database that does not answer is there again later."""

    def go_on() -> None:
        while True:
            with contextlib.suppress(OperationalError, DatabaseError, OSError):
                act()
            time.sleep(seconds)

    threading.Thread(target=go_on, name=name, daemon=True).start()
