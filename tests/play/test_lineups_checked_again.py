"""Test that a series game's lineups and starters are checked again at its first pitch, with current data."""

from typing import Any

import pytest
from django.test import Client

from drafts.models import LineUp, Pick
from play.models import TableGame
from play.opening import open_table as open_game
from rules_engine.baseball.state import Side
from tests.conftest import signed_in
from tests.factories import GameFactory, ManagerAccessFactory, OutingFactory, SeriesFactory
from tests.play.tables import get_ready, view_of
from tests.play.test_lineups import send, spots_of
from tests.play.test_series_games import open_table, weekend  # noqa: F401 - a fixture
from tests.weekend.test_play_drafted_teams import Weekend

pytestmark = pytest.mark.django_db


class Lobby:
    """A lobby in which the Sharks are ready with their own lineup. The Bears, at home, aren't ready yet."""

    def __init__(self, weekend: Weekend) -> None:  # noqa: F811
        self.weekend = weekend
        self.sharks, self.bears = (
            signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears)
        )
        self.game = open_table(weekend, self.sharks)
        open_table(weekend, self.bears)
        proposed = spots_of(self.game, self.sharks)
        self.spots = [proposed[1], proposed[0], *proposed[2:]]
        assert send(self.sharks, self.game, 0, self.spots).status_code == 302
        self.starter = view_of(self.game, self.sharks)["lobby"][0]["starters"][0]["key"]
        get_ready(self.sharks, self.game, 0, starter=self.starter)

    def ready(self, browser: Client, team: int) -> Any:
        answer = browser.post(f"{self.game.get_absolute_url()}ready/", {"team": team})
        self.game.refresh_from_db()
        return answer

    def start_again(self) -> Side:
        """Start the game with the lobby's current suggestion, and return the Sharks' side."""
        get_ready(self.sharks, self.game, 0)
        get_ready(self.bears, self.game, 1)
        return open_game(TableGame.objects.get(pk=self.game.pk)).play.game.state.sides[0]


@pytest.fixture
def lobby(weekend: Weekend) -> Lobby:  # noqa: F811
    return Lobby(weekend)


def test_starter_used_in_another_series_cannot_start(lobby: Lobby) -> None:
    """T10.2: A game in another series counts on the same sheet. The visitors then choose another starter."""
    team = lobby.weekend.sharks
    other_series = SeriesFactory(
        division=team.division, home=team, away=lobby.weekend.bears, round=2, status="complete"
    )
    played = GameFactory(series=other_series, number=1, status="final", home_runs=3, away_runs=2)
    card = Pick.objects.get(team=team, card__code=lobby.starter).card
    OutingFactory(game=played, team=team, card=card, order=0, part="S", outs=27)
    assert lobby.ready(lobby.bears, 1).status_code == 400
    assert lobby.game.state == TableGame.State.LOBBY, lobby.game.failure
    (view,) = view_of(lobby.game, lobby.sharks)["lobby"]
    assert not view["is_ready"]
    assert [spot["player"] for spot in view["lineup"]] == [player for player, _ in lobby.spots], "their lineup remains"
    assert lobby.starter not in [starter["key"] for starter in view["starters"]]
    lobby.start_again()


def test_departed_player_cannot_bat(lobby: Lobby) -> None:
    left = next(player for player, _ in lobby.spots if player)
    Pick.objects.filter(team=lobby.weekend.sharks, card__code=left).delete()
    answer = lobby.ready(lobby.bears, 1)
    assert answer.status_code == 400
    assert "left Sharks" in answer.content.decode()
    assert lobby.game.state == TableGame.State.LOBBY
    side = lobby.start_again()
    assert left not in (*side.order, *side.bench)


def test_next_game_rechecks_a_saved_lineup(weekend: Weekend) -> None:  # noqa: F811
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    spots = spots_of(open_table(weekend, sharks), sharks)
    TableGame.objects.all().delete()
    LineUp.objects.create(team=weekend.sharks, against=LineUp.Against.ANY, spots=spots)
    weekend.pitched((weekend.sharks, "pettian01", "S", 27), (weekend.bears, "maddugr01", "S", 27))
    game = open_table(weekend, sharks)
    open_table(weekend, bears)
    left = next(player for player, _ in spots if player)
    Pick.objects.filter(team=weekend.sharks, card__code=left).delete()
    browsers = (bears, sharks) if game.home_name == "Sharks" else (sharks, bears)
    get_ready(browsers[0], game, 0)
    assert "left Sharks" in browsers[1].post(f"{game.get_absolute_url()}ready/", {"team": 1}).content.decode()
    game.refresh_from_db()
    assert game.state == TableGame.State.LOBBY
    for team, browser in enumerate(browsers):
        answer = browser.post(f"{game.get_absolute_url()}ready/", {"team": team})
    assert answer.status_code == 400
    assert left in answer.content.decode() or "lineup" in answer.content.decode()


def test_result_typed_elsewhere_invalidates_the_table(lobby: Lobby) -> None:
    """The table was opened for game 1. In game 2, the other team is at home."""
    lobby.weekend.pitched((lobby.weekend.sharks, "wellsda01", "S", 27), (lobby.weekend.bears, "maddugr01", "S", 27))
    answer = lobby.ready(lobby.bears, 1)
    assert answer.status_code == 400
    assert "Sharks is the home team in the next game" in answer.content.decode()
    assert lobby.game.state == TableGame.State.FAILED
    assert open_table(lobby.weekend, lobby.bears).names == ("Bears", "Sharks")
