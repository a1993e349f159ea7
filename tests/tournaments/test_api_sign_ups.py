"""Test sign-ups in the API, which has the same rules as the pages."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Tournament
from tournaments.services.sign_ups import set_sign_up_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory()
    set_sign_up_page(tournament=tournament, actor=PROGRAM, is_open=True, code="", capacity=1, note="")
    return tournament


def _director(tournament: Tournament) -> Client:
    token = link_token(AccessFactory(tournament=tournament))
    return Client(headers={"Authorization": f"Bearer {token}"})


def _address(tournament: Tournament, rest: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{rest}"


def _post(client: Client, tournament: Tournament, rest: str, **data: Any) -> Any:
    return client.post(_address(tournament, rest), data, content_type="application/json")


def test_person_signs_up_edits_and_withdraws_with_a_token(tournament: Tournament) -> None:
    client = Client()
    made = _post(client, tournament, "sign-ups/", name="Ann Lee", email="ann@example.org", is_listed=True)
    assert made.status_code == 201
    assert made.json()["state"] == "waiting"
    mine = _address(tournament, f"sign-up/mine/{made.json()['token']}/")
    changed = client.put(mine, {"name": "Ann Lee", "team_name": "Hawks"}, content_type="application/json")
    assert changed.json()["entry"]["team_name"] == "Hawks"
    assert client.get(mine).json()["entry"]["name"] == "Ann Lee"
    page = client.get(_address(tournament, "sign-up/")).json()
    assert (page["is_open"], page["places_left"], page["listed"][0]["team_name"]) == (True, 0, "Hawks")
    assert "ann@example.org" not in str(page)
    assert client.delete(mine).status_code == 204
    assert client.get(mine).json()["state"] == "withdrawn"
    assert client.delete(mine).json()["finding"] == "WITHDRAWN"


def test_sign_up_is_listed_only_with_consent(tournament: Tournament) -> None:
    """A request without the consent field agrees, like the form's checked box, but `false` doesn't."""
    _post(Client(), tournament, "sign-ups/", name="Ann Lee", is_listed=False)
    assert Client().get(_address(tournament, "sign-up/")).json()["listed"] == []


def test_director_confirms_and_promotes_from_the_waitlist(tournament: Tournament) -> None:
    for name in ("Ann Lee", "Bo Ray"):
        _post(Client(), tournament, "sign-ups/", name=name)
    director = _director(tournament)
    waitlist = director.get(_address(tournament, "sign-ups/?state=waitlist")).json()["results"]
    assert [(row["entry"]["name"], row["place"]) for row in waitlist] == [("Bo Ray", 1)]
    confirmed = _post(director, tournament, "sign-ups/confirm/")
    assert len(confirmed.json()["teams"]) == 1
    promoted = _post(director, tournament, "sign-ups/confirm/", ids=[waitlist[0]["id"]])
    assert promoted.json()["not_confirmed"] == []
    assert tournament.teams.filter(name="Bo Ray").exists()


def test_director_declines_and_records_the_fee(tournament: Tournament) -> None:
    _post(Client(), tournament, "sign-ups/", name="Ann Lee")
    director = _director(tournament)
    number = director.get(_address(tournament, "sign-ups/")).json()["results"][0]["id"]
    paid = director.patch(
        _address(tournament, f"sign-ups/{number}/"), {"has_paid": True}, content_type="application/json"
    )
    assert paid.json()["has_paid"] is True
    assert _post(director, tournament, f"sign-ups/{number}/decline/").json()["state"] == "declined"


def test_sign_up_requires_the_sign_up_code(tournament: Tournament) -> None:
    director = _director(tournament)
    director.put(_address(tournament, "sign-up/"), {"is_open": True, "code": "oak"}, content_type="application/json")
    refused = _post(Client(), tournament, "sign-ups/", name="Ann Lee", code="elm")
    assert (refused.status_code, refused.json()["finding"], refused.json()["field"]) == (400, "WRONG_CODE", "code")
    assert _post(Client(), tournament, "sign-ups/", name="Ann Lee", code="OAK").status_code == 201


def test_sign_ups_per_network_are_rate_limited(tournament: Tournament, settings: Settings) -> None:
    settings.SIGN_IN_ATTEMPTS = 2
    statuses = [_post(Client(), tournament, "sign-ups/", name=f"Person {n}").status_code for n in range(3)]
    assert statuses == [201, 201, 429]


def test_rejects_an_invalid_email_address(tournament: Tournament) -> None:
    refused = _post(Client(), tournament, "sign-ups/", name="Ann Lee", email="ann")
    assert (refused.status_code, refused.json()["field"]) == (400, "email")
