"""What the worker does: print packs, also those that a dead worker left behind."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from weekend.models import PrintPack
from weekend.pack_contents import parts_of
from weekend.services.print_packs import bind, claim, is_silent, make_parts, report_failure

logger = logging.getLogger(__name__)


@shared_task(name="weekend.make_print_pack")  # type: ignore[untyped-decorator]
def make_print_pack(pack_id: int) -> None:
    """Make one pack, or what is missing of it."""
    pack = claim(pack_id, timezone.now())
    if pack is None:
        return
    try:
        if make_parts(pack, parts_of(pack)):
            bind(pack)
    except Exception as fault:
        # the director must be told; a pack that says nothing would wait for ever
        logger.exception("print pack %s failed", pack_id)
        report_failure(pack, f"{type(fault).__name__}: {fault}")


@worker_ready.connect  # type: ignore[untyped-decorator]
def take_up_what_was_left(**kwargs: Any) -> None:
    """A worker that starts looks for packs whose worker died or that were asked for while none was there."""
    now = timezone.now()
    for pack in PrintPack.objects.filter(state__in=[PrintPack.State.WAITING, PrintPack.State.RUNNING]):
        if pack.state == PrintPack.State.WAITING or is_silent(pack, now):
            make_print_pack.delay(pack.pk)
