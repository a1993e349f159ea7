"""What only one manager may know never leaves the server in another view."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame
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


def values_in(document: Any) -> Iterator[Any]:
    """Yield every key and value of a JSON document."""
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


def everything_sent(game: TableGame, browser: Client) -> str:
    """Return the view and the pages that a browser gets."""
    pages = ("", "plays/", "changes/", "box-score/", "dice/", "dice.json", "table-events/", "retrosheet.txt")
    texts = [browser.get(f"{game.get_absolute_url()}{page}").content.decode() for page in pages]
    return "\n".join([*texts, *map(str, values_in(view_of(game, browser)))])


def test_a_starter_is_hidden_from_the_opponent_until_the_first_pitch() -> None:
    away, home, spectator = Client(), Client(), Client()
    game = new_game(away)
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


def test_a_question_is_for_its_team_alone() -> None:
    game, away, home = started_game()
    asking_teams = set()
    for _ in range(150):
        views = [view_of(game, browser) for browser in (away, home)]
        if views[0]["state"] == "over":
            break
        assert view_of(game)["game"]["prompts"] == []
        moves = [usual_move(view) for view in views]
        assert sum(do is not None for do in moves) == 1, "exactly one manager is asked"
        team = 0 if moves[0] else 1
        (other_prompt,) = views[1 - team]["game"]["prompts"]
        assert other_prompt["kind"] == "wait"
        assert "choices" not in other_prompt
        asking_teams.add(team)
        move((away, home)[team], game, views[team]["number"], str(moves[team]))
    assert asking_teams == {0, 1}


def test_the_secret_and_the_values_are_published_after_the_last_out_and_not_before() -> None:
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


def test_seats_and_spectators_cannot_act_for_the_opponent() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    for browser, team in ((home, 0), (away, 1), (Client(), 0), (Client(), 1)):
        assert move(browser, game, number, f"{team} roll").status_code == 403
    assert view_of(game)["number"] == number
