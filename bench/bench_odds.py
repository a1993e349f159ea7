"""Benchmark the odds to advance and to win it all: the drafted teams' games, then the rest of the season."""

import time
from collections.abc import Iterator

from django.utils import timezone

from bench.figure import Figure, cpu_seconds
from bench.weekend import weekend_of_fourteen
from rules_engine.baseball.processes import usable_cores
from tabletop.season_plays import season_play_for
from tabletop.services.odds import claim_odds, request_odds
from tabletop.services.odds_calculation import calculate_odds
from tournaments.models import Odds, Tournament
from tournaments.queries.odds_table import usual_error


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    game = tournament.profile.game
    season_play_for(game.system).season(game.edition, "1998")  # cached after the first game on any installation
    started = time.perf_counter()
    _work_out(tournament)
    title = "odds of 14 teams, 1,000 seasons"
    yield Figure(f"{title}: wall time on {usable_cores()} cores", time.perf_counter() - started, "s", 15)
    yield Figure(f"{title}: standard error of a chance", usual_error(tournament.odds), "points", 3)
    yield Figure(f"{title}, same teams", cpu_seconds(lambda: _work_out(tournament)), "s", 1)


def _work_out(tournament: Tournament) -> None:
    odds = claim_odds(request_odds(tournament=tournament).pk, timezone.now())
    if odds is None:
        raise RuntimeError("another worker has the odds")
    calculate_odds(odds)
    odds.refresh_from_db()
    if odds.state != Odds.State.DONE:
        raise RuntimeError(odds.fault)
