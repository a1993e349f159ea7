"""A new game system implements the functions of `PlayingSystem` and uses the defaults for the rest."""

import ast
import importlib.util
from pathlib import Path

import pytest

from core.plugins import plugins_of
from pennant_baseball.plugins import RULESETS
from play.queries.rulesets import ruleset_titles
from rules_engine import Game, GameLog, Side, load_system, start_game, system_keys
from rules_engine.baseball import registry
from rules_engine.baseball.saved_games import SavedGame, read_saved, saved_text
from rules_engine.baseball.simulation import check, play_out
from rules_engine.baseball.system import PlayingSystem, System
from rules_engine.systems import KEYS
from tests.plugin_packages import install_package

ROOT = Path(__file__).parents[3]
SPEC = importlib.util.spec_from_file_location("coin_flip", ROOT / "docs/example-plugin/akron_rules/coin_flip.py")
coin_flip = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(coin_flip)
AWAY, HOME = (tuple(f"{club} {number}" for number in range(1, 10)) for club in ("Away", "Home"))


@pytest.fixture
def system(monkeypatch):
    monkeypatch.setitem(registry._loaders, coin_flip.key, lambda: coin_flip)
    return load_system(coin_flip.key)


def test_new_system_plays_a_whole_game_that_can_be_saved_and_loaded(system) -> None:
    cards = {player: system.read_card({"name": player}) for player in (*AWAY, *HOME)}
    setup = system.setup(system.edition("fair"), cards)
    game = Game(setup, GameLog(start_game(Side(AWAY, AWAY), Side(HOME, HOME))))
    play_out(game, seed=7)
    check(game, 7)
    assert game.state.over
    saved = saved_text(SavedGame(system.key, "fair", "", ("Away", "Home"), game.log))
    assert read_saved(saved).log.states[-1] == game.state


def test_defaults_complete_the_protocol() -> None:
    names = {name for base in System.__mro__ for name in vars(base) if not name.startswith("_")}
    assert {name for name in names if not hasattr(coin_flip, name)} == set()


def test_new_system_needs_eleven_functions() -> None:
    written = {
        node.name
        for node in ast.parse(Path(coin_flip.__file__).read_text()).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    required = {name for name in vars(PlayingSystem) if not name.startswith("_")} - {"key", "title", "editions"}
    assert written == required | {"make_cards"}
    assert len(required) == 11


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('key = "coin_flip"', 'key = "Coin"', "its key must be text that matches "),
        ('key = "coin_flip"', 'key = "pine_tar"', "Pennant already has a game system “pine_tar”"),
        ("def pilot(", "def captain(", "it has no pilot; import the defaults of system_defaults"),
        ("def next_play(", "def play(", "it has no function next_play"),
        ('{"fair": "Fair coin"}', "{}", "its editions must be a dict"),
        ("def pilot(", "raise RuntimeError('no coin')\ndef pilot(", "RuntimeError: no coin"),
    ],
)
def test_unusable_system_is_reported_and_skipped(packages, old, new, fault) -> None:
    code = Path(coin_flip.__file__).read_text()
    assert old in code
    install_package(packages, "coin", code.replace(old, new), {RULESETS.name: {"coin": "coin"}})
    (plugin,) = plugins_of(RULESETS)
    assert fault in plugin.problem
    assert system_keys() == KEYS


def test_installed_system_is_listed_last(packages) -> None:
    code = Path(coin_flip.__file__).read_text()
    install_package(packages, "coin", code, {RULESETS.name: {"coin": "coin"}})
    (plugin,) = plugins_of(RULESETS)
    assert (plugin.problem, plugin.title) == ("", "Coin Flip")
    assert system_keys() == (*KEYS, "coin_flip")
    assert load_system("coin_flip").title == "Coin Flip"
    assert ruleset_titles()["coin_flip/fair"] == "Coin Flip, Fair coin"
