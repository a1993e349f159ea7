"""Processor time per page of a weekend with fourteen teams and an empty cache."""

from collections.abc import Iterator
from functools import partial

from django.test import Client

from bench.figure import Figure, cpu_ms
from bench.weekend import weekend_of_fourteen
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Series, Team, Tournament

MOST = 25  # milliseconds


def figures() -> Iterator[Figure]:
    tournament, drafting = weekend_of_fourteen("round_robin"), weekend_of_fourteen("draft")
    director, at_draft = _signed_in(tournament, Role.DIRECTOR), _signed_in(drafting, Role.DIRECTOR)
    series = tournament.series.filter(status=Series.Status.SCHEDULED).select_related("home")[0]
    manager = _signed_in(tournament, Role.MANAGER, series.home)
    start, division = f"/t/{tournament.slug}/", tournament.divisions.get().pk
    draft = f"/t/{drafting.slug}/draft/{drafting.divisions.get().pk}/"
    pages = {
        "entry": (manager, f"{start}series/{series.pk}/enter/"),
        "series": (manager, f"{start}series/{series.pk}/"),
        "my team": (manager, f"{start}me/"),
        "dashboard": (director, f"{start}dashboard/"),
        "sheets": (director, f"{start}sheets/"),
        "rosters": (director, f"{start}rosters/"),
        "draft desk": (at_draft, draft),
        "teams": (director, f"{start}people/"),
        "eligibility board": (director, f"{start}eligibility/{division}/"),
        "overview": (director, start),
        "standings": (director, f"{start}standings/"),
        "schedule": (director, f"{start}schedule/"),
        "log": (director, f"{start}log/"),
    }
    for name, (browser, address) in pages.items():
        if (status := browser.get(address).status_code) != 200:
            raise RuntimeError(f"{address} answered {status}")
        yield Figure(f"page of 14 teams: {name}", cpu_ms(partial(browser.get, address), runs=20), "ms", MOST)


def _signed_in(tournament: Tournament, role: Role, team: Team | None = None) -> Client:
    access = Access.objects.create(tournament=tournament, role=role, team=team, label="Bench", nonce=f"{role} pages")
    browser = Client()
    browser.post(f"/join/{link_token(access)}/")
    return browser
