"""Test a tournament's front page: the public content at every stage."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import RulingRequest
from tests.drafts.rooms import on_the_clock, running
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Series, Team, Tournament

pytestmark = pytest.mark.django_db

DONE = {"status": Series.Status.COMPLETE, "outcomes": "HHA", "home_wins": 2, "away_wins": 1}


def read(tournament, client=None):
    response = (client or Client()).get(f"/t/{tournament.slug}/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_empty_tournament_links_to_the_rolls():
    page = read(TournamentFactory())
    assert "after the teams roll for draft positions" in page
    assert "/rolls/" in page


def test_shared_link_preview_describes_the_weekend():
    page = read(TournamentFactory(name="Autumn Classic", place="Reading, PA", starts_on=date(2026, 11, 28)))
    assert '<meta property="og:title" content="Autumn Classic">' in page
    assert "Schedule, results and standings from Reading, PA, November 28, 2026." in page
    undated = read(TournamentFactory(place="", starts_on=None))
    assert 'content="Schedule, results and standings."' in undated


def test_division_teams_are_listed_before_the_first_game():
    team = TeamFactory(division__name="East", slot=1, name="Sharks & Sons")
    page = read(team.tournament)
    assert "Sharks &amp; Sons" in page
    assert f"/teams/{team.pk}/" in page


def test_drafts_show_teams_on_the_clock_and_on_deck():
    draft = running()
    draft.division.tournament.refresh_from_db()
    page = read(draft.division.tournament)
    assert f"{on_the_clock(draft).name} on the clock, pick 1.01" in as_single_line(page)
    assert "on deck" in page


def test_shows_standings_round_and_latest_results():
    division = DivisionFactory(tournament__stage="round_robin", tournament__advance_per_division=1)
    sharks, bears = (TeamFactory(division=division, name=name) for name in ("Sharks", "Bears"))
    SeriesFactory(division=division, home=sharks, away=bears, completed_at=timezone.now(), **DONE)
    started_at = timezone.now().replace(hour=17, minute=5)
    SeriesFactory(division=division, home=bears, away=sharks, round=2, status="playing", started_at=started_at)
    page = read(division.tournament)
    assert "2-1" in page
    assert "+1" in page
    assert "First place advances" in page
    assert "round 2 of 2" in page
    assert "since" in page
    assert "Latest results" in page


def test_bracket_and_champion_replace_the_rounds():
    division = DivisionFactory(tournament__stage="playoffs")
    sharks, bears = (TeamFactory(division=division, name=name, seed=n) for n, name in ((1, "Sharks"), (2, "Bears")))
    final = SeriesFactory(
        division=None,
        tournament=division.tournament,
        stage=Series.Stage.PLAYOFF,
        home=sharks,
        away=bears,
        bracket_place="1",
        games_planned=7,
        is_best_of=True,
    )
    page = read(division.tournament)
    assert "best of 7" in page
    assert "champion" not in page
    Series.objects.filter(pk=final.pk).update(status=Series.Status.COMPLETE, outcomes="HHHH", home_wins=4)
    record_action(tournament=division.tournament, actor=PROGRAM, verb="test", sentence="The final is over.")
    assert '<span class="state good">champion</span> <span class="quiet small">4-0 over Bears' in read(
        division.tournament
    )
    big_screen = reverse("round_big_screen", args=[division.tournament.slug])
    crown = as_single_line(Client().get(big_screen).content.decode()).partition('<div class="crown">')[2]
    assert crown.index('<h2 class="big">') < crown.index("Sharks</h2>") < crown.index("4-0 over Bears")


def test_only_answered_rulings_are_public():
    series = SeriesFactory()
    RulingRequest.objects.create(series=series, asked_by="Ann", question="Open question?")
    fields = {"asked_by": "Bob", "question": "Closed question?", "ruled_at": timezone.now()}
    RulingRequest.objects.create(series=series, ruling="It stands.", rule="T0.09", **fields)
    page = read(series.tournament)
    assert "It stands." in page
    assert "Open question?" not in page


def test_cached_visitor_page_is_refreshed_after_every_action():
    team = TeamFactory(division__name="East", name="Old name")
    assert "Old name" in read(team.tournament)
    Team.objects.filter(pk=team.pk).update(name="New name")
    record_action(tournament=team.tournament, actor=PROGRAM, verb="test", sentence="Renamed.")
    assert "New name" in read(team.tournament)


def test_personal_message_is_not_cached_for_other_visitors(director_of):
    elsewhere, tournament = TournamentFactory(), TournamentFactory()
    browser = director_of(elsewhere)
    browser.post(f"/t/{elsewhere.slug}/people/add/", {"team": "Herons", "manager": "Ann"})  # doesn't read the response
    assert "Herons has been entered" in read(tournament, browser)
    assert "Herons has been entered" not in read(tournament)


def test_overview_query_count_does_not_grow(director_of, django_assert_max_num_queries):
    tournament = TournamentFactory(stage=Tournament.Stage.ROUND_ROBIN)
    client = director_of(tournament)
    counts = []
    for name in ("East", "West", "North"):
        division = DivisionFactory(tournament=tournament, name=name)
        series = SeriesFactory(division=division, completed_at=timezone.now(), **DONE)
        SeriesFactory(division=division, round=2)
        fields = {"question": "?", "ruling": "It stands.", "ruled_at": timezone.now()}
        RulingRequest.objects.create(series=series, asked_by="Ann", **fields)
        with django_assert_max_num_queries(40) as queries:
            read(tournament, client)
        counts.append(len(queries))
    assert counts[0] == counts[2]
