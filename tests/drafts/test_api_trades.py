"""Test a manager's queue and trades in the API, with the token from the manager's link."""

import json
from typing import Any

import pytest
from django.test import Client

from drafts.models import Trade
from tests.drafts.rooms import free_cards, running, teams_of
from tests.factories import AccessFactory, ManagerAccessFactory
from tournaments.access.links import link_token
from tournaments.models import Team

pytestmark = pytest.mark.django_db


def _client(team: Team) -> Client:
    return Client(headers={"Authorization": f"Bearer {link_token(ManagerAccessFactory(team=team))}"})


def _address(team: Team, rest: str) -> str:
    return f"/api/v1/tournaments/{team.tournament.slug}/teams/{team.pk}/{rest}"


def _send(client: Client, method: str, address: str, data: Any = None) -> Any:
    return client.generic(method, address, "" if data is None else json.dumps(data), "application/json")


def test_trade_is_checked_offered_and_accepted() -> None:
    draft = running(4, trades_allowed=True)
    first, second, *_ = teams_of(draft)
    offer = {"partner": second.pk, "offered": [1], "requested": [2]}
    giver, taker = _client(first), _client(second)
    after = _send(giver, "POST", _address(first, "trades/check/"), offer)
    assert [row["team"] for row in after.json()] == [first.pk, second.pk], after.content
    assert not Trade.objects.exists()
    made = _send(giver, "POST", _address(first, "trades/"), offer)
    assert made.status_code == 201, made.content
    listed = taker.get(_address(second, "trades/")).json()
    assert [trade["id"] for trade in listed["open"]] == [made.json()["id"]]
    assert listed["open"][0]["offered"] == [1]
    accepted = _send(taker, "POST", _address(second, f"trades/{made.json()['id']}/accept/"))
    assert accepted.json()["state"] == "accepted"
    turns = giver.get(_address(first, "trades/items/")).json()
    assert turns[0]["overall"] == 2


def test_partner_declines_and_offering_team_withdraws_an_offer() -> None:
    draft = running(4, trades_allowed=True)
    first, second, *_ = teams_of(draft)
    states = []
    for closer in (first, second):
        offer = {"partner": second.pk, "offered": [1], "requested": [2]}
        trade = _send(_client(first), "POST", _address(first, "trades/"), offer).json()["id"]
        states.append(_send(_client(closer), "POST", _address(closer, f"trades/{trade}/close/")).json()["state"])
    assert states == ["withdrawn", "declined"]
    refused = _send(_client(first), "POST", _address(first, f"trades/{trade}/close/"))
    assert (refused.status_code, refused.json()["finding"]) == (400, "NOT_OPEN")


def test_staff_and_other_teams_cannot_see_trades_and_rankings() -> None:
    draft = running(4, trades_allowed=True)
    first, second, *_ = teams_of(draft)
    director = AccessFactory(tournament=first.tournament)
    for client in (_client(second), Client(headers={"Authorization": f"Bearer {link_token(director)}"})):
        for rest in ("trades/", "trades/items/", "my-list/"):
            assert client.get(_address(first, rest)).status_code == 403, rest
    assert Client().get(_address(first, "my-list/")).status_code == 401


def test_ranking_can_be_saved_restored_and_cleared() -> None:
    draft = running(4)
    team = teams_of(draft)[0]
    cards = free_cards(draft)[:3]
    client = _client(team)
    players = [{"card": cards[2].pk, "tier": 1}, {"card": cards[0].pk, "tier": 2, "note": "Fast"}]
    saved = _send(client, "PUT", _address(team, "my-list/ranking/"), {"players": players})
    assert saved.status_code == 200, saved.content
    shown = client.get(_address(team, "my-list/")).json()["players"]
    assert [(row["card"], row["rank"], row["tier"], row["note"]) for row in shown] == [
        (cards[2].pk, 1, 1, ""),
        (cards[0].pk, 2, 2, "Fast"),
    ]
    assert client.delete(_address(team, "my-list/ranking/")).status_code == 204
    restored = _send(client, "POST", _address(team, "my-list/ranking/restore/")).json()
    assert [row["rank"] for row in restored["players"]] == [1, 2]
    assert _send(client, "PATCH", _address(team, "my-list/"), {"is_followed": False}).json()["is_followed"] is False
    assert _send(client, "POST", _address(team, "my-list/queue/"), {}).json() == {"added": 2}
    favorite = _send(
        client, "PUT", _address(team, f"my-list/players/{cards[1].pk}/"), {"is_favorite": True, "note": ""}
    ).json()
    assert [row["card"] for row in favorite["players"] if row["is_favorite"]] == [cards[1].pk]


def test_pasted_ranking_is_parsed_as_on_the_page() -> None:
    draft = running(4)
    team = teams_of(draft)[0]
    cards = free_cards(draft)[:2]
    client = _client(team)
    text = f"1. {cards[1].name}\n2. Nobody Known\n3. {cards[0].name}\n"
    plan = _send(client, "POST", _address(team, "my-list/ranking/check/"), {"text": text}).json()
    assert [row["card"] for row in plan["ranked"]] == [cards[1].pk, cards[0].pk]
    assert [(row["row"], row["finding"]) for row in plan["left_out"]] == [(2, "UNKNOWN_PLAYER")]
    assert client.get(_address(team, "my-list/")).json()["players"] == []
    saved = _send(client, "PUT", _address(team, "my-list/ranking/"), {"text": text}).json()
    assert [row["card"] for row in saved["players"]] == [cards[1].pk, cards[0].pk]


def test_ranking_with_an_unknown_or_repeated_card_changes_nothing() -> None:
    draft = running(4)
    team = teams_of(draft)[0]
    card = free_cards(draft)[0].pk
    client = _client(team)
    for players, field in (
        ([{"card": card}, {"card": 10**9}], "players.1.card"),
        ([{"card": card}, {"card": card}], "players"),
    ):
        refused = _send(client, "PUT", _address(team, "my-list/ranking/"), {"players": players})
        assert (refused.status_code, refused.json()["field"]) == (400, field)
    assert client.get(_address(team, "my-list/")).json()["players"] == []
