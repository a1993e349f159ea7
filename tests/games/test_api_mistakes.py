"""Test mistakes in the API: reported by a player, settled by the offended manager, applied by the director (T31.0)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Mistake
from tests.factories import TeamFactory
from tests.games.building import League, complete_games
from tournaments.models import Action

pytestmark = pytest.mark.django_db
PITCHED = {"batters_faced": 3, "was_eligible": 1, "lifted_for_hitter": 0, "started": 0}


@pytest.fixture
def league() -> League:
    league = League(profile_text="", stage="round_robin")
    league.save(complete_games(league, league.series[0]))
    return league


@pytest.fixture
def bears(league: League, manager_of: Callable[..., Client]) -> Client:
    return manager_of(league.bears.team)


def place(league: League, rest: str = "") -> str:
    return f"/api/v1/tournaments/{league.tournament.slug}/{rest}"


def post(client: Client, address: str, **sent: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(address, sent, content_type="application/json")
    return answer.status_code, answer.json()


def reported(client: Client, league: League, **changed: Any) -> tuple[int, dict[str, Any]]:
    sent = {"kind": "illegal_pitcher", "game": 3, "inning": 7, "offended": league.bears.team.pk, "facts": PITCHED}
    sent |= {"card": league.sharks.starters[2].pk} | changed
    return post(client, place(league, f"series/{league.series[0].pk}/mistakes/"), **sent)


def test_mistake_is_reported_answered_carried_out_and_undone(
    league: League, bears: Client, client: Client, director_of: Callable[..., Client]
) -> None:
    director = director_of(league.tournament)
    code, made = reported(bears, league)
    assert (code, made["rule"], made["options"], made["chosen"]) == (201, "T31.2", ["accept", "replay"], "")
    address = place(league, f"mistakes/{made['id']}/")
    assert client.get(address).json() == made
    assert client.get(place(league, "mistakes/?is_open=true")).json()["count"] == 1

    code, refused = post(bears, f"{address}answer/", choice="suspend")
    assert (code, refused["field"], refused["finding"]) == (400, "choice", "NOT_AN_OPTION")
    assert "can only accept it or replay from the mistake" in refused["detail"]
    code, answered = post(bears, f"{address}answer/", choice="replay")
    assert (code, answered["chosen"], answered["taken_back"]) == (200, "replay", "")

    point = {"inning": 6, "bottom": True, "outs": 1, "away_runs": 0, "home_runs": 1}
    assert post(bears, f"{address}take-back/", point=point)[0] == 403
    code, done = post(director, f"{address}take-back/", point=point)
    assert code == 200, done
    assert "inning 6" in done["taken_back"]
    assert Game.objects.get(series=league.series[0], number=3).status != "final"

    action = Action.objects.latest("pk")
    assert post(director, place(league, f"actions/{action.pk}/undo/"), reason="by mistake")[0] in (200, 201)
    assert client.get(address).json()["taken_back"] == ""


def test_either_team_reports_a_mistake_but_only_the_offended_team_chooses(
    league: League, bears: Client, client: Client, manager_of: Callable[..., Client]
) -> None:
    stranger = TeamFactory(division=league.division)
    assert reported(client, league)[0] == 401
    assert reported(manager_of(stranger), league)[0] == 403
    made = reported(bears, league)[1]
    answer = place(league, f"mistakes/{made['id']}/answer/")
    for body in ({}, {"team": league.bears.team.pk}):
        assert post(manager_of(league.sharks.team), answer, choice="accept", **body)[0] == 403
    assert Mistake.objects.get().chosen == ""


@pytest.mark.parametrize(
    ("changed", "field", "finding"),
    [
        ({"offended": 10**9}, "offended", "NOT_IN_SERIES"),
        ({"card": 10**9}, "card", "NO_SUCH_PITCHER"),
        ({"facts": {**PITCHED, "wind": 1}}, "facts", "UNKNOWN_FACT"),
        ({"facts": {"batters_faced": 3}}, "facts", "FACT_MISSING"),
        ({"facts": {**PITCHED, "started": 2}}, "facts", "NOT_YES_OR_NO"),
        ({"game": 9}, "game", "NO_SUCH_GAME"),
        ({"inning": 0}, "inning", "VALIDATION_ERROR"),
        ({"kind": "theft"}, "kind", "VALIDATION_ERROR"),
    ],
)
def test_invalid_mistake_is_refused_by_field_and_saves_nothing(
    league: League, bears: Client, changed: dict[str, Any], field: str, finding: str
) -> None:
    code, refused = reported(bears, league, **changed)
    assert (code, refused["field"], refused.get("finding")) == (400, field, finding)
    assert refused["detail"]
    assert not Mistake.objects.exists()


def test_t31_8_misread_dice_count_only_after_both_managers_agree(
    league: League, bears: Client, manager_of: Callable[..., Client]
) -> None:
    dice = {"kind": "dice", "game": 3, "inning": 7, "facts": {"recognised_in_time": 1}}
    code, made = post(bears, place(league, f"series/{league.series[0].pk}/mistakes/"), **dice)
    assert (code, made["options"]) == (201, ["replay", "from_dice"])
    answer = place(league, f"mistakes/{made['id']}/answer/")
    assert post(bears, answer, choice="replay")[1]["agreed"] == [league.bears.team.pk]
    assert post(manager_of(league.sharks.team), answer, choice="replay")[1]["chosen"] == "replay"
