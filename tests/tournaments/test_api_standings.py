"""Test standings, tiebreakers and playoffs in the API."""

import pytest
from django.test import Client

from tests.factories import AccessFactory, DivisionFactory, TournamentFactory
from tests.tournaments.test_playoffs import tournament, win  # noqa: F401
from tests.tournaments.test_standings import play, teams, three_level
from tournaments.access.links import link_token
from tournaments.models import Series

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def client(director_of_tournament):
    return Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=director_of_tournament))}"})


def test_three_tied_teams_roll_through_the_api():
    division = DivisionFactory(tournament=TournamentFactory(advance_per_division=1))
    level = three_level(division)
    base = f"/api/v1/tournaments/{division.tournament.slug}/standings/"
    (table,) = Client().get(base).json()
    (need,) = table["needs"]
    assert need["teams"] == sorted(team.pk for team in level)
    browser = client(division.tournament)
    rolls = [{"team": team.pk, "roll": roll} for team, roll in zip(level, (7, 21, 3), strict=True)]
    wrong = browser.post(
        f"{base}{division.pk}/rolls/", {"teams": need["teams"], "rolls": rolls}, content_type="application/json"
    )
    assert (wrong.status_code, wrong.json()["field"]) == (400, f"roll_{level[1].pk}")
    rolls[1]["roll"] = 19
    made = browser.post(
        f"{base}{division.pk}/rolls/", {"teams": need["teams"], "rolls": rolls}, content_type="application/json"
    )
    assert made.status_code == 201
    (table,) = Client().get(f"{base}?division={division.pk}").json()
    assert [line["team"] for line in table["lines"] if line["advances"]] == [level[1].pk]
    assert table["needs"] == []
    recorded_rolls = Client().get(f"{base}{division.pk}/rolls/").json()["results"]
    assert recorded_rolls[0]["rolls"] == {str(team.pk): roll for team, roll in zip(level, (7, 19, 3), strict=True)}


def test_two_tied_teams_get_one_tiebreaker_game():
    division = DivisionFactory(tournament=TournamentFactory(advance_per_division=1))
    a, b = teams(division, 2)
    play(a, b, "HA")
    address = f"/api/v1/tournaments/{division.tournament.slug}/standings/{division.pk}/playoff-game/"
    browser = client(division.tournament)
    body = {"teams": [a.pk, b.pk]}
    made = browser.post(address, body, content_type="application/json")
    assert (made.status_code, made.json()["stage"]) == (201, "tie_break")
    assert browser.post(address, body, content_type="application/json").status_code == 400
    assert Series.objects.filter(stage=Series.Stage.TIE_BREAK).count() == 1


def test_playoffs_can_be_seeded_shown_and_removed(tournament):  # noqa: F811
    address = f"/api/v1/tournaments/{tournament.slug}/best-ofs/"
    data = Client().get(address).json()
    assert data.pop("seeding").startswith("Seeding: division winners first")
    assert data == {"seeds": [], "byes": [], "champion": None, "rounds": []}
    browser = client(tournament)
    made = browser.post(address, {}, content_type="application/json")
    assert made.status_code == 201, made.content
    data = Client().get(address).json()
    assert [(round_shown["best_of"], len(round_shown["meetings"])) for round_shown in data["rounds"]] == [
        (5, 2),
        (7, 1),
    ]
    series = Client().get(f"/api/v1/tournaments/{tournament.slug}/series/?stage=playoff").json()
    assert {series_row["id"] for series_row in series["results"]} == {
        series_row["series"] for series_row in data["rounds"][0]["meetings"]
    }
    assert browser.delete(address).status_code == 204
    assert Client().get(address).json()["seeds"] == []
    assert browser.delete(address).status_code == 400
