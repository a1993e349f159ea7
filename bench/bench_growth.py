"""Measure how page costs grow with the log, the installation and the number of divisions."""

import gc
import statistics
import time
from collections.abc import Callable, Iterator

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.bench_standings import half_played
from bench.figure import Figure
from bench.weekend import weekend_of_fourteen
from drafts.models import CardSet, PlayerCard
from tournaments.models import Action, Division, Team, Tournament

ROWS, TOURNAMENTS, CARDS = (500, 5_000, 50_000), (1, 60, 500), (1_000, 20_000)
FRONT = "the front page"
RUNS = 15
MOST = 1.2  # factor relative to the initial cost of the page
SLACK = 1.0  # milliseconds that a busy machine may add


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    pages = _pages(tournament)
    yield from _grown(pages, "log rows", ROWS, lambda rows: _add_actions(tournament, rows))
    last = Action.objects.filter(tournament=tournament).order_by("pk")[60].pk
    yield Figure("the last pages of that log", _cost(f"/t/{tournament.slug}/log/?before={last}")[0], "ms", 25)
    yield from _grown({**pages, FRONT: "/"}, "tournaments", TOURNAMENTS, _add_tournaments)
    yield from _grown({**pages, "rosters": f"/t/{tournament.slug}/rosters/"}, "player cards", CARDS, _add_cards)
    small, large = half_played(14, 14), half_played(100, 25)
    costs = [_cost(f"/t/{tournament.slug}/standings/") for tournament in (small, large)]
    yield Figure("standings page, 14 to 100 teams on one page", costs[1][0] / costs[0][0], "times", 4)
    yield Figure("standings page, 14 to 100 teams, more queries", costs[1][1] - costs[0][1], "queries", 0)


def _pages(tournament: Tournament) -> dict[str, str]:
    start, division = f"/t/{tournament.slug}/", tournament.divisions.get().pk
    return {
        "standings": f"{start}standings/",
        "eligibility board": f"{start}eligibility/{division}/",
        "sheets": f"{start}sheets/",
        "overview": start,
        "log": f"{start}log/",
    }


def _grown(pages: dict[str, str], unit: str, sizes: tuple[int, ...], grow: Callable[[int], object]) -> Iterator[Figure]:
    costs: dict[str, list[tuple[float, int]]] = {name: [] for name in pages}
    for size in sizes:
        grow(size)
        for name, address in pages.items():
            costs[name].append(_cost(address))
    for name, (first, *grown) in costs.items():
        begins = sizes[0]
        if name == FRONT:  # the front page is full only at the second size
            first, begins, grown = grown[0], sizes[1], grown[1:]
        times = [max(0.0, cost - SLACK) / first[0] for cost, _ in grown]
        broken = next((size for size, ratio in zip(sizes[-len(times) :], times, strict=True) if ratio > MOST), None)
        note = f"broken at {broken} {unit}" if broken else f"{first[0]:.1f} ms at the beginning"
        title = f"{name}, {begins} to {sizes[-1]} {unit}"
        yield Figure(title, max(times), "times", MOST, peer=note)
        yield Figure(f"{title}, more queries", max(queries for _, queries in grown) - first[1], "queries", 0)


def _cost(address: str) -> tuple[float, int]:
    """Return the lowest CPU time of several runs, in milliseconds, and the number of queries.

    The lowest time is used, because other programs share the machine.
    """
    client = Client()
    for _ in range(3):
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status_code}")
    gc.collect()
    gc.freeze()  # like a web process after its start (config/asgi.py)
    times = []
    for _ in range(RUNS):
        started_at = time.process_time()
        client.get(address)
        times.append((time.process_time() - started_at) * 1000)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return statistics.quantiles(times, n=4)[0], len(queries)


def _add_actions(tournament: Tournament, rows: int) -> None:
    """Add the actions of a long weekend: mostly picks and rolls, each about a different series."""
    existing = Action.objects.filter(tournament=tournament).count()
    verbs = ("make_pick", "roll_for_home", "save_series_results", "sign_sheet")
    Action.objects.bulk_create(
        (
            Action(
                tournament=tournament,
                actor="Bench",
                verb=verbs[number % len(verbs)],
                subject=f"series:{1_000_000 + number}",
                sentence=f"Act {number} of the bench",
            )
            for number in range(existing, rows)
        ),
        batch_size=2000,
    )


def _add_cards(number: int) -> None:
    """Add copies of the first card set, as on an installation with many seasons."""
    first = CardSet.objects.order_by("pk").first()
    if first is None:
        raise RuntimeError("there is no card set to copy")
    cards = list(PlayerCard.objects.filter(card_set=first))
    while (existing := PlayerCard.objects.count()) < number:
        copy = CardSet.objects.create(name=f"Season {existing}", source=first.source, season=first.season)
        for card in cards:
            card.pk, card.card_set = None, copy
        PlayerCard.objects.bulk_create(cards, batch_size=500)


def _add_tournaments(number: int) -> None:
    for place in range(Tournament.objects.count(), number):
        made = Tournament.objects.create(slug=f"one-of-many-{place}", name=f"One of many {place}", stage="sign_up")
        division = Division.objects.create(tournament=made, name="American", position=1)
        Team.objects.bulk_create(
            Team(tournament=made, division=division, slot=slot, name=f"Team {slot}") for slot in range(1, 9)
        )
