"""Measure the CPU time and queries of signed-in users' pages with empty caches, at 14 and at 100 teams."""

from collections.abc import Iterator
from functools import partial

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.figure import Figure, cpu_ms
from bench.weekend import weekend_of
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Series, Team, Tournament

MOST_QUERIES = 10
MOST = {14: 25, 100: 60}  # milliseconds
_TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
Pages = dict[str, tuple[Client, str]]


def figures() -> Iterator[Figure]:
    for teams in MOST:
        tournament, drafting = weekend_of(teams, "round_robin"), weekend_of(teams, "draft")
        pages = _pages_of_signed_in_people(tournament, drafting)
        for name, (browser, address) in pages.items():
            yield from _figures(teams, name, browser, address)
            yield Figure(f"queries of {teams} teams: {name}", _queries(browser, address), "queries", MOST_QUERIES)
        if teams == 14:
            for name, (browser, address) in _more_pages(tournament, drafting).items():
                yield from _figures(teams, name, browser, address)


def _pages_of_signed_in_people(tournament: Tournament, drafting: Tournament) -> Pages:
    director, at_draft = _signed_in(tournament, Role.DIRECTOR), _signed_in(drafting, Role.DIRECTOR)
    series = tournament.series.filter(status=Series.Status.SCHEDULED).select_related("home")[0]
    team = series.home
    manager = _signed_in(tournament, Role.MANAGER, team)
    start = f"/t/{tournament.slug}/"
    division = drafting.divisions.order_by("position")[0]
    return {
        "my team": (manager, f"{start}me/"),
        "dashboard": (director, f"{start}dashboard/"),
        "pick page": (at_draft, f"/t/{drafting.slug}/draft/{division.pk}/pick/"),
        "entry": (manager, f"{start}series/{series.pk}/enter/"),
        "series": (manager, f"{start}series/{series.pk}/"),
        "pitching sheet": (manager, f"{start}sheets/{team.pk}/"),
        "eligibility board": (manager, f"{start}bullpens/{team.division_id}/"),
        "print page": (director, f"{start}print/"),
        "teams": (director, f"{start}people/"),
        "log": (director, f"{start}log/"),
    }


def _more_pages(tournament: Tournament, drafting: Tournament) -> Pages:
    director, at_draft = _signed_in(tournament, Role.DIRECTOR), _signed_in(drafting, Role.DIRECTOR)
    start = f"/t/{tournament.slug}/"
    return {
        "sheets": (director, f"{start}sheets/"),
        "rosters": (director, f"{start}rosters/"),
        "draft desk": (at_draft, f"/t/{drafting.slug}/draft/{drafting.divisions.get().pk}/"),
        "overview": (director, start),
        "standings": (director, f"{start}standings/"),
        "schedule": (director, f"{start}schedule/"),
    }


def _figures(teams: int, name: str, browser: Client, address: str) -> Iterator[Figure]:
    if (status := browser.get(address).status_code) != 200:
        raise RuntimeError(f"{address} answered {status}")
    yield Figure(f"page of {teams} teams: {name}", cpu_ms(partial(browser.get, address), runs=20), "ms", MOST[teams])


def _queries(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        browser.get(address)
    return sum(not query["sql"].startswith(_TRANSACTION) for query in queries)


def _signed_in(tournament: Tournament, role: Role, team: Team | None = None) -> Client:
    nonce = f"{role} pages"
    access, _ = Access.objects.get_or_create(tournament=tournament, role=role, team=team, label="Bench", nonce=nonce)
    browser = Client()
    browser.post(f"/join/{link_token(access)}/")
    return browser
