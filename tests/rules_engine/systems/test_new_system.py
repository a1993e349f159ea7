"""A new game system writes the functions of `PlayingSystem` and takes the rest from the defaults."""

import ast
from pathlib import Path

import pytest

from rules_engine import Game, GameLog, Side, load_system, start_game
from rules_engine.baseball import registry
from rules_engine.baseball.saved_games import SavedGame, read_saved, saved_text
from rules_engine.baseball.simulation import check, play_out
from rules_engine.baseball.system import PlayingSystem, System
from tests.rules_engine.systems import coin_flip

AWAY, HOME = (tuple(f"{club} {number}" for number in range(1, 10)) for club in ("Away", "Home"))


@pytest.fixture
def system(monkeypatch):
    monkeypatch.setitem(registry._loaders, coin_flip.key, lambda: coin_flip)
    return load_system(coin_flip.key)


def test_it_plays_a_whole_game_that_can_be_saved_and_read_again(system) -> None:
    cards = {player: system.read_card({"name": player}) for player in (*AWAY, *HOME)}
    setup = system.setup(system.edition("fair"), cards)
    game = Game(setup, GameLog(start_game(Side(AWAY, AWAY), Side(HOME, HOME))))
    play_out(game, seed=7)
    check(game, 7)
    assert game.state.over
    saved = saved_text(SavedGame(system.key, "fair", "", ("Away", "Home"), game.log))
    assert read_saved(saved).log.states[-1] == game.state


def test_the_defaults_complete_the_protocol() -> None:
    names = {name for base in System.__mro__ for name in vars(base) if not name.startswith("_")}
    assert {name for name in names if not hasattr(coin_flip, name)} == set()


def test_it_writes_about_ten_functions() -> None:
    written = {
        node.name for node in ast.parse(Path(coin_flip.__file__).read_text()).body if isinstance(node, ast.FunctionDef)
    }
    required = {name for name in vars(PlayingSystem) if not name.startswith("_")} - {"key", "title", "editions"}
    assert written == required
    assert len(required) == 11
