"""Special games played to the end: suspended, mercy rule, and extra innings with a runner on second."""

import json

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import GameHalted, PlayMade, Substituted, from_document, to_document
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.state import Runner
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.game_rules import GameRules
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
RULES = game_rules(PROFILE)


def played(game: StratGame, game_input: RandomInput, until: int = 99) -> StratGame:
    pilot = ComputerManager(game, PROFILE)
    game_input.choose = pilot.choose
    while not game.state.over and game.state.inning < until:
        pilot.changes()
        game.play(game_input)
    return game


@pytest.mark.parametrize("seed", range(4))
def test_t33_0_resumed_game_from_its_stored_log_ends_the_same_way(seed: int) -> None:
    game_input = RandomInput(seed)
    game = played(new_game("star", "HOU", "SFN", rules=RULES), game_input, until=6)
    straight = played(StratGame(game.setup, GameLog(game.log.start, list(game.log.events))), copy_of(game_input))
    game.append(GameHalted("suspended", "T33.0"))
    stored = json.dumps([to_document(event) for event in game.log.events])
    replayed = StratGame(game.setup, GameLog(game.log.start, [from_document(event) for event in json.loads(stored)]))
    with pytest.raises(NotReadyError, match="suspended"):
        replayed.play(ScriptedInput([]))
    replayed.append(GameHalted("", "T33.0"))
    assert replayed.tracker.appearances == game.tracker.appearances
    played(replayed, game_input)
    assert (replayed.state.score, replayed.state.ending) == (straight.state.score, straight.state.ending)
    assert box_score(replayed.log.in_force()).teams == box_score(straight.log.in_force()).teams
    assert broken_invariants(replayed.log) == []


def copy_of(game_input: RandomInput) -> RandomInput:
    """Return game input that will roll the same dice as this one."""
    second_input = RandomInput(game_input.seed)
    second_input.draw.__self__.setstate(game_input.draw.__self__.getstate())  # type: ignore[attr-defined]
    return second_input


def test_t33_0_suspended_game_allows_no_substitution_and_removed_players_stay_out() -> None:
    game = played(new_game("star", rules=RULES), RandomInput(2), until=7)
    side = game.state.sides[0]
    change = Substituted(0, side.bench[0], side.order[0], "7.0")
    game.append(change)
    game.append(GameHalted("suspended", "T33.0"))
    side = game.state.sides[change.team]
    refused = change_ruling(game, PROFILE, change.team, side.bench[0], side.pitcher, "pitcher")
    assert (refused.allowed, refused.rule) == (False, "T33.0")
    game.append(GameHalted("", "T33.0"))
    back = change_ruling(game, PROFILE, change.team, change.leaves, side.pitcher, "pitcher")
    assert "has left the game" in back.reason


@pytest.mark.parametrize("edition", ["star", "som_basic"])
def test_extra_innings_with_a_placed_runner_produce_a_winner(edition: str) -> None:
    rules = GameRules(innings=1, runner_on_second_from=2)
    extra = 0
    for seed in range(12):
        game = played(new_game(edition, "CLE", "SDN", rules=rules), RandomInput(seed))
        extra += game.state.inning > 1
        assert game.state.score[0] != game.state.score[1]
        assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    assert extra


def test_placed_runner_is_on_second_before_the_first_batter_and_can_be_run_for() -> None:
    game = new_game("som_basic", rules=GameRules(innings=1, runner_on_second_from=2))
    for _ in range(6):
        state = game.state
        game.append(PlayMade(Play("strikeout", (OUT, -2, -2, -2), "1.0"), state.batting.batter, state.fielding.pitcher))
    side = game.state.batting
    assert game.state.bases == (None, Runner(side.order[side.up - 1], game.state.fielding.pitcher), None)
    runs = side.bench[0]
    game.append(Substituted(0, runs, game.state.bases[1].player))
    assert game.state.bases[1].player == runs


@pytest.mark.parametrize("seed", range(10))
def test_t0_04_mercy_rule_ends_a_game_exactly_when_it_applies(seed: int) -> None:
    game = new_game("star", "NYA", "FLO", starter=seed, rules=RULES._replace(mercy_lead=4))
    pilot = ComputerManager(game, PROFILE)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over:
        before = game.state
        pilot.changes()
        game.play(game_input)
        if (game.state.inning, game.state.bottom) != (before.inning, before.bottom) or game.state.over:
            away, home = game.state.score
            lead = abs(home - away) if before.bottom else home - away
            if game.state.ending in ("", "mercy"):
                assert (game.state.ending == "mercy") is (before.inning >= 5 and lead >= 4)
        elif game.state.ending == "":
            assert not game.state.over


def test_t0_04_game_rules_match_the_tournament() -> None:
    assert (RULES.mercy_lead, RULES.mercy_from, RULES.innings) == (10, 5, 9)
