"""Computer manager styles: each test has a situation, the different choices, and the reason."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.game_input import Option
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.manager_styles import DEFAULT, ManagerStyle, manager_styles
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.computer_manager.advancing import send_lead
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.computer_manager.decisions import (
    bunt_share,
    run_on_third_matters,
    should_hit_and_run,
    should_steal,
    walk_share,
)
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game
from tests.rules_engine.systems.strat_o_matic.test_manager_by_chances import HOLD, moment, on_single, up


def by_style(situation: PlaySituation, choice: Any) -> dict[str, Any]:
    """Return each style's choice in a situation."""
    choices = {}
    for key, style in manager_styles().items():
        situation.style = style
        choices[key] = choice(situation)
    return choices


def test_the_default_changes_nothing() -> None:
    assert manager_styles()[DEFAULT] == ManagerStyle()


def test_a_runner_at_even_odds_goes_only_for_the_aggressive_manager() -> None:
    """With a safe chance of 10 in 20, an out costs more than the extra base is worth."""
    runner = new_game().state.sides[0].order[6]
    fair = replace(new_game().setup.cards[runner], steal=StealRating(False, (5, 6, 7, 8, 9), (), 11, 4))
    steals = by_style(moment(1, outs=0, cards={runner: fair}), should_steal)
    assert steals == {DEFAULT: False, "aggressive": True, "old_school": False, "by_the_numbers": False}


def test_the_old_school_sacrifices_most_and_the_numbers_say_an_out_costs_more_than_a_base() -> None:
    situation = moment(1, outs=0, inning=7, score=(2, 2))
    situation.at_bat = situation.at_bat._replace(bunt="A")
    bunts = by_style(situation, bunt_share)
    assert bunts["old_school"] > bunts[DEFAULT] > bunts["aggressive"] > bunts["by_the_numbers"]


def test_the_aggressive_manager_hits_and_runs_three_runs_ahead_and_the_numbers_never() -> None:
    situation = moment(1, outs=1, score=(3, 0))
    situation.at_bat = situation.at_bat._replace(hit_and_run="B")
    choices = by_style(situation, should_hit_and_run)
    assert choices == {DEFAULT: False, "aggressive": True, "old_school": False, "by_the_numbers": False}
    tied = moment(1, outs=1, score=(0, 0))
    tied.at_bat = situation.at_bat
    assert by_style(tied, should_hit_and_run) == choices | {DEFAULT: True, "old_school": True}


def test_the_old_school_plays_the_infield_in_for_a_run_that_matters_less() -> None:
    situation = moment(3, outs=1, inning=3, score=(4, 0))
    choices = by_style(situation, run_on_third_matters)
    assert choices["old_school"]
    assert not choices["by_the_numbers"]


def test_the_old_school_walks_a_slugger_although_the_runner_costs_a_little() -> None:
    """With first base open and two outs, the walk costs only a little win probability."""
    game = new_game()
    home, cards = game.state.sides[1], game.setup.cards
    pitcher = home.order.index(home.pitcher)
    best = max(home.order, key=lambda player: sum(game.setup.bat(player, "R")))
    situation = up(pitcher - 1, 2, 3, outs=2, inning=6, score=(2, 1), cards={home.order[pitcher - 1]: cards[best]})
    walks = by_style(situation, walk_share)
    assert walks.pop("old_school") > 0
    assert set(walks.values()) == {0.0}


@pytest.mark.parametrize(("safe", "goes"), [(14, {"aggressive"}), (15, {DEFAULT, "aggressive", "by_the_numbers"})])
def test_the_aggressive_manager_sends_runners_at_lower_numbers(safe: int, goes: set[str]) -> None:
    choices = by_style(moment(2, outs=1), lambda situation: send_lead(on_single(safe), situation))
    assert {key for key, choice in choices.items() if choice == "send"} == goes


def test_a_starter_stays_longer_with_the_old_school_than_by_the_numbers() -> None:
    """He has completed his usual innings, but not two extra ones."""
    stays = {}
    for key in manager_styles():
        game = new_game()
        game.setup.habits = replace(game.setup.habits, starters_stay=0.0)
        state = game.state._replace(inning=8)
        changed = StratGame(game.setup, GameLog(state), styles=(key, key))
        pitcher = state.fielding.pitcher
        changed.tracker.appearance(state)
        changed.tracker.appearances[pitcher] = replace(changed.tracker.appearances[pitcher], outs=3 * 6 + 2)
        stays[key] = ComputerManager(changed).starter_stays_share(state)
    assert stays["old_school"] == 1.0
    assert stays["by_the_numbers"] == 0.0


def test_each_side_decides_by_its_own_style() -> None:
    runner = new_game().state.sides[0].order[6]
    fair = replace(new_game().setup.cards[runner], steal=StealRating(False, (5, 6, 7, 8, 9), (), 11, 4))
    situation = moment(1, outs=0, cards={runner: fair})
    options = (Option("swing", "7.0"), Option("steal_1", "23.6"), HOLD)
    for styles, choice in ((("aggressive", DEFAULT), "steal_1"), ((DEFAULT, "aggressive"), "swing")):
        game = StratGame(situation.setup, GameLog(situation.now), styles=styles)
        assert ComputerManager(game).choose("offence", "play", options) == choice
