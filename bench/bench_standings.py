"""Benchmark the public standings page: in process, over the wire, and in a cold browser."""

import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import combinations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.figure import Figure, median_ms, with_peer
from bench.serving import cold_browser, requests_per_second, served
from core.compression import SMALLEST, compress
from rules_engine.competition.elimination import chance
from rules_engine.competition.race import Race
from rules_engine.competition.schedule import round_robin
from tournaments.models import Division, Series, Team, Tournament


def half_played(teams: int, division_size: int) -> Tournament:
    """Create a tournament whose divisions have played half of their series. It has rows only, and no draft."""
    dice = random.Random(teams)
    tournament = Tournament.objects.create(slug=f"of-{teams}", name=f"{teams} teams", stage="round_robin")
    for position in range(1, teams // division_size + 1):
        division = Division.objects.create(tournament=tournament, name=f"Division {position}", position=position)
        entered = [
            Team(tournament=tournament, division=division, slot=n, name=f"Team {position}-{n}")
            for n in range(1, division_size + 1)
        ]
        _play(dice, tournament, division, Team.objects.bulk_create(entered))
    return tournament


def _play(dice: random.Random, tournament: Tournament, division: Division, teams: list[Team]) -> None:
    rows = []
    schedule = round_robin([team.pk for team in teams])
    for series in schedule.series:
        played = series.round <= len(schedule.rounds) // 2
        outcomes = "".join(dice.choice("HA") for _ in range(3)) if played else ""
        home_wins = outcomes.count("H")
        rows.append(
            Series(
                tournament=tournament, division=division, round=series.round, home_id=series.home, away_id=series.away,
                games_planned=3, outcomes=outcomes, home_wins=home_wins, away_wins=len(outcomes) - home_wins,
                home_runs=dice.randrange(4, 25) * played, away_runs=dice.randrange(4, 25) * played,
                status=Series.Status.COMPLETE if played else Series.Status.SCHEDULED,
            )
        )  # fmt: skip
    Series.objects.bulk_create(rows)


def hardest_chances() -> float:
    """Return the seconds to find who can still qualify among fourteen close teams with a quarter of the series left."""
    luck = random.Random(1)
    over = {team: luck.randint(-8, 8) for team in range(14)}
    left = {frozenset(pair): 2 for pair in combinations(range(14), 2) if luck.random() < 0.25}
    started_at = time.perf_counter()
    for places in (1, 2, 4):
        race = Race(over, left, places)
        for team in over:
            chance(race, team)
    return (time.perf_counter() - started_at) / 3


def _sizes(content: bytes, teams: int) -> Iterator[Figure]:
    most, tabbycat = {14: (20, 45), 100: (120, 249)}[teams]
    html = Figure(f"standings page, {teams} teams, html", len(content) / 1024, "KB", most)
    yield with_peer(html, "Tabbycat", tabbycat)
    yield Figure(f"standings page, {teams} teams, compressed", len(compress(content, SMALLEST)) / 1024, "KB", 10)


def figures() -> Iterator[Figure]:
    yield Figure("who can still qualify, 14 teams late in the round robin", hardest_chances(), "s", 3)
    small, large = half_played(14, 14), half_played(100, 25)  # all hundred teams are on one page
    client = Client()
    for tournament, size, most, tabbycat in ((small, 14, 10, 20.5), (large, 100, 40, 209)):
        address = f"/t/{tournament.slug}/standings/"
        made = median_ms(partial(client.get, address))
        yield with_peer(Figure(f"standings page, {size} teams, no page cache", made, "ms", most), "Tabbycat", tabbycat)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address)
        yield with_peer(Figure(f"standings page, {size} teams, queries", len(queries), "queries", 6), "Tabbycat", 16)
        yield from _sizes(page.content, size)
    address = f"/t/{small.slug}/standings/"
    with served(workers=2, page_cache=False) as base:
        rate = requests_per_second(base, address, clients=20, seconds=5)
        uncached = Figure("standings page, 20 clients on 2 workers, no page cache", rate, "requests/s", 100, "more")
        yield with_peer(uncached, "Tabbycat, which keeps no pages", 74)
    with served(workers=2) as base:
        requests, kilobytes = cold_browser(base + address)
        yield with_peer(Figure("standings page, cold browser, requests", requests, "requests", 5), "Tabbycat", 8)
        yield with_peer(Figure("standings page, cold browser, size", kilobytes, "KB", 100), "Tabbycat", 373)
        rate = requests_per_second(base, address, clients=20, seconds=5)
        yield Figure("standings page, 20 clients on 2 workers, finished pages kept", rate, "requests/s", 400, "more")
