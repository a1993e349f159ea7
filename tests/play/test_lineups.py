"""Test lineups in the lobby: chosen by each manager, checked by the rules, hidden until the first pitch."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from core.errors import Refused
from drafts.models import LineUp
from play.models import Seat, TableGame
from play.opening import open_table
from play.refusals import SeatRefusal
from play.services.seats import get_ready as make_ready
from tests.conftest import signed_in
from tests.factories import ManagerAccessFactory
from tests.play.tables import get_ready, new_game, sit_down_by_link, started_game, view_of
from tests.play.test_api import start
from tests.play.test_secrets import everything_sent
from tests.play.test_series_games import open_table as open_series_table
from tests.play.test_series_games import weekend  # noqa: F401 - a fixture
from tests.weekend.test_play_drafted_teams import Weekend

pytestmark = pytest.mark.django_db


def lobby(**options: Any) -> tuple[TableGame, Client, Client]:
    away, home = Client(), Client()
    game = new_game(away, **options)
    sit_down_by_link(away, home, game)
    return game, away, home


def spots_of(game: TableGame, browser: Client) -> list[list[str]]:
    (view,) = view_of(game, browser)["lobby"]
    return [[spot["player"], spot["position"]] for spot in view["lineup"]]


def send(browser: Client, game: TableGame, team: int, spots: list[list[str]], do: str = "save") -> Any:
    sent = {"team": team, "do": do}
    for number, (player, position) in enumerate(spots, start=1):
        sent |= {f"player_{number}": player, f"position_{number}": position}
    return browser.post(f"{game.get_absolute_url()}lineup/", sent)


def swapped(spots: list[list[str]], first: int, second: int, column: int) -> list[list[str]]:
    changed = [[*spot] for spot in spots]
    changed[first][column], changed[second][column] = changed[second][column], changed[first][column]
    return changed


def bench_of(game: TableGame, browser: Client) -> list[str]:
    """Return the page's players who have no lineup spot."""
    page = browser.get(f"{game.get_absolute_url()}lineup/").content.decode()
    listed = re.findall(r'value="(\w+)"', page.split('name="player_1"')[1].split("</select>")[0])
    return [player for player in listed if player not in [spot[0] for spot in spots_of(game, browser)]]


def test_game_starts_with_the_managers_lineups() -> None:
    game, away, home = lobby()
    spots = spots_of(game, away)
    bench = bench_of(game, away)
    spots[0][0] = bench[0]
    spots = spots[1:8] + spots[:1] + spots[8:]
    assert send(away, game, 0, spots).status_code == 302
    assert spots_of(game, away) == spots
    get_ready(away, game, 0)
    get_ready(home, game, 1)
    side = open_table(TableGame.objects.get(pk=game.pk)).play.game.state.sides[0]
    order = [player or side.pitcher for player, _ in spots]
    assert [*side.order] == order
    assert [side.position_of(player) for player in order] == [position for _, position in spots]
    assert bench[0] not in side.bench


def test_lineup_spots_move_without_javascript_and_preserve_focus() -> None:
    game, away, _ = lobby()
    spots = spots_of(game, away)
    answer = send(away, game, 0, spots, "down 1")
    assert answer["Location"].endswith("/lineup/#down-0-2")
    assert spots_of(game, away) == [spots[1], spots[0], *spots[2:]]
    assert b'id="down-0-2"' in away.get(answer["Location"]).content
    assert send(away, game, 0, spots_of(game, away), "up 2")["Location"].endswith("#down-0-1")
    assert spots_of(game, away) == spots
    assert send(away, game, 0, spots, "up 1").status_code == 302
    assert spots_of(game, away) == spots
    assert send(away, game, 0, [], "reset").status_code == 302
    assert Seat.objects.get(game=game, team=0).lineup == []


def test_lineup_is_hidden_until_the_first_pitch() -> None:
    game, away, home = lobby()
    spots = swapped(spots_of(game, away), 0, 1, 0)
    names = [spot["name"] for spot in view_of(game, away)["lobby"][0]["lineup"] if spot["player"]]
    assert send(away, game, 0, swapped(spots, 0, 1, 1)).status_code == 302
    get_ready(away, game, 0)
    for browser in (home, Client()):
        sent = everything_sent(game, browser) + browser.get(f"{game.get_absolute_url()}lineup/").content.decode()
        assert [name for name in names if name in sent] == []
        assert [player for player, _ in spots if player and player in sent] == []
    get_ready(home, game, 1)
    assert names[0] in everything_sent(game, Client())


