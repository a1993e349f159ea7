"""Test for two taps per plate appearance: usual choices in whole games of every ruleset, and the game's length."""

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from django.test import Client

from play.models import TableEvent, TableGame
from tests.play.tables import get_ready, move, new_game, sit_down_by_link, usual_move, view_of

pytestmark = pytest.mark.django_db

RULESETS = (
    "strat_o_matic/som_basic",
    "strat_o_matic/som_advanced",
    "strat_o_matic/som_super_advanced",
    "strat_o_matic/star",
    "strat_o_matic/senior_seminar",
    "pine_tar/full",
    "inside_pitch/off",
)
SECRET = "5f" * 32  # with the managers' values, it determines the dice, so games are repeatable
MAX_TAPS = 2
MAX_MINUTES = 35
# the model adds a tap, both managers reading a plate appearance, and typing a roll's dice
TAP_SECONDS, READING_SECONDS, TYPING_SECONDS = 1, 2 * 4, 6


def taps_by_plate_appearance(game: TableGame, browsers: tuple[Client, Client]) -> Iterator[int]:
    """Make both managers' usual moves as offered by the pages, and yield the taps per plate appearance."""
    taps = 0
    batter = ""
    for _ in range(1000):
        views = [view_of(game, browser) for browser in browsers]
        if views[0]["state"] == TableGame.State.OVER:
            yield taps
            return
        at_bat = _at_bat(views[0])
        if batter and at_bat != batter:
            yield taps
            taps = 0
        batter = at_bat
        moves = [(browser, usual_move(view)) for browser, view in zip(browsers, views, strict=True)]
        browser, do = next((browser, do) for browser, do in moves if do)
        assert move(browser, game, views[0]["number"], do).status_code == 302
        taps += 1
    raise AssertionError("the game does not end")


def _at_bat(view: dict[str, Any]) -> str:
    board = view["game"]["board"]
    rosters = view["game"]["rosters"]
    return f"{board['inning']} {board['half']} {rosters[board['half'] == 'bottom']['next_batter']}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_typical_game_stays_within_the_tap_and_time_limits(ruleset: str) -> None:
    away, home = Client(), Client()
    game = new_game(away, ruleset=ruleset)
    TableGame.objects.filter(pk=game.pk).update(secret=SECRET)
    sit_down_by_link(away, home, game)
    get_ready(away, game, 0)
    get_ready(home, game, 1)
    taps = [*taps_by_plate_appearance(game, (away, home))]
    assert len(taps) > 50
    assert median(taps) <= MAX_TAPS
    seconds = sum(taps) * TAP_SECONDS + len(taps) * READING_SECONDS
    assert seconds <= MAX_MINUTES * 60
    # with real dice, one manager types each play and the other confirms it
    readings = [*TableEvent.objects.filter(game=game).values_list("readings", flat=True)]
    if ruleset.startswith("strat_o_matic/"):
        lines = [line for reading in readings for play in reading.values() for line in play]
        assert any("X-chance at" in line for line in lines), "it says how the fielding chart was read"
    plays = sum(len(reading) for reading in readings)
    seconds += plays * (TYPING_SECONDS + TAP_SECONDS)
    assert seconds <= MAX_MINUTES * 60
