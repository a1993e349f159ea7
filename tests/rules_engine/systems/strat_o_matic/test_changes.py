"""Substitutions in a tournament game: each rejection cites its rule."""

import pytest

from rules_engine.baseball.covering import can_cover_positions
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import RefusedChange, legal_changes, substitute
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
WALK = [("pitch", "walk")]


def bench(game: StratGame, team: int, kind: type) -> list[str]:
    return [player for player in game.state.sides[team].bench if isinstance(game.setup.cards[player], kind)]


def ruling(game: StratGame, team: int, enters: str, leaves: str, reason: str):
    return change_ruling(game, PROFILE, team, enters, leaves, reason)


def reach_inning(game: StratGame, inning: int) -> None:
    pilot = ComputerManager(game, PROFILE)
    game_input = RandomInput(4, pilot.choose)
    while game.state.inning < inning:
        pilot.changes()
        game.play(game_input)


def test_t10_11_starting_position_player_stays_until_the_sixth() -> None:
    game = new_game()
    batter, hitter = game.state.batting.batter, bench(game, 0, BatterCard)[0]
    assert ruling(game, 0, hitter, batter, "pinch_hitter").rule == "T10.11"
    reach_inning(game, 6)
    batter, hitter = game.state.batting.batter, bench(game, 0, BatterCard)[0]
    assert ruling(game, 0, hitter, batter, "pinch_hitter")


def test_t10_2_starting_pitcher_stays_five_innings_or_four_runs() -> None:
    game = new_game()
    starter, reliever = game.state.sides[1].pitcher, game.state.sides[1].bench
    reliever = next(
        player
        for player in reliever
        if isinstance(game.setup.cards[player], PitcherCard) and game.setup.cards[player].endurance.relief
    )
    refused = ruling(game, 1, reliever, starter, "pitcher")
    assert (refused.allowed, refused.rule) == (False, "T10.2")
    game.tracker.appearances[starter] = StratAppearance(True, 7, runs={1: 4})
    assert ruling(game, 1, reliever, starter, "pitcher")


def test_25_2_injured_player_can_always_leave() -> None:
    game = new_game()
    batter, substitute = game.state.batting.batter, bench(game, 0, BatterCard)[0]
    game.tracker.injured.add(batter)
    assert ruling(game, 0, substitute, batter, "defence")


def test_7_0_pinch_hitter_replaces_the_batter_and_pinch_runner_a_runner() -> None:
    game = new_game()
    order, hitter = game.state.sides[0].order, bench(game, 0, BatterCard)[0]
    assert "is not at bat" in ruling(game, 0, hitter, order[3], "pinch_hitter").reason
    assert "is not on base" in ruling(game, 0, hitter, order[0], "pinch_runner").reason
    assert "is at bat" in ruling(game, 0, hitter, order[3], "defence").reason


def test_t10_11_pitcher_pinch_hits_only_for_a_pitcher() -> None:
    game = new_game()
    reach_inning(game, 6)
    while isinstance(game.setup.cards[game.state.batting.batter], PitcherCard):
        game.play(ScriptedInput(WALK))
    team = int(game.state.bottom)
    batter, pitcher = game.state.batting.batter, bench(game, team, PitcherCard)[0]
    assert "may not pinch hit for a position player" in ruling(game, team, pitcher, batter, "pinch_hitter").reason


def test_t18_9_no_pinch_hitter_after_a_fouled_bunt() -> None:
    game = new_game()
    reach_inning(game, 6)
    game.tracker.one_and_two = True
    team = int(game.state.bottom)
    refused = ruling(game, team, bench(game, team, BatterCard)[0], game.state.batting.batter, "pinch_hitter")
    assert (refused.allowed, refused.rule) == (False, "T18.9")


def test_t23_02_no_pinch_runner_after_a_failed_lead() -> None:
    game = new_game()
    reach_inning(game, 6)
    while game.state.bases[0] is None:
        ComputerManager(game, PROFILE).changes()
        game.play(ScriptedInput(WALK))
    team, runner = int(game.state.bottom), game.state.bases[0].player
    runs = bench(game, team, BatterCard)[0]
    assert ruling(game, team, runs, runner, "pinch_runner")
    battery = game.setup.battery(game.state.fielding)
    game.tracker.failed_leads[runner] = (1, FailedLead(False, battery.hold, battery.arm))
    assert ruling(game, team, runs, runner, "pinch_runner").rule == "T23.02"


def test_s10_1_no_player_can_leave_an_uncoverable_position() -> None:
    game = new_game()
    side = game.state.sides[0]
    catcher = side.at("c")
    reserves = [
        player
        for player in (*side.field, *side.bench)
        if player != catcher and isinstance(game.setup.cards[player], BatterCard)
    ]
    spare = [player for player in reserves if game.setup.cards[player].fielding_at("c")]
    assert can_cover_positions(game.setup, side, catcher) is bool(spare)
    without_spare = side._replace(bench=tuple(player for player in side.bench if player not in spare))
    assert not can_cover_positions(game.setup, without_spare, catcher)


def test_rejected_change_is_not_made_and_legal_ones_are_listed() -> None:
    game = new_game()
    batter, hitter = game.state.batting.batter, bench(game, 0, BatterCard)[0]
    with pytest.raises(RefusedChange, match="T10.11"):
        substitute(game, PROFILE, 0, hitter, batter, "pinch_hitter")
    assert legal_changes(game, PROFILE, 0, "pinch_hitter") == []
    reach_inning(game, 7)
    team = int(game.state.bottom)
    legal = legal_changes(game, PROFILE, team, "pinch_hitter")
    enters, leaves = legal[0]
    substitute(game, PROFILE, team, enters, leaves, "pinch_hitter")
    assert game.state.batting.batter == enters


@pytest.mark.parametrize("seed", range(6))
def test_games_under_tournament_substitution_rules_finish(seed: int) -> None:
    game = new_game("star", "CHA", "PHI", starter=seed)
    pilot = ComputerManager(game, PROFILE)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
    assert broken_invariants(game.log) == []
