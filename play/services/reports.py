"""Compute a game's report for its pages: win probabilities, luck and dice. Only workers do this."""

import zlib
from collections import Counter
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from core.job_queue import send_job
from play.models import TEAMS, TableEvent, TableGame, TableReport
from play.opening import open_table
from play.table import PlayTable
from rules_engine.odds.luck import COUNTS, TeamLuck, luck_of

REPORT_TASK: Final = "play.report_table_game"
_LOST_AFTER: Final = timedelta(minutes=2)
_MOST_AT_ONCE: Final = 20


def enqueue_report(game_id: int) -> bool:
    """Queue a report for a game that has started or is over."""
    return send_job(REPORT_TASK, game_id)


def enqueue_lost_reports() -> None:
    """Queue reports for games from earlier versions, and reports missed while the queue was down."""
    before = timezone.now() - _LOST_AFTER
    started = TableGame.objects.filter(state__in=(TableGame.State.PLAYING, TableGame.State.OVER), created_at__lt=before)
    finished = Q(state=TableGame.State.OVER, finished_at__lt=before, report__is_final=False, report__failure="")
    lost = started.filter(Q(report=None) | finished).order_by("pk")
    for game_id in lost.values_list("pk", flat=True)[:_MOST_AT_ONCE]:
        enqueue_report(game_id)


def make_report(game_id: int) -> None:
    """Compute the missing parts of a game's report, and store them."""
    game = TableGame.objects.get(pk=game_id)
    report = TableReport.objects.filter(game=game).first() or TableReport(game=game)
    if game.state not in (TableGame.State.PLAYING, TableGame.State.OVER) or report.is_final:
        return
    table = open_table(game)
    changes: dict[str, Any] = {}
    if not report.win_table:
        changes = _chances(table)
    if game.is_over:
        run_values = changes.get("run_values", report.run_values)
        luck = luck_of(table.play.game, run_values)
        changes |= {"luck": [_luck_document(luck[team]) for team in TEAMS], "dice": count_dice(game), "is_final": True}
    TableReport.objects.update_or_create(game=game, defaults=changes)


def report_failure(game_id: int, failure: str) -> None:
    """Store the reason why a report failed, so that the job isn't retried forever."""
    TableReport.objects.update_or_create(game_id=game_id, defaults={"failure": failure})


def _chances(table: PlayTable) -> dict[str, Any]:
    from rules_engine.odds.win_chances import chances_of  # noqa: PLC0415 - loads numpy, which is slow

    chances = chances_of(table.play.game)
    run_values = [round(runs, 4) for runs in chances.run_values]
    return {"win_table": zlib.compress(chances.table.to_bytes()), "run_values": run_values}


def _luck_document(luck: TeamLuck) -> dict[str, Any]:
    counts = {name: [round(luck.rolled[name], 2), round(luck.expected[name], 2)] for name in COUNTS}
    return {"appearances": luck.appearances, "counts": counts}


def count_dice(game: TableGame) -> list[list[Any]]:
    """Return a game's committed rolls as [sides, lowest face, count for each face] for each kind of die."""
    faces: dict[tuple[int, int], Counter[int]] = {}
    for rolls in TableEvent.objects.filter(game=game).values_list("rolls", flat=True):
        for _, _, sides, lowest, face in rolls:
            faces.setdefault((sides, lowest), Counter())[face] += 1
    return [
        [sides, lowest, [counts[face] for face in range(lowest, lowest + sides)]]
        for (sides, lowest), counts in sorted(faces.items())
    ]
