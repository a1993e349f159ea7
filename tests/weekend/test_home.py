"""Test the home page: the tournaments that signed-in devices see. tests/club/test_site.py covers visitors."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Person
from rules_engine.competition.points import Finish
from tests.club.building import add_finish
from tests.conftest import signed_in
from tests.factories import AccessFactory, DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.models import Access, Role, Tournament

pytestmark = pytest.mark.django_db


def page_of(client, address="/"):
    return as_single_line(client.get(address).content.decode())


def section(page, name):
    return page.partition(f'<section id="{name}">')[2].partition("</section>")[0]


def test_card_shows_stage_date_place_teams_and_next_step(organizer):
    division = DivisionFactory(
        tournament__name="Open & Free",
        tournament__place="Erie",
        tournament__starts_on=date(2027, 1, 16),
    )
    TeamFactory(division=division)
    TeamFactory(division=division)
    cards = section(page_of(organizer), "tournaments")
    assert "Open &amp; Free" in cards
    assert "Sat, Jan 16, 2027 · Erie ·" in cards
    assert ">2 teams<" in cards
    assert ">Sign-up<" in cards
    address = f"/t/{division.tournament.slug}/people/"
    assert f'<a class="button main" href="{address}">Enter teams</a>' in cards


def test_only_the_first_card_has_the_primary_button(organizer):
    TournamentFactory()
    TournamentFactory()
    page = page_of(organizer)
    assert re.findall(r'class="button main"', page) == ['class="button main"']


def test_assistant_sees_no_director_only_steps():
    helper = AccessFactory(role=Role.ASSISTANT, label="Ann Poe", tournament__stage="draft")
    TournamentFactory(name="Elsewhere")
    page = page_of(signed_in(helper))
    assert "Welcome, Ann Poe" in page
    assert "The schedule is published." not in page
    assert "Elsewhere" in section(page, "tournaments")
    assert "/new/" not in page


def test_finished_tournament_shows_its_champion(organizer):
    tournament = TournamentFactory(stage="finished")
    champion = Finish(wins=9, losses=3, games=12, playoff_wins=7, champions_wins=7, place=1, entrants=8)
    finish = add_finish(Person.objects.create(name="Ann Poe"), tournament, champion)
    assert f"Champion: <strong>{finish.team.name}</strong>" in page_of(organizer)


def test_practice_weekends_are_listed_separately(organizer):
    TournamentFactory(name="Real")
    TournamentFactory(name="Rehearsal", is_practice=True)
    page = page_of(organizer)
    assert "Rehearsal" not in section(page, "tournaments")
    assert "Rehearsal" in section(page, "practice")
    assert "Real" in section(page, "tournaments")


def test_archived_tournaments_are_listed_separately(organizer):
    TournamentFactory(name="Old Classic", archived_at=timezone.now())
    page = page_of(organizer)
    assert "Old Classic" in section(page, "archive")
    assert not section(page, "tournaments")


def test_tournaments_signed_in_on_this_device_come_first():
    mine = AccessFactory(tournament__name="Mine")
    TournamentFactory(name="Newer")
    cards = section(page_of(signed_in(mine)), "tournaments")
    assert cards.index("Mine<") < cards.index("Newer<")
    assert cards.count("you are signed in") == 1


def test_first_run_offers_three_buttons(organizer):
    assert "sign in with the organizer's link" in page_of(Client())
    page = page_of(organizer)
    for words in ("Start a tournament</a>", "Try a practice weekend</button>", "Play a game</a>"):
        assert words in page
    assert 'href="/cards/"' in page
    TournamentFactory()
    assert "Start a tournament" not in page_of(organizer)


def test_first_run_opens_the_existing_practice_weekend(organizer):
    weekend = TournamentFactory(is_practice=True)
    address = f"/t/{weekend.slug}/dashboard/"
    assert f'<a class="button" href="{address}">Try a practice weekend</a>' in page_of(organizer)


def test_button_creates_a_practice_weekend(organizer):
    assert organizer.post("/practice/", {"stage": "endless"}).status_code == 400
    answer = organizer.post("/practice/")
    weekend = Tournament.objects.get()
    assert (weekend.is_practice, weekend.stage) == (True, "signup")
    assert answer.headers["Location"] == f"/t/{weekend.slug}/dashboard/"


def test_organizer_enters_a_name_once(organizer):
    assert 'name="name"' in page_of(organizer)
    organizer.post("/device/name/", {"name": "  Pat \n Kelly "})
    page = page_of(organizer)
    assert "Welcome, Pat Kelly" in page
    assert 'name="name"' not in page
    tournament = TournamentFactory()
    organizer.post(f"/t/{tournament.slug}/announcement/", {"sentence": "Lunch"})
    assert tournament.actions.get().actor == "Pat Kelly"


@pytest.mark.parametrize("name", ["", " ", "x" * 81])
def test_rejects_an_empty_or_long_name(organizer, name):
    organizer.post("/device/name/", {"name": name})
    assert "Enter your name, at most 80 characters." in page_of(organizer)
    assert Access.objects.get().own_name == ""


def test_tournament_list_query_count_does_not_grow(organizer, django_assert_num_queries):
    TournamentFactory(stage="finished", archived_at=timezone.now())
    with django_assert_num_queries(6):  # the device, games, tournaments, champions (2), deleted tournaments
        organizer.get("/")
    TournamentFactory(is_practice=False, stage="signup", archived_at=timezone.now())
    TournamentFactory(is_practice=False, stage="signup", archived_at=timezone.now())
    with django_assert_num_queries(6):
        organizer.get("/")


def test_tournament_list_is_paginated(organizer):
    for number in range(60):
        TournamentFactory(name=f"Open {number}")
    seen = []
    for page in ("1", "2"):
        listed = page_of(organizer, f"/?page={page}")
        seen += re.findall(r">(Open \d+)</a>", listed)
        assert ("?page=2" in listed) == (page == "1")
    assert sorted(seen) == sorted(f"Open {number}" for number in range(60))
    assert seen[0] == "Open 59"
    for page in ("3", "99999999", "x"):
        assert organizer.get(f"/?page={page}").status_code == 200


def test_tournaments_in_progress_come_before_sign_ups_and_finished_ones(organizer):
    for stage in ("draft", "signup", "finished"):
        TournamentFactory(name=f"Open in {stage}", stage=stage)
    cards = section(page_of(organizer), "tournaments")
    assert re.findall(r">Open in (\w+)<", cards) == ["draft", "signup", "finished"]
