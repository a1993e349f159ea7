"""Test a table's API: a game between two programs, and rejected requests."""

import json
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame
from tabletop.season_plays import season_play_for
from tests.play.api_moves import move_of_prompt
from tests.play.tables import OPTIONS

pytestmark = pytest.mark.django_db

API = "/api/v1/play/"


class Bot:
    """A client with a seat's token, or a spectator."""

    def __init__(self, game: str, token: str = "") -> None:
        self._address = f"{API}{game}/"
        self.token = token
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def view(self) -> dict[str, Any]:
        return Client().get(self._address, headers=self._headers).json()

    def read(self, path: str) -> dict[str, Any]:
        answer = Client().get(f"{self._address}{path}/", headers=self._headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def send(self, path: str, **body: Any) -> Any:
        return Client().post(
            f"{self._address}{path}/", json.dumps(body), content_type="application/json", headers=self._headers
        )


def start(**options: Any) -> tuple[Bot, Bot, str]:
    season_play_for("pine_tar").season("full", "1998")
    body = {**OPTIONS, **options}
    answer = Client().post(API, json.dumps(body), content_type="application/json")
    assert answer.status_code == 201, answer.json()
    game = answer.json()
    away, home = (Bot(game["id"], seat["token"]) for seat in game["tokens"])
    return away, home, game["id"]


def next_move(view: dict[str, Any]) -> dict[str, Any] | None:
    (prompt,) = view["game"]["prompts"]
    return move_of_prompt(prompt)


def test_two_programs_play_a_game() -> None:
    away, home, game = start()
    assert away.send("ready", part="a").status_code == 200
    assert home.send("ready", part="b").json()["state"] == "playing"
    for _ in range(1000):
        for bot in (away, home):
            view = bot.view()
            if view["state"] == "playing" and (made := next_move(view)):
                answer = bot.send("moves", number=view["number"], **made)
                assert answer.status_code == 200, answer.json()
        if view["state"] == "over":
            break
    assert view["dice"]["secret"]
    assert TableGame.objects.get(public_id=game).is_over


def test_api_refuses_spectators_bad_tokens_and_invalid_moves() -> None:
    away, home, game = start()
    spectator = Bot(game)
    assert spectator.view()["own_teams"] == []
    assert spectator.send("ready").status_code == 401
    assert Bot(game, "wrong").send("moves", number=1, move="roll").status_code == 401
    foreign, _, _ = start()
    assert Bot(game, foreign.token).send("moves", number=1, move="roll").status_code == 401
    assert away.send("moves", number=away.view()["number"], move="roll").json()["finding"] == "NOT_PLAYING"
    away.send("ready")
    assert away.send("ready").json()["finding"] == "ALREADY_READY"
    home.send("ready")
    number = away.view()["number"]
    stale = away.send("moves", number=number - 1, move="roll")
    assert stale.status_code == 409
    assert stale.json()["view"]["number"] == number
    assert away.send("moves", number=number, move="answer").json()["field"] == "choice"
    assert away.send("moves", number=number, move="fly").status_code == 400
    assert home.send("moves", number=number, move="roll").json()["finding"] == "NOT_YOUR_TURN"
    assert away.view()["number"] == number


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"ruleset": "chess/full"}, "NO_SUCH_RULESET"),
        ({"season": 1500}, "NO_SUCH_SEASON"),
        ({"away": "XXX"}, "NO_SUCH_CLUB"),
        ({"away": "ATL"}, "SAME_CLUB"),
    ],
)
def test_api_refuses_invalid_game_options(change: dict[str, Any], finding: str) -> None:
    answer = Client().post(API, json.dumps({**OPTIONS, **change}), content_type="application/json")
    assert (answer.status_code, answer.json()["finding"]) == (400, finding)
    assert not TableGame.objects.exists()
