"""Test suspended games, box scores and each game's home team in the API."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.factories import AccessFactory, GameFactory, ManagerAccessFactory, SeriesFactory
from tests.games.test_suspended_desk import with_two_to_finish
from tournaments.access.links import link_token
from tournaments.models import Access, Series, Tournament

pytestmark = pytest.mark.django_db


def _client(access: Access) -> Client:
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


def _address(tournament: Tournament, rest: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{rest}"


def _send(client: Client, method: str, address: str, **data: Any) -> Any:
    return client.generic(method, address, json.dumps(data), "application/json")


def test_manager_describes_a_suspended_game_and_agrees_to_finish_it() -> None:
    league = with_two_to_finish()
    tournament = league.tournament
    sharks = league.sides[0].team
    manager = _client(ManagerAccessFactory(team=sharks))
    listed = Client().get(_address(tournament, "suspended/")).json()
    assert len(listed["games"]) == 2
    address = _address(tournament, f"suspended/{listed['games'][0]['id']}/")
    described = _send(manager, "PUT", address, bottom=True, outs=1, situation="Runner on second").json()
    assert described["point"]["bottom"] is True
    assert (described["point"]["outs"], described["situation"]) == (1, "Runner on second")
    assert _send(manager, "POST", f"{address}agree/", team=sharks.pk).status_code == 200
    agreed = Client().get(address).json()
    assert [side["team"] for side in (agreed["away"], agreed["home"]) if side["agrees"]] == [sharks.pk]
    opponent = agreed["home" if agreed["away"]["team"] == sharks.pk else "away"]["team"]
    refused = _send(manager, "POST", f"{address}agree/", team=opponent)
    assert (refused.status_code, refused.json()["finding"]) == (400, "OTHER_TEAM")


def test_impossible_outs_are_refused_by_field() -> None:
    league = with_two_to_finish()
    director = _client(AccessFactory(tournament=league.tournament))
    game = Client().get(_address(league.tournament, "suspended/")).json()["games"][0]["id"]
    refused = _send(director, "PUT", _address(league.tournament, f"suspended/{game}/"), bottom=True, outs=3)
    assert (refused.status_code, refused.json()["field"]) == (400, "outs")


def test_staff_record_rolls_for_the_completion_order() -> None:
    league = with_two_to_finish()
    sharks, bears, comets, _ = (side.team for side in league.sides)
    director = _client(AccessFactory(tournament=league.tournament))
    order = Client().get(_address(league.tournament, "suspended/")).json()["orders"][0]
    assert (order["team"], order["first"], sorted(order["tied"])) == (sharks.pk, None, ["Bears", "Comets"])
    address = _address(league.tournament, f"suspended/order/{sharks.pk}/")
    rolls = [{"opponent": bears.pk, "roll": 4}, {"opponent": comets.pk, "roll": 17}]
    answer = _send(director, "POST", address, rolls=rolls)
    assert answer.json()["orders"][0]["first"] == "Comets"
    assert _send(director, "POST", address).json()["finding"] == "ORDER_SETTLED"


def test_director_appoints_a_stand_in() -> None:
    league = with_two_to_finish()
    sharks = league.sides[0].team
    director = _client(AccessFactory(tournament=league.tournament))
    game = Client().get(_address(league.tournament, "suspended/")).json()["games"][0]["id"]
    answer = _send(
        director, "POST", _address(league.tournament, f"suspended/{game}/stand-in/"), team=sharks.pk, name="Zoe"
    )
    assert "Zoe" in {answer.json()["home"]["stand_in"], answer.json()["away"]["stand_in"]}


def test_box_score_includes_both_teams_and_win_probabilities() -> None:
    series = SeriesFactory()
    line = {"name": "Al Adams", "hits": 2, "at_bats": 4, "outs": 27}
    chances = [{"half": 0, "what": "Single", "home": 0.45, "score": [0, 0]}]
    box = {
        "away": {"batting": [line], "pitching": [line]},
        "home": {"batting": [], "pitching": []},
        "chances": chances,
    }
    GameFactory(series=series, box=box)
    (shown,) = Client().get(_address(series.tournament, f"series/{series.pk}/box-scores/")).json()
    away, home = shown["boxes"]
    assert (away["batting"][0]["player"], away["batting"][0]["average"]) == ("Al Adams", 0.5)
    assert away["pitching"][0]["innings"] == "9.0"
    assert home["batting"] == []
    assert shown["win_chances"] == [{"half": 0, "play": "Single", "before": 0.5, "after": 0.45}]


@pytest.mark.parametrize("stage", [Series.Stage.ROUND_ROBIN, Series.Stage.PLAYOFF])
def test_series_lists_the_home_team_of_each_game(stage: str) -> None:
    series = SeriesFactory(games_planned=3, stage=stage)
    shown = Client().get(_address(series.tournament, f"series/{series.pk}/")).json()
    expected = [series.home_and_away(number, series.tournament.home_pattern)[0] for number in (1, 2, 3)]
    assert shown["home_by_game"] == expected
    assert {series.home_id, series.away_id} == set(expected)
