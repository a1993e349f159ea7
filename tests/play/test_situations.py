"""Test games that start in the middle."""

import json
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame
from play.opening import cached_games, open_table
from tests.play.tables import OPTIONS, get_ready, move, new_game, play_to_end, started_game, view_of

pytestmark = pytest.mark.django_db

SEVENTH = {
    "inning": 7,
    "half": 1,
    "outs": 1,
    "away_score": 4,
    "home_score": 3,
    "first": 2,
    "third": 9,
    "away_due": 5,
    "home_due": 3,
}


def test_game_can_start_in_the_seventh_inning() -> None:
    browser = Client()
    game = new_game(browser, opponent="both", **SEVENTH)
    lines = view_of(game)["situation"]
    assert len(lines) == 5
    assert "7" in lines[0]
    page = browser.get(game.get_absolute_url()).content.decode()
    assert "data-from-situation" in page
    get_ready(browser, game, 0)
    get_ready(browser, game, 1)
    state = open_table(TableGame.objects.get(pk=game.pk)).play.game.state
    assert (state.inning, state.bottom, state.outs, state.score) == (7, True, 1, (4, 3))
    assert [runner.player if runner else "" for runner in state.bases] == [
        state.batting.order[1],
        "",
        state.batting.order[8],
    ]
    assert (state.sides[0].up, state.sides[1].up) == (4, 2)
    play_to_end(game, (browser, browser))
    before = view_of(game)
    cached_games.clear()
    assert view_of(game) == before
    for page in ("", "plays/", "box-score/", "dice/"):
        assert Client().get(f"{game.get_absolute_url()}{page}").status_code == 200, page
    answer = Client().get(f"{game.get_absolute_url()}retrosheet.txt")
    assert answer.status_code == 409, "Retrosheet files need a game from its first pitch"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"home_due": 2}, "first"),
        ({"first": 9, "third": 2}, "third"),
        ({"inning": 9, "home_score": 5}, "home_score"),
        ({"third": 2}, "third"),
    ],
)
def test_invalid_situations_are_refused_by_field(change: dict[str, Any], field: str) -> None:
    answer = Client().post("/play/", {**OPTIONS, **SEVENTH, **change})
    assert answer.status_code == 400
    assert [*answer.context["form"].errors] == [field]
    assert "<details open" in answer.content.decode().replace("\n", " ")
    assert not TableGame.objects.exists()


def test_required_pitching_change_precedes_announcements() -> None:
    # Pettitte can't pitch in the tenth inning (SS10.1C)
    tenth = {"inning": 10, "half": 1, "outs": 1, "away_score": 1, "first": 4, "away_due": 5, "home_due": 5}
    game, away, home = started_game(ruleset="strat_o_matic/senior_seminar", **tenth)
    view = view_of(game, home)
    assert [prompt["announcements"] for prompt in view["game"]["prompts"]] == [[]]
    answer = move(home, game, view["number"], "1 announce steal")
    assert answer.status_code == 400
    prompts = view_of(game, away)["game"]["prompts"]
    assert [prompt["kind"] for prompt in prompts] == ["settle"]
    reliever = prompts[0]["candidates"][0]
    answer = move(away, game, view["number"], f"0 settle {reliever['enters']} {reliever['leaves']}")
    assert answer.status_code == 302
    assert "steal" in view_of(game, home)["game"]["prompts"][0]["announcements"]


def test_required_pitching_change_cancels_a_stored_announcement() -> None:
    # otherwise the game would be stuck with an ineligible pitcher
    tenth = {"inning": 10, "half": 1, "outs": 1, "away_score": 1, "first": 4, "away_due": 5, "home_due": 5}
    game, away, _ = started_game(ruleset="strat_o_matic/senior_seminar", **tenth)
    newest = game.events.order_by("-number")[0]
    newest.position["play"]["given"] = [["pitch", "pitch", False, None], ["play", "steal_1", True, None]]
    newest.save()
    cached_games.clear()
    assert [prompt["kind"] for prompt in view_of(game, away)["game"]["prompts"]] == ["settle"]


def test_default_situation_is_not_stored() -> None:
    game = new_game(Client(), inning=1, half=0, outs=0, away_due=1, home_due=1)
    assert game.situation == {}


def test_api_accepts_a_situation() -> None:
    body = {**OPTIONS, "situation": {"inning": 3, "second": 1, "away_due": 2}}
    answer = Client().post("/api/v1/play/", json.dumps(body), content_type="application/json")
    assert TableGame.objects.get(public_id=answer.json()["id"]).situation["second"] == 1
    body["situation"]["away_due"] = 1
    answer = Client().post("/api/v1/play/", json.dumps(body), content_type="application/json")
    assert (answer.json()["finding"], answer.json()["field"]) == ("NO_SUCH_SITUATION", "second")
