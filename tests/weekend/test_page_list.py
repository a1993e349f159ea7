"""Test that the navigation offers each viewer the available pages, and marks the current page."""

import re

import pytest
from django.urls import reverse

from tests.factories import AccessFactory, DivisionFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.models import Role

pytestmark = pytest.mark.django_db

PUBLIC = ["Draft", "Schedule", "Results", "Playoffs", "Standings", "Rosters", "Bullpens", "Sheets"]
REFERENCE = ["Rules", "Activity log"]
ASSISTANT = ["Dashboard", *PUBLIC, "Teams", "Rules", "Print", "Activity log"]
DIRECTOR = ["Dashboard", *PUBLIC, "Teams", "Rules", "Print", "Settings", "Activity log"]
LINK = re.compile(r'<a\s+href="([^"]+)"\s*(?:aria-current="(\w+)")?\s*>(?:<svg.*?</svg>)?([\w ]+)</a>')


@pytest.fixture
def tournament():
    return TournamentFactory(slug="hall")


@pytest.fixture
def team(tournament):
    return TeamFactory(tournament=tournament, division=DivisionFactory(tournament=tournament))


def sign_in(client, access) -> None:
    client.post(f"/join/{link_token(access)}/")


def links(client, address: str, part: str) -> list[tuple[str, str, str]]:
    """Return the URL, mark and label of each link in a part of the navigation."""
    page = client.get(address).content.decode()
    navigation = page[page.index('<nav class="pages"') : page.index("</nav>")]
    tab_bar, page_list = navigation.split('id="page-list"')
    return LINK.findall({"tabs": tab_bar, "list": page_list}[part])


def labels(client, part: str) -> list[str]:
    return [label for _, _, label in links(client, "/t/hall/standings/", part)]


def test_visitors_see_the_public_pages(client, tournament) -> None:
    assert labels(client, "list") == [*PUBLIC, *REFERENCE]
    assert labels(client, "tabs") == ["Results", "Bullpen", "Schedule", "Standings"]


def test_managers_also_see_their_team(client, team) -> None:
    sign_in(client, ManagerAccessFactory(team=team, tournament=team.tournament))
    assert labels(client, "list") == ["My team", *PUBLIC, *REFERENCE]
    assert labels(client, "tabs") == ["Team", "Bullpen", "Schedule", "Standings"]


@pytest.mark.parametrize(("role", "pages"), [(Role.ASSISTANT, ASSISTANT), (Role.DIRECTOR, DIRECTOR)])
def test_staff_see_the_pages_they_may_open(client, tournament, role, pages) -> None:
    sign_in(client, AccessFactory(tournament=tournament, role=role))
    assert labels(client, "list") == pages
    assert labels(client, "tabs") == ["Dashboard", "Bullpen", "Schedule", "Standings"]


@pytest.mark.parametrize("role", [None, Role.MANAGER, Role.ASSISTANT, Role.DIRECTOR])
def test_every_navigation_link_opens(client, team, role) -> None:
    if role == Role.MANAGER:
        sign_in(client, ManagerAccessFactory(team=team, tournament=team.tournament))
    elif role:
        sign_in(client, AccessFactory(tournament=team.tournament, role=role))
    for part in ("tabs", "list"):
        for address, _, label in links(client, "/t/hall/standings/", part):
            assert client.get(address).status_code == 200, label


@pytest.mark.parametrize(
    ("url_name", "label", "mark"),
    [("standings", "Standings", "page"), ("bracket", "Playoffs", "page"), ("timetable", "Schedule", "true")],
)
def test_exactly_one_page_is_marked_current(client, tournament, url_name, label, mark) -> None:
    address = reverse(url_name, args=["hall"])
    assert [(name, current) for _, current, name in links(client, address, "list") if current] == [(label, mark)]


def test_more_button_is_current_when_no_tab_is(client, tournament) -> None:
    button = re.compile(r'popovertarget="page-list"\s+aria-current="true"')
    assert button.search(client.get("/t/hall/rules/").content.decode())
    assert not button.search(client.get("/t/hall/standings/").content.decode())


@pytest.mark.parametrize("url_name", ["standings", "round", "hall", "bracket", "live"])
def test_big_screens_have_no_navigation(client, tournament, url_name) -> None:
    page = client.get(reverse(f"{url_name}_big_screen", args=["hall"])).content.decode()
    assert 'class="pages"' not in page


def test_managers_see_their_own_divisions_bullpens_first(client, tournament) -> None:
    first, second = (
        DivisionFactory(tournament=tournament, name=name, position=place) for place, name in enumerate("XY")
    )
    team = TeamFactory(tournament=tournament, division=second)
    assert f"Bullpens, {first}" in " ".join(client.get("/t/hall/bullpens/").content.decode().split())
    sign_in(client, ManagerAccessFactory(team=team, tournament=tournament))
    assert f"Bullpens, {second}" in " ".join(client.get("/t/hall/bullpens/").content.decode().split())


def test_bullpens_page_is_empty_without_divisions(client, tournament) -> None:
    page = client.get("/t/hall/bullpens/")
    assert page.status_code == 200
    assert 'class="empty"' in page.content.decode()
