"""Test the odds of a manager's options, shown to managers of friendly games but never in tournament games."""

import re

import pytest
from django.test import Client

from play.models import TableGame
from tests.play.series import SeriesTable
from tests.play.tables import started_game

pytestmark = pytest.mark.django_db


def odds_page(browser: Client, game: TableGame) -> str:
    answer = browser.get(f"{game.get_absolute_url()}odds/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_only_the_fielding_manager_sees_the_odds_of_a_walk() -> None:
    game, away, home = started_game(ruleset="inside_pitch/off")
    page = odds_page(home, game)
    assert re.findall(r'data-option-odds="(\d)"', page) == ["1"]
    assert re.findall(r'data-option="(\w*)"', page) == ["", "walk"]
    assert page.count("data-best") == 1
    offense = re.findall(r'data-option="(\w*)"', odds_page(away, game))
    assert offense == ["", "bunt_hit"]
    assert "data-option-odds" not in odds_page(Client(), game)
    assert "/odds/" in home.get(game.get_absolute_url()).content.decode()


def test_t0_03_a_tournament_game_has_no_odds_before_both_have_signed() -> None:
    table = SeriesTable()
    table.start()
    for browser in table.browsers:
        assert "data-option-odds" not in odds_page(browser, table.game)
        assert (
            f"{table.game.get_absolute_url()}odds/" not in browser.get(table.game.get_absolute_url()).content.decode()
        )
