"""Test that search finds only what a viewer can open, on its page and in the command palette."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Person
from core.search import SearchEntry
from tests.conftest import signed_in
from tests.factories import (
    AccessFactory,
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    HitterFactory,
    ManagerFactory,
    PickFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tournaments.access.viewers import Viewers
from tournaments.models import Access, Role, Team
from weekend.queries.search import search_tournament

pytestmark = pytest.mark.django_db

ROLES = ["visitor", "manager", "assistant", "director", "organizer"]
LINK = re.compile(r'<a[^>]*\bhref="([^"]+)"[^>]*>([^<]+)')


class World:
    """A tournament with two teams, a series and two drafted players."""

    def __init__(self) -> None:
        self.tournament = TournamentFactory(slug="hall", name="Hall Open")
        division = DivisionFactory(tournament=self.tournament)
        self.team, self.opponent = (
            TeamFactory(division=division, name=name, slot=slot)
            for slot, name in enumerate(("Toledo Stokers", "El Paso Mudcats"), start=1)
        )
        ManagerFactory(team=self.team, name="Dee Yarborough")
        self.series = SeriesFactory(division=division, home=self.team, away=self.opponent, round=5, table=2)
        self.card_set = CardSetFactory()
        draft = DraftFactory(division=division, card_set=self.card_set)
        for overall, (team, name) in enumerate(((self.team, "Ken Griffey Jr."), (self.opponent, "Javier Báez")), 1):
            last_name = name.split()[1]
            card = HitterFactory(card_set=self.card_set, name=name, sort_name=f"{last_name}, {name.split()[0]}")
            PickFactory(draft=draft, overall=overall, team=team, card=card, made_by="manager", made_at=timezone.now())

    def client(self, role: str) -> Client:
        access = self.access(role)
        return signed_in(access) if access else Client()

    def access(self, role: str) -> Access | None:
        if role == "manager":
            return AccessFactory(tournament=self.tournament, team=self.team, role=Role.MANAGER)
        if role == "organizer":
            return AccessFactory(tournament=None, role=Role.ORGANISER)
        return None if role == "visitor" else AccessFactory(tournament=self.tournament, role=role)


@pytest.fixture
def world() -> World:
    return World()


def labels(client: Client, typed: str, address: str = "/t/hall/search/") -> dict[str, str]:
    """Return the labels that the palette shows, with their URLs."""
    part = client.get(address, {"q": typed, "part": ""}).content.decode()
    return {label.strip(): address for address, label in LINK.findall(part)}


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("griff", "Ken Griffey Jr."),
        ("ken", "Ken Griffey Jr."),
        ("kgj", "Ken Griffey Jr."),
        ("baez", "Javier Báez"),
        ("mudcats", "El Paso Mudcats"),
        ("yarborough", "Toledo Stokers"),
        ("stand", "Standings"),
        ("round 5", "El Paso Mudcats at Toledo Stokers"),
        ("table 2", "El Paso Mudcats at Toledo Stokers"),
        ("toledo mudcats", "El Paso Mudcats at Toledo Stokers"),
        ("hall op", "Hall Open"),
        ("champ", "Champions"),
        ("suspended", "Finish a suspended game"),
    ],
)
def test_visitors_find_public_results(world: World, typed: str, label: str) -> None:
    client = world.client("visitor")
    results = labels(client, typed)
    assert label in results
    assert client.get(results[label]).status_code == 200


def test_every_role_can_open_every_result(world: World, subtests: pytest.Subtests) -> None:
    for role in ROLES:
        client = world.client(role)
        addresses = {address for letter in "abcdefghijklmnopqrstuvw" for address in labels(client, letter).values()}
        assert len(addresses) > 30
        for address in sorted(addresses):
            with subtests.test(role=role, address=address):
                assert client.get(address, follow=True).status_code == 200


@pytest.mark.parametrize(
    ("typed", "label", "roles"),
    [
        ("dashboard", "Dashboard", ROLES[2:]),
        ("settings", "Settings", ROLES[3:]),
        ("check in", "Check in teams", ROLES[2:]),
        ("invite", "Invite managers", ROLES[3:]),
        ("my team", "My team", ["manager"]),
        ("lineup", "Set the lineup", ["manager"]),
        ("enter results:", "Enter results: El Paso Mudcats at Toledo Stokers", ROLES[1:]),
        ("backups", "Backups", ["organizer"]),
        ("new tournament", "New tournament", ["organizer"]),
    ],
)
def test_pages_and_actions_require_their_role(world: World, typed: str, label: str, roles: list[str]) -> None:
    assert [role for role in ROLES if label in labels(world.client(role), typed)] == roles


def test_managers_can_enter_results_only_for_their_own_series(world: World) -> None:
    stranger = TeamFactory(division=world.team.division, name="Akron Lookouts")
    client = signed_in(AccessFactory(tournament=world.tournament, team=stranger, role=Role.MANAGER))
    assert "El Paso Mudcats at Toledo Stokers" in labels(client, "mudcats")
    assert not [label for label in labels(client, "mudcats") if label.startswith("Enter")]


def test_complete_series_offers_no_result_entry(world: World) -> None:
    world.series.status = "complete"
    world.series.save()
    assert "Enter results: El Paso Mudcats at Toledo Stokers" not in labels(world.client("director"), "mudcats")


def test_search_shows_nothing_private(world: World) -> None:
    HitterFactory(card_set=world.card_set, name="Sammy Sosa", sort_name="Sosa, Sammy")  # an undrafted card
    Team.objects.filter(pk=world.team.pk).update(compensation="Free dinner", proxy="Zeb Zucker")
    Person.objects.create(name="Ulf Unlisted", email="ulf@example.org")
    Person.objects.create(name="Lou Listed", is_listed=True)
    TournamentFactory(name="Secret practice", is_practice=True)
    visitor, organizer = world.client("visitor"), world.client("organizer")
    for typed in ("sosa", "dinner", "zucker", "unlisted", "ulf@example", "secret"):
        assert labels(visitor, typed) == {}
    assert set(labels(visitor, "listed")) == {"Lou Listed"}
    assert set(labels(organizer, "unlisted")) == {"Ulf Unlisted"}
    assert set(labels(organizer, "secret")) == {"Secret practice"}


def test_only_the_organizer_sees_hidden_tournaments(world: World) -> None:
    TournamentFactory(name="Hidden Open", hidden_at=timezone.now())
    TournamentFactory(name="Deleted Open", deleted_at=timezone.now())
    for role in ("visitor", "manager"):
        assert set(labels(world.client(role), "open")) >= {"Hall Open"}
        assert not {"Hidden Open", "Deleted Open"} & set(labels(world.client(role), "open"))
    assert set(labels(world.client("organizer"), "open", "/search/")) >= {"Hall Open", "Hidden Open"}
    assert labels(world.client("organizer"), "deleted open") == {}
    world.tournament.hidden_at = timezone.now()
    world.tournament.save()
    shown = {role: "Hall Open" in labels(world.client(role), "hall open", "/search/") for role in ROLES}
    assert [role for role in ROLES if shown[role]] == ROLES[2:]


def test_site_search_excludes_other_tournaments_teams_and_players(world: World) -> None:
    TournamentFactory(slug="other")
    client = world.client("visitor")
    assert labels(client, "griffey", "/t/other/search/") == {}
    assert labels(client, "griffey", "/search/") == {}


def test_site_search_lists_the_clubs_tournaments(world: World) -> None:
    client = world.client("visitor")
    assert labels(client, "hall o", "/search/") == {"Hall Open": "/t/hall/"}
    assert labels(client, "sign", "/search/")["Sign in"] == "/sign-in/"


def test_empty_search_offers_actions_and_pages(world: World) -> None:
    assert list(labels(world.client("director"), ""))[:2] == ["Enter results", "Sign sheets"]
    assert next(iter(labels(world.client("visitor"), " "))) == "Draft"


def test_page_shows_the_same_results_as_the_palette(world: World) -> None:
    client = world.client("manager")
    page = client.get("/t/hall/search/", {"q": "mudcats"}).content.decode()
    shown = [label.strip() for _, label in LINK.findall(page[page.index("</form>") :])]
    assert set(labels(client, "mudcats")) <= set(shown)
    assert 'value="mudcats"' in page
    nothing = client.get("/t/hall/search/", {"q": "<b>xyz"}).content.decode()
    assert "Nothing matches “&lt;b&gt;xyz”" in nothing


def test_very_long_query_is_accepted(world: World) -> None:
    assert world.client("visitor").get("/t/hall/search/", {"q": "x " * 5000}).status_code == 200


def test_search_query_count_does_not_grow_with_the_tournament(
    world: World, settings: object, django_assert_num_queries: Callable[..., object]
) -> None:
    settings.PAGE_CACHE_SECONDS = 0  # type: ignore[attr-defined]
    for number in range(20):
        TeamFactory(division=world.team.division, name=f"Team {number}")
    with django_assert_num_queries(7):  # newest action, teams, managers, players, series; tournaments, people
        groups = search_tournament("mudcats", world.tournament, Viewers([]), 6)
    assert isinstance(groups[0].entries[0], SearchEntry)


def test_every_page_links_to_search(world: World) -> None:
    client = world.client("visitor")
    assert 'href="/t/hall/search/"' in client.get("/t/hall/standings/").content.decode()
    assert 'href="/search/"' in client.get("/sign-in/").content.decode()
