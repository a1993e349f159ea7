"""Test answering a manager's prompts before the dice with a single tap."""

import pytest
from django.test import Client

from play.models import TableGame
from play.opening import open_table
from tests.play.tables import get_ready, move, new_game, view_of

pytestmark = pytest.mark.django_db


def test_single_tap_answers_the_usual_infield_and_hold_questions() -> None:
    browser = Client()
    game = new_game(browser, ruleset="strat_o_matic/senior_seminar", opponent="both", first=9)
    get_ready(browser, game, 0)
    get_ready(browser, game, 1)
    _, defense = view_of(game, browser)["game"]["prompts"]
    assert len(defense["usual_answers"]) == 2
    assert move(browser, game, view_of(game)["number"], "1 usual").status_code == 302
    offense, defense = view_of(game, browser)["game"]["prompts"]
    assert (offense["kind"], defense["kind"]) == ("ask", "wait")
    talk = open_table(TableGame.objects.get(pk=game.pk)).play
    assert [(entry.name, entry.typed) for entry in talk.entries if entry.typed] == [("infield", True), ("hold", True)]
    assert move(browser, game, view_of(game)["number"], "1 usual").status_code == 400
    move(browser, game, view_of(game)["number"], "1 undo answer")
    assert view_of(game, browser)["game"]["prompts"][1]["question"] == "hold"
    assert view_of(game, browser)["game"]["prompts"][1]["usual_answers"] == []
