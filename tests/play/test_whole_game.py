"""A whole game through the pages, by two browsers."""

import pytest
from django.test import Client

from play.models import TableEvent, TableGame
from play.table import cached_games, open_table
from tests.play.tables import get_ready, new_game, play_to_end, started_game, view_of

pytestmark = pytest.mark.django_db


def test_two_browsers_play_a_game_to_its_end_and_every_roll_checks_out() -> None:
    game, away, home = started_game()
    play_to_end(game, (away, home))
    game.refresh_from_db()
    assert game.state == TableGame.State.OVER
    for page in ("", "plays/", "box-score/", "dice/", "dice.json", "retrosheet.txt"):
        assert Client().get(f"{game.get_absolute_url()}{page}").status_code == 200, page
    record = Client().get(f"{game.get_absolute_url()}dice.json").json()
    assert record["parts"] == ["part0", "part1"]
    assert len(record["rolls"]) == sum(len(rolls) for rolls in TableEvent.objects.values_list("rolls", flat=True)) > 100
    assert b"All rolls check out" in Client().get(f"{game.get_absolute_url()}dice/").content
    assert Client().get(f"{game.get_absolute_url()}retrosheet.txt").content.startswith(b"id,")


def test_a_game_rebuilt_from_its_rows_equals_the_cached_game() -> None:
    game, away, home = started_game()
    play_to_end(game, (away, home))
    before = view_of(game)
    cached_games.clear()
    assert view_of(game) == before
    events = open_table(TableGame.objects.get(pk=game.pk)).play.game.log.events
    assert len(events) == sum(len(log) for log in TableEvent.objects.values_list("log", flat=True))


@pytest.mark.parametrize("ruleset", ["pine_tar/standard", "pine_tar/full"])
def test_a_manager_plays_against_the_computer(ruleset: str) -> None:
    browser = Client()
    game = new_game(browser, opponent="computer", ruleset=ruleset)
    get_ready(browser, game, 0)
    play_to_end(game, (browser, browser))
    assert view_of(game)["state"] == "over"


def test_a_manager_has_both_teams() -> None:
    browser = Client()
    game = new_game(browser, opponent="both")
    get_ready(browser, game, 0)
    get_ready(browser, game, 1)
    play_to_end(game, (browser, browser))
    assert view_of(game)["state"] == "over"
