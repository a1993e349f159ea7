"""Relief innings left on the pitching sheet: pitchers without enough can't enter, and nobody exceeds his limit."""

import pytest

from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import start_game
from rules_engine.eligibility.pitching import (
    Appearance,
    PitchingFinding,
    ReliefLeft,
    find_relief_left,
    rested_since_start,
)
from rules_engine.profile import load_profile
from rules_engine.rulings import allow
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import reliever_ruling
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import legal_changes
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
RESTS = ReliefLeft(rested_since_start([None, None, Appearance("start", 15)], 4, PROFILE), 0)
ONE_OUT = find_relief_left([None, None, Appearance("relief", 5), Appearance("relief", 6), None], 6, PROFILE)
WALK = [("pitch", "walk")]


def with_sheet(allowance: ReliefLeft, *players: str) -> StratGame:
    """Return a game with this allowance for these pitchers, or for all of the home team's relievers."""
    game = new_game()
    bench = [pitcher for pitcher in game.state.sides[1].bench if isinstance(game.setup.cards[pitcher], PitcherCard)]
    game.relief = dict.fromkeys(players or bench, allowance)
    game.tracker.appearances[game.state.fielding.pitcher] = StratAppearance(True, 7, runs={1: 4})  # he may be relieved
    return game


def relieved_by(game: StratGame, pitcher: str) -> StratGame:
    game.append(Substituted(1, pitcher, game.state.fielding.pitcher))
    return game


def test_t10_2_pitcher_excluded_by_the_sheet_is_rejected_with_its_ruling() -> None:
    game = with_sheet(RESTS, "rockejo01")
    starter = game.state.fielding.pitcher
    ruling = change_ruling(game, PROFILE, 1, "rockejo01", starter, "pitcher")
    assert (ruling.allowed, ruling.rule, ruling.reason) == (False, "T10.2", "started game 3: must rest games 4-6")
    legal = [enters for enters, _ in legal_changes(game, PROFILE, 1, "pitcher")]
    assert "rockejo01" not in legal
    assert "ligteke01" in legal


def test_t10_2_sheet_arithmetic_is_used_unchanged() -> None:
    cells = [Appearance("relief", 5), Appearance("relief", 7), None]
    game = with_sheet(find_relief_left(cells, 4, PROFILE), "rockejo01")
    ruling = reliever_ruling(game.setup, game.state.fielding, game.relief, "rockejo01")
    assert str(ruling) == "T10.2: 1.2 + 2.1 = 4.0 in games 1-3 leaves none of 4.0"
    game = with_sheet(ReliefLeft(allow(PitchingFinding.FULL_RELIEF_LEFT, "T10.2", left=12), 0), "rockejo01")
    ruling = reliever_ruling(game.setup, game.state.fielding, game.relief, "rockejo01")
    assert str(ruling) == "T10.2: 0.0 innings left, but he needs 0.1 to enter"


def test_t10_2_reliever_at_the_limit_leaves_at_once() -> None:
    game = relieved_by(with_sheet(ONE_OUT, "rockejo01"), "rockejo01")
    game.play(ScriptedInput(WALK))
    game.tracker.appearance(game.state).outs = 1
    with pytest.raises(NotReadyError, match="rockejo01 must leave the mound: T10.2: 0.1 of his 0.1 innings pitched"):
        game.play(ScriptedInput(WALK))
    ComputerManager(game, PROFILE).changes()
    assert game.state.fielding.pitcher != "rockejo01"
    game.play(ScriptedInput(WALK))


def test_t10_2_starter_is_not_limited_to_four_relief_innings() -> None:
    game = with_sheet(ONE_OUT, "maddugr01")
    assert game.state.fielding.pitcher == "maddugr01"
    game.tracker.appearance(game.state).outs = 20
    game.play(ScriptedInput(WALK))


def test_t25_3_position_player_pitches_if_the_sheet_allows_no_pitcher() -> None:
    game = with_sheet(RESTS)
    fielder = next(
        pitcher for pitcher in game.state.fielding.bench if isinstance(game.setup.cards[pitcher], BatterCard)
    )
    assert reliever_ruling(game.setup, game.state.fielding, game.relief, fielder)
    game.relief = {pitcher: allowance for pitcher, allowance in game.relief.items() if pitcher != "rockejo01"}
    refused = reliever_ruling(game.setup, game.state.fielding, game.relief, fielder)
    assert (refused.allowed, refused.rule) == (False, "T25.3")
    official = new_game("som_advanced")
    assert reliever_ruling(official.setup, official.state.fielding, {}, fielder).rule == "25.3"


def test_t27_62_starter_without_a_relief_rating_cannot_relieve() -> None:
    game = new_game()
    assert str(reliever_ruling(game.setup, game.state.fielding, {}, "chenbr01")).startswith("T27.62")
    generous = new_game("som_super_advanced")
    assert reliever_ruling(generous.setup, generous.state.fielding, {}, "chenbr01")


def test_t25_3_pitcher_without_a_successor_continues() -> None:
    first = with_sheet(ONE_OUT)
    away, home = first.state.sides
    alone = home._replace(bench=("rockejo01",))
    game = StratGame(first.setup, GameLog(start_game(away, alone)), {"rockejo01": ONE_OUT})
    relieved_by(game, "rockejo01")
    game.play(ScriptedInput(WALK))
    game.tracker.appearance(game.state).outs = 5
    game.play(ScriptedInput(WALK))
    assert game.state.occupied == 3


@pytest.mark.parametrize("edition", ["star", "som_basic"])
@pytest.mark.parametrize("seed", range(4))
def test_t10_2_autopilot_obeys_a_nearly_exhausted_sheet(edition: str, seed: int) -> None:
    game = new_game(edition, "CHA", "PHI", starter=seed)
    pitchers = [m for side in game.state.sides for m in side.bench if isinstance(game.setup.cards[m], PitcherCard)]
    game.relief = {pitcher: (RESTS, ONE_OUT)[place % 2] for place, pitcher in enumerate(pitchers)}
    pilot = ComputerManager(game, PROFILE if edition == "star" else None)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
    assert broken_invariants(game.log) == []
    entered = {event.enters for event in game.log.events if isinstance(event, Substituted)}
    assert not entered & {pitcher for pitcher, allowance in game.relief.items() if allowance is RESTS}
    beyond = {pitcher: game.tracker.appearances[pitcher].outs for pitcher in entered & set(game.relief)}
    assert all(outs <= 3 for outs in beyond.values())  # the play that uses up his innings can add two outs (T31.1)


def test_t27_54_computer_manager_relieves_a_starter_after_ten_innings_but_not_the_reliever() -> None:
    tenth = new_game("star")
    game = StratGame(tenth.setup, GameLog(tenth.state._replace(inning=11, halves=(0,) * 21)))
    starter, pilot = game.state.fielding.pitcher, ComputerManager(game)
    pilot.changes()
    follows = game.state.fielding.pitcher
    assert follows != starter
    game.append(PlayMade(Play("strikeout", (OUT, ABSENT, ABSENT, ABSENT)), game.state.batting.batter, follows))
    pilot.changes()
    assert game.state.fielding.pitcher == follows