def test_refusals_include_the_player_and_the_rule() -> None:
    game, away, home = lobby()
    spots = spots_of(game, away)
    names = {spot["player"]: spot["name"] for spot in view_of(game, away)["lobby"][0]["lineup"]}
    twice = [[*spot] for spot in spots]
    twice[1][0] = twice[0][0]
    for sent, words in (
        (twice, [names[spots[0][0]]]),
        ([*spots[:7], [spots[7][0], spots[0][1]], spots[8]], [names[spots[0][0]], names[spots[7][0]], spots[0][1]]),
        ([["nobody", "lf"], *spots[1:]], ["Spot 1"]),
        ([[spots[0][0], "dh"], *spots[1:]], [names[spots[0][0]], "designated hitter"]),
        ([[spots[0][0], "xx"], *spots[1:]], ["Spot 1"]),
    ):
        answer = send(away, game, 0, sent)
        page = answer.content.decode()
        assert answer.status_code == 400
        assert [word for word in words if word not in page] == []
        assert f'<option value="{sent[2][0]}" selected' in re.sub(r"\s+", " ", page), "nothing typed is lost"
    assert send(home, game, 0, spots).status_code == 403
    assert spots_of(game, away) == spots
    get_ready(away, game, 0)
    assert send(away, game, 0, spots).status_code == 400


def test_designated_hitter_bats_if_chosen() -> None:
    game, away, _ = lobby(designated_hitter="on")
    spots = spots_of(game, away)
    assert [position for _, position in spots].count("dh") == 1
    moved = swapped(spots, 0, [position for _, position in spots].index("dh"), 1)
    assert send(away, game, 0, moved).status_code == 302
    assert spots_of(game, away) == moved


def test_program_sets_a_lineup_through_the_api() -> None:
    away, home, game = start()
    spots = [{"player": spot["player"], "position": spot["position"]} for spot in away.view()["lobby"][0]["lineup"]]
    changed = [spots[1], spots[0], *spots[2:]]
    assert away.send("lineup", spots=changed).json()["lobby"][0]["has_own_lineup"]
    assert json.dumps(changed[0]["player"]) not in json.dumps(home.view())
    assert home.send("lineup", spots=changed).json()["finding"] == "NO_PLAYER"
    assert TableGame.objects.get(public_id=game).seats.get(team=0).lineup[0] == [*changed[0].values()]


def test_series_game_uses_saved_lineups_that_can_be_changed_in_the_lobby(weekend: Weekend) -> None:  # noqa: F811
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    game = open_series_table(weekend, sharks)
    proposed = spots_of(game, sharks)
    saved = [proposed[1], proposed[0], *proposed[2:]]
    game.delete()
    LineUp.objects.create(team=weekend.sharks, against=LineUp.Against.ANY, spots=saved)
    game = open_series_table(weekend, sharks)
    open_series_table(weekend, bears)
    assert spots_of(game, sharks) == saved
    own = swapped(saved, 2, 3, 0)
    own = swapped(own, 2, 3, 1)
    assert send(sharks, game, 0, own).status_code == 302
    hitter = [[saved[0][0], "dh"], *saved[1:]]
    assert "T0.01" in send(sharks, game, 0, hitter).content.decode()
    get_ready(sharks, game, 0)
    get_ready(bears, game, 1)
    side = open_table(TableGame.objects.get(pk=game.pk)).play.game.state.sides[0]
    assert [*side.order] == [player or side.pitcher for player, _ in own]


def test_starters_are_listed_with_their_ratings() -> None:
    game, away, _ = lobby()
    (view,) = view_of(game, away)["lobby"]
    page = away.get(game.get_absolute_url()).content.decode()
    for starter in view["starters"]:
        assert any("MIP" in line for line in starter["ratings"]), "the innings that a Pine Tar pitcher lasts"
        assert all(line in page for line in starter["ratings"])


def test_lobby_shows_that_the_opponent_is_not_ready() -> None:
    game, away, home = lobby()
    get_ready(away, game, 0)
    sentence = f"You're ready. The game starts when {game.names[1]} is ready too."
    assert sentence in " ".join(away.get(game.get_absolute_url()).content.decode().split())
    assert "You're ready" not in home.get(game.get_absolute_url()).content.decode()


def refusal_to_get_ready(game: TableGame) -> str:
    with pytest.raises(Refused) as refused:
        make_ready(game=game, team=0)
    return refused.value.code


def test_ready_requires_prepared_cards_and_a_game_in_the_lobby() -> None:
    game, _, _ = lobby()
    for state in (TableGame.State.PREPARING, TableGame.State.FAILED):
        TableGame.objects.filter(pk=game.pk).update(state=state)
        assert refusal_to_get_ready(game) == SeatRefusal.NOT_PREPARED.name
    assert refusal_to_get_ready(started_game()[0]) == SeatRefusal.NOT_IN_LOBBY.name
