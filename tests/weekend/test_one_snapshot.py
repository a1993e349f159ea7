"""Test that a page loads its tournament once, in few queries, and shows every change at once despite caching."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services.rulings import ask_ruling, give_ruling
from pitching.services.sign_off import sign_sheet
from tests.drafts.rooms import running
from tests.games.building import DESK, League, complete_games
from tournaments.models import Series
from tournaments.services.crests import choose_crest
from tournaments.services.dropouts import drop_team
from tournaments.services.pins import acknowledge_pin, set_pin
from tournaments.services.series_times import propose_times

pytestmark = pytest.mark.django_db

MOST_QUERIES = 10
PAGES_OF_STAFF = ("dashboard/", "print/", "log/", "people/")


@pytest.fixture
def league():
    return League(stage="round_robin", rounds=2)


@pytest.fixture
def played(league):
    league.save(complete_games(league, league.series[0]))
    return league


def queries_of(client, address):
    client.get(address)  # one-time queries per process don't count
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_pages_of_signed_in_people_take_few_queries(played, director_of, manager_of, settings, tmp_path):
    settings.PAGE_CACHE_SECONDS = 0
    settings.BACKUP_FOLDER = str(tmp_path)  # With backups, the dashboard also identifies the database.
    start, team = f"/t/{played.tournament.slug}/", played.bears.team
    director, manager = director_of(played.tournament), manager_of(team)
    coming = f"{start}series/{played.series[1].pk}/"
    pages_of_managers = ("me/", f"sheets/{team.pk}/", f"bullpens/{played.division.pk}/")
    counts = {page: queries_of(director, start + page) for page in PAGES_OF_STAFF}
    counts |= {page: queries_of(manager, start + page) for page in pages_of_managers}
    counts["entry"] = queries_of(manager, f"{coming}enter/")
    assert {page: count for page, count in counts.items() if count > MOST_QUERIES} == {}


def test_the_pick_page_takes_few_queries(manager_of, settings):
    settings.PAGE_CACHE_SECONDS = 0
    division = running().division
    address = f"/t/{division.tournament.slug}/draft/{division.pk}/pick/"
    assert queries_of(manager_of(division.teams.first()), address) <= MOST_QUERIES


def saves_results(league):
    league.save(complete_games(league, league.series[0]))


def signs_a_sheet(league):
    sign_sheet(series=Series.objects.get(pk=league.series[0].pk), sheet_of=league.sharks.team, actor=DESK)


def chooses_a_crest(league):
    choose_crest(team=league.bears.team, actor=DESK, letters="ZQ", palette="")


def sets_a_pin(league):
    set_pin(team=league.bears.team, actor=DESK, pin="4711")


def acknowledges_the_pin(league):
    acknowledge_pin(team=league.bears.team, actor=DESK)


def asks_for_a_ruling(league):
    ask_ruling(series=league.series[1], question="Was it a balk?", actor=DESK)


def gets_the_ruling(league):
    give_ruling(request=league.series[1].rulings.get(), ruling="It was.", rule="", actor=DESK)


def proposes_a_time(league):
    moment = timezone.now() + timedelta(days=2)
    propose_times(series=league.series[1], team_id=league.sharks.team.pk, times=[moment], actor=DESK)


def drops_the_opponent(league):
    drop_team(team=league.sharks.team, actor=DESK, after_round=1)


CHANGES = (
    (saves_results, "me/", "To sign", True),
    (saves_results, "dashboard/", "Unsigned sheets", True),
    (signs_a_sheet, "me/", "To sign", False),
    (chooses_a_crest, "standings/", "ZQ", True),
    (sets_a_pin, "me/", "Set your own", True),
    (acknowledges_the_pin, "me/", "Set your own", False),
    (asks_for_a_ruling, "me/", "Was it a balk?", True),
    (asks_for_a_ruling, "dashboard/", "Was it a balk?", True),
    (gets_the_ruling, "me/", "Was it a balk?", False),
    (proposes_a_time, "me/", "Series time", True),
    (drops_the_opponent, "people/", "dropped out", True),
)
EARLIER = {
    signs_a_sheet: saves_results,
    acknowledges_the_pin: sets_a_pin,
    gets_the_ruling: asks_for_a_ruling,
    chooses_a_crest: saves_results,
}


@pytest.mark.parametrize(("change", "page", "words", "appears"), CHANGES)
def test_a_change_shows_at_once(league, director_of, manager_of, change, page, words, appears):
    if change in EARLIER:
        EARLIER[change](league)
    staff = page in ("dashboard/", "people/")
    client = director_of(league.tournament) if staff else manager_of(league.bears.team)
    address = f"/t/{league.tournament.slug}/{page}"
    assert (words in client.get(address).content.decode()) is not appears
    change(league)
    assert (words in client.get(address).content.decode()) is appears
