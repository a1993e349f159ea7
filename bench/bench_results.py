"""Benchmark saving a series, and a division's eligibility board."""

import random
from collections.abc import Iterator
from itertools import cycle

from bench.figure import Figure, median_ms, with_peer
from bench.weekend import weekend_of_fourteen
from games.scoresheet.entries import SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from pitching.queries.board import division_boards
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series
from weekend.practice.results import invent_series


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    division = tournament.divisions.get()
    series = tournament.series.filter(status=Series.Status.SCHEDULED, home_decided=False).select_related(
        "home", "away"
    )[0]
    Series.objects.filter(pk=series.pk).update(home_decided=True)
    versions = cycle([invent_series(random.Random(seed), tournament, series) for seed in (1, 2)])

    def save() -> None:
        """Save the next result, which replaces the previous one."""
        now = Series.objects.only("version").get(pk=series.pk).version
        sheet = Scoresheet(SubmittedBy(PROGRAM), read_entries(next(versions)), SaveMode.FINAL)
        saved = save_series_results(series=series, sheet=sheet, version=now)
        assert saved.changed

    saving = Figure("saving a series of three games", median_ms(save, runs=20, warm_up=2), "ms", 25)
    yield with_peer(saving, "Bracket", 24)
    board = division_boards(division)
    pitchers = sum(len(team.rows) for team in board)
    yield Figure(
        f"eligibility board of a division, {len(board)} teams, {pitchers} pitchers",
        median_ms(lambda: division_boards(division), runs=20),
        "ms",
        50,
    )
