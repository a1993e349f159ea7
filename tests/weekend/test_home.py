"""The list of tournaments that signed-in devices see. Visitors see the club's site (tests/club/test_site.py)."""

import re

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.factories import AccessFactory, DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_one_line

pytestmark = pytest.mark.django_db


def rows(client):
    page = client.get("/").content.decode()
    return page, page.partition("<tbody>")[2]


def test_every_tournament_is_listed_with_stage_teams_and_place(organiser):
    division = DivisionFactory(tournament__name="Open & Free", tournament__place="Erie", tournament__stage="draft")
    TeamFactory(division=division)
    TeamFactory(division=division)
    page, listed = rows(organiser)
    assert "Open &amp; Free" in listed
    assert "Erie" in listed
    assert "Draft" in listed
    assert '<td class="n">2</td>' in as_one_line(listed)


def test_practice_comes_after_real_tournaments_and_is_marked(organiser):
    TournamentFactory(name="Real")
    TournamentFactory(name="Rehearsal", is_practice=True)
    _, listed = rows(organiser)
    assert listed.index("Real<") < listed.index("Rehearsal<")
    assert as_one_line(listed).count(">practice<") == 1


def test_where_this_device_is_signed_in_comes_first():
    mine = AccessFactory(tournament__name="Mine")
    TournamentFactory(name="Newer")
    _, listed = rows(signed_in(mine))
    assert listed.index("Mine<") < listed.index("Newer<")
    assert listed.count("you are signed in") == 1


def test_an_empty_installation_tells_the_organiser_and_others_the_next_act(organiser):
    assert "The organizer's sign-in link" in rows(Client())[0]
    page, _ = rows(organiser)
    assert "Set up the first one" in page
    assert 'href="/cards/"' in page


def test_one_and_three_tournaments_are_read_with_the_same_number_of_queries(organiser, django_assert_num_queries):
    TournamentFactory()
    with django_assert_num_queries(3):  # the device, the games in progress, the tournaments
        organiser.get("/")
    TournamentFactory()
    TournamentFactory()
    with django_assert_num_queries(3):
        organiser.get("/")


def test_many_tournaments_come_in_pages_and_each_once(organiser):
    for number in range(60):
        TournamentFactory(name=f"Open {number}")
    seen = []
    for page in ("1", "2"):
        listed = organiser.get(f"/?page={page}").content.decode()
        seen += re.findall(r">(Open \d+)</a>", listed)
        assert ("?page=2" in listed) == (page == "1")
    assert sorted(seen) == sorted(f"Open {number}" for number in range(60))
    assert seen[0] == "Open 59"
    for page in ("3", "99999999", "x"):
        assert organiser.get(f"/?page={page}").status_code == 200
