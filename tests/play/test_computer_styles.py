"""Test a computer opponent's style, which is chosen and stored with the game."""

import pytest
from django.test import Client

from play.models import TableGame
from play.opening import cached_games, open_table
from rules_engine.baseball.manager_styles import DEFAULT, manager_styles
from tests.play.tables import OPTIONS, get_ready, new_game

pytestmark = pytest.mark.django_db


def test_the_computer_manages_by_the_chosen_style_also_after_the_game_is_loaded_again() -> None:
    browser = Client()
    game = new_game(browser, opponent="computer", own_team=0, computer_style="aggressive")
    get_ready(browser, game, 0)
    cached_games.clear()
    play = open_table(TableGame.objects.get(pk=game.pk)).play
    assert play.game.styles == (DEFAULT, "aggressive")
    assert play.pilot.styles[1] == manager_styles()["aggressive"]


def test_a_style_that_does_not_exist_is_refused() -> None:
    answer = Client().post("/api/v1/play/", {**OPTIONS, "computer_style": "reckless"}, content_type="application/json")
    assert answer.status_code == 400
    assert "computer_style" in answer.content.decode()
