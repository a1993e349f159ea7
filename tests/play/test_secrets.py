"""Test that one manager's secrets appear in no other view, page, API response or stream."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from play.models import Seat, TableGame
from play.services.seats import seat_token
from tests.play.tables import (
    get_ready,
    move,
    new_game,
    play_to_end,
    sit_down_by_link,
    started_game,
    usual_move,
    view_of,
)

pytestmark = pytest.mark.django_db

each_system = pytest.mark.parametrize("ruleset", ["pine_tar/full", "strat_o_matic/star", "inside_pitch/off"])
# a manager's prompt, whose keys never appear in anyone else's view
QUESTIONS = {"choices", "candidates", "question", "usual_answers"}


def values_in(document: Any) -> Iterator[Any]:
    """Yield every key and value in a JSON document."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from values_in(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from values_in(value)
    else:
        yield document


def secrets_of(game: TableGame) -> list[str]:
    game.refresh_from_db()
    seats = game.seats.all()
    return [game.secret, *(seat.nonce for seat in seats), *(seat.device_key for seat in seats)]


def program_of(game: TableGame, browser: Client) -> Client:
    """Return a program with the token of a browser's seat, or of a spectator."""
    teams = view_of(game, browser)["own_teams"]
    tokens = [seat_token(seat) for seat in Seat.objects.filter(game=game, team__in=teams).select_related("game")]
    return Client(headers={"Authorization": f"Bearer {tokens[0]}"} if tokens else {})


def streamed_view(game: TableGame, browser: Client) -> Any:
    """Return the view that the API's stream sends to a browser's seat."""
    stream = program_of(game, browser).get(f"/api/v1/play/{game.public_id}/events/").content.decode()
    return json.loads(stream.split("event: table\ndata: ")[1].split("\n")[0])


def everything_sent(game: TableGame, browser: Client) -> str:
    """Return a browser's pages, and the API's responses to a program with the same seat."""
    pages = ("", "plays/", "changes/", "box-score/", "dice/", "dice.json", "table-events/", "retrosheet.txt")
    texts = [browser.get(f"{game.get_absolute_url()}{page}").content.decode() for page in pages]
    program = program_of(game, browser)
    for address in ("", "events/", "plays/", "changes/", "box-score/", "people/", "report/"):
        texts.append(program.get(f"/api/v1/play/{game.public_id}/{address}").content.decode())
    return "\n".join([*texts, *map(str, values_in(view_of(game, browser)))])


@each_system
def test_starter_is_hidden_from_the_opponent_until_the_first_pitch(ruleset: str) -> None:
    away, home, spectator = Client(), Client(), Client()
    game = new_game(away, ruleset=ruleset)
    sit_down_by_link(away, home, game)
    starters = view_of(game, away)["lobby"][0]["starters"]
    assert len(starters) > 1
    get_ready(away, game, 0, starter=starters[1]["key"])
    for browser in (home, spectator):
        sent = everything_sent(game, browser)
        for starter in starters:
            assert starter["key"] not in sent
            assert starter["name"] not in sent
    assert view_of(game, away)["lobby"][0]["starter"] == starters[1]["key"]
    get_ready(home, game, 1)
    assert starters[1]["name"] in everything_sent(game, spectator)


@each_system
def test_only_the_answering_team_sees_a_question(ruleset: str) -> None:
    game, away, home = started_game(ruleset=ruleset)
    browsers = (away, home)
    teams_with_questions = set()
    for _ in range(40):
        views = [view_of(game, browser) for browser in browsers]
        spectator = view_of(game)
        assert spectator["game"]["prompts"] == []
        moves = [usual_move(view) for view in views]
        assert sum(do is not None for do in moves) == 1, "exactly one manager is asked"
        team = 0 if moves[0] else 1
        (other_prompt,) = views[1 - team]["game"]["prompts"]
        assert other_prompt["kind"] == "wait"
        for view in (spectator, views[1 - team]):
            assert QUESTIONS.isdisjoint(set(map(str, values_in(view["game"]["prompts"]))))
        teams_with_questions.add(team)
        move(browsers[team], game, views[team]["number"], str(moves[team]))
    assert teams_with_questions == {0, 1}


@each_system
def test_a_stream_has_the_view_of_its_seat_and_nothing_else(ruleset: str) -> None:
    game, away, home = started_game(ruleset=ruleset)
    orders = {"ask": "always", "from_inning": 7}
    assert move(away, game, view_of(game)["number"], "0 orders", **orders).status_code == 302
    for browser in (away, home, Client()):
        view = view_of(game, browser)
        assert streamed_view(game, browser) == json.loads(json.dumps(view))
        sees_orders = 7 in [prompt["orders"]["from_inning"] for prompt in view["game"]["prompts"]]
        assert sees_orders == (browser is away), "standing orders are for their own team alone"
    sent = everything_sent(game, home)
    own = [seat.nonce for seat in game.seats.filter(team=1)]
    assert [secret for secret in secrets_of(game) if secret in sent and secret not in own] == []


def test_secret_is_published_only_after_the_last_out() -> None:
    game, away, home = started_game()
    for browser in (away, home, Client()):
        sent = everything_sent(game, browser)
        own = [seat.nonce for seat in game.seats.filter(team__in=view_of(game, browser)["own_teams"])]
        assert [secret for secret in secrets_of(game) if secret in sent and secret not in own] == []
        assert game.secret_hash in sent
        assert "part0" not in sent
        assert "part1" not in sent
    play_to_end(game, (away, home))
    sent = everything_sent(game, Client())
    assert game.secret in sent
    assert "part0" in sent
    assert [secret for secret in secrets_of(game)[1:] if secret in sent] == []


def test_seat_cannot_move_for_the_opponent_and_spectators_cannot_move() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    for browser, team in ((home, 0), (away, 1), (Client(), 0), (Client(), 1)):
        assert move(browser, game, number, f"{team} roll").status_code == 403
    assert view_of(game)["number"] == number
