"""Make a season's cards, and calculate a tournament's odds."""

import logging

from celery import shared_task
from django.utils import timezone

from tabletop.season_plays import season_play_for
from tabletop.services.odds import ODDS_TASK, claim_odds
from tabletop.services.season_cards import MAKE_CARDS_TASK
from tournaments.long_work import report_failure

logger = logging.getLogger(__name__)


@shared_task(name=MAKE_CARDS_TASK)  # type: ignore[untyped-decorator]
def make_season_cards(system: str, edition: str, year: int) -> None:
    """Make a season's cards for the pages that wait for them, unless they are cached."""
    season_play_for(system).season(edition, str(year))


@shared_task(name=ODDS_TASK)  # type: ignore[untyped-decorator]
def work_out_odds(odds_id: int) -> None:
    """Calculate a tournament's odds, unless another worker is doing so."""
    from tabletop.services.odds_calculation import calculate_odds  # noqa: PLC0415 - loads numpy, which is slow

    odds = claim_odds(odds_id, timezone.now())
    if odds is None:
        return
    try:
        calculate_odds(odds)
    except Exception as fault:
        # show the failure, because the page would otherwise wait forever
        logger.exception("odds %s failed", odds_id)
        report_failure(odds, f"{type(fault).__name__}: {fault}")
