"""Calculate the odds of a tournament."""

import logging
from functools import partial

from celery import shared_task
from django.utils import timezone

from tabletop.services.odds import claim_odds
from tournaments.long_work import put_into_queue, report_failure

logger = logging.getLogger(__name__)


def send_odds(odds_id: int, *, is_silent: bool = False) -> bool:
    return put_into_queue(partial(work_out_odds.apply_async, (odds_id,)), is_silent=is_silent)


@shared_task(name="weekend.work_out_odds")  # type: ignore[untyped-decorator]
def work_out_odds(odds_id: int) -> None:
    """Calculate the odds of a tournament, unless another worker does."""
    from tabletop.services.odds_calculation import calculate_odds  # noqa: PLC0415 - loads numpy, which is slow

    odds = claim_odds(odds_id, timezone.now())
    if odds is None:
        return
    try:
        calculate_odds(odds)
    except Exception as fault:
        # show the failure, or the page would wait forever
        logger.exception("odds %s failed", odds_id)
        report_failure(odds, f"{type(fault).__name__}: {fault}")
