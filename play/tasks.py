"""Jobs that prepare games whose cards aren't cached, enter signed games in their series, and make game reports."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import connection

from core.periodic import repeat_in_thread
from play.services.reports import REPORT_TASK, enqueue_lost_reports, make_report, report_failure
from play.services.series_games import ENTER_TASK, enter_result
from play.services.starting import PREPARE_TASK, prepare_game

logger = logging.getLogger(__name__)
_LOST_REPORTS_SECONDS = 120


@shared_task(name=PREPARE_TASK)  # type: ignore[untyped-decorator]
def prepare_table_game(game_id: int) -> None:
    """Make the cards for a game's clubs, and propose the lineups."""
    prepare_game(game_id)


@shared_task(name=ENTER_TASK)  # type: ignore[untyped-decorator]
def enter_table_game(game_id: int) -> None:
    """Enter a signed game in its series. Computing each play's win probability takes seconds."""
    enter_result(game_id)


@shared_task(name=REPORT_TASK)  # type: ignore[untyped-decorator]
def report_table_game(game_id: int) -> None:
    """Compute a game's win probabilities after it has started, and its luck after it is over."""
    try:
        make_report(game_id)
    except Exception as fault:
        logger.exception("the report on game %s failed", game_id)
        report_failure(game_id, f"{type(fault).__name__}: {fault}")


@worker_ready.connect  # type: ignore[untyped-decorator]
def resend_lost_reports(**kwargs: Any) -> None:
    """Find games without a report, such as those that finished while the queue was down."""
    repeat_in_thread("game reports", _LOST_REPORTS_SECONDS, _enqueue_lost_reports)


def _enqueue_lost_reports() -> None:
    try:
        enqueue_lost_reports()
    finally:
        connection.close()
