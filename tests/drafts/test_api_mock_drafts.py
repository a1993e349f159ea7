"""Test mock drafts, ratings sheets and custom seasons in the API."""

import base64

import pytest
from django.test import Client

from drafts.models import CardSet, MockDraft, QueuedPlayer
from tests.drafts.test_mock_drafts import _free_card, _room, _team
from tests.factories import AccessFactory, ManagerAccessFactory, TournamentFactory
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db
RATINGS = "Player;Team;Pos;Stealing\nGriffey Jr., Ken;SEA;CF;B\nNobody, Joe;SEA;2B;C"
BATTING = "name,team,G,AB,R,H,2B,3B,HR,RBI,BB,SO\nAnn Poe,AKR,150,550,90,160,30,3,25,95,60,80"


def client_of(access):
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


@pytest.fixture
def director():
    return client_of(AccessFactory(tournament=TournamentFactory()))


def post(client, address, **body):
    return client.post(f"/api/v1/{address}", body, content_type="application/json")


def test_manager_runs_a_mock_draft_and_queues_its_picks():
    team = _team()
    manager = client_of(ManagerAccessFactory(team=team))
    address = f"tournaments/{team.tournament.slug}/teams/{team.pk}/mock-draft/"
    assert manager.get(f"/api/v1/{address}").status_code == 404
    body = {"team_count": 8, "position": 3}
    started = manager.put(f"/api/v1/{address}", body, content_type="application/json").json()
    assert (started["on_the_clock"]["overall"], len(started["picks"])) == (3, 2)
    card = _free_card(_room(team)).id
    picked = post(manager, f"{address}picks/", overall=3, card=card).json()
    assert picked["picks"][2]["card"] == card
    late = post(manager, f"{address}picks/", overall=3, card=card)
    assert (late.status_code, late.json()["finding"]) == (409, "TURN_IS_OVER")
    assert len(post(manager, f"{address}undo/").json()["picks"]) == 2
    finished = post(manager, f"{address}program/", all_turns=True).json()
    assert finished["on_the_clock"] is None
    added = post(manager, f"{address}queue/", replace=True).json()["added"]
    assert added == QueuedPlayer.objects.filter(team=team).count() > 0
    assert manager.delete(f"/api/v1/{address}").status_code == 204
    assert not MockDraft.objects.exists()


def test_mock_draft_reports_missing_and_unknown_fields_together():
    team = _team()
    manager = client_of(ManagerAccessFactory(team=team))
    address = f"/api/v1/tournaments/{team.tournament.slug}/teams/{team.pk}/mock-draft/"
    refused = manager.put(address, {"teams": 8}, content_type="application/json")
    assert {fault["field"] for fault in refused.json()["faults"]} == {"teams", "team_count", "position"}
    assert client_of(AccessFactory(tournament=team.tournament)).get(address).status_code == 403


def test_ratings_sheet_is_previewed_and_saved(director):
    body = {"name": "Rated", "year": 1998, "text": RATINGS}
    plan = post(director, "ratings-sheets/check/", **body).json()
    assert (plan["rated"], plan["questions"], len(plan["left_out"])) == (1, [], 1)
    assert not CardSet.objects.exists()
    made = post(director, "ratings-sheets/", **body)
    assert (made.status_code, made.json()["name"]) == (201, "Rated")
    refused = post(director, "ratings-sheets/", **{**body, "name": "Other", "text": "Color\nred"})
    assert (refused.status_code, refused.json()["finding"]) == (400, "NO_HEADINGS")


def test_own_season_files_become_a_card_set(director):
    files = [{"name": "batting.csv", "content": base64.b64encode(BATTING.encode()).decode()}]
    body = {"name": "Own", "year": 2031, "files": files}
    assert post(director, "own-seasons/check/", **body).json()["players"] == 1
    assert not CardSet.objects.exists()
    made = post(director, "own-seasons/", **body)
    assert (made.status_code, made.json()["season"]) == (201, 2031)
    files[0]["content"] = base64.b64encode(b"Color\nred").decode()
    refused = post(director, "own-seasons/", **{**body, "name": "Nothing"})
    assert (refused.status_code, refused.json()["finding"]) == (400, "NO_STATISTICS")
