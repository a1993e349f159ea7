"""Games with nearly empty benches: injury replacements, injured players who stay, and the last pitcher."""

import pytest

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS, new_game


def short_handed(edition: str, keep) -> StratGame:
    """Reduce both benches to the players that `keep` accepts."""
    game = new_game(edition)
    cards = game.setup.cards
    away, home = (
        side._replace(bench=tuple(player for player in side.bench if keep(cards[player]))) for side in game.state.sides
    )
    return StratGame(game.setup, GameLog(start_game(away, home)))


BENCHES = {
    "nobody": lambda card: False,
    "batters": lambda card: isinstance(card, BatterCard),
    "pitchers": lambda card: isinstance(card, PitcherCard),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bench", BENCHES)
def test_25_2_short_bench_games_with_constant_injuries_finish(edition: str, bench: str) -> None:
    game = short_handed(edition, BENCHES[bench])
    pilot = ComputerManager(game)
    game_input = RandomInput(3, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
        if game.log.number % 2 and not game.state.over:
            game.tracker.injured.add(
                game.state.fielding.pitcher if game.log.number % 4 == 1 else game.state.batting.batter
            )
    assert broken_invariants(game.log) == []


def test_25_1_injured_pitcher_leaves_for_an_available_pitcher() -> None:
    game = new_game("som_super_advanced")
    pitcher = game.state.fielding.pitcher
    game.tracker.injured.add(pitcher)
    with pytest.raises(NotReadyError, match="is injured and must leave"):
        game.play(ScriptedInput([("pitch", "walk")]))
    ComputerManager(game).changes()
    assert game.state.fielding.pitcher != pitcher
    assert isinstance(game.setup.cards[game.state.fielding.pitcher], PitcherCard)
    game.play(ScriptedInput([("pitch", "walk")]))


def test_25_3_position_player_pitches_if_no_pitcher_is_left() -> None:
    game = short_handed("som_super_advanced", BENCHES["batters"])
    pitcher = game.state.fielding.pitcher
    game.tracker.injured.add(pitcher)
    ComputerManager(game).changes()
    assert isinstance(game.setup.cards[game.state.fielding.pitcher], BatterCard)
    game.play(ScriptedInput([("pitch", "walk")]))
    battery = game.setup.battery(game.state.fielding)
    assert (battery.hold, battery.balk, battery.wild_pitch) == (9, 20, 20)


def test_s10_1_pinch_hitter_yields_to_a_pitcher_even_without_a_spare_catcher() -> None:
    game = new_game("star")
    cards, home = game.setup.cards, game.state.sides[1]
    hitters = game.setup.batters(home.bench)
    catchers = [player for player in (*home.field, *hitters) if "c" in game.setup.positions(player)]
    catches, hits = [player for player in hitters if player not in catchers][:2]
    replacement = {home.at("c"): catches}
    home = home._replace(
        order=tuple(replacement.get(player, player) for player in home.order),
        field=tuple(replacement.get(player, player) for player in home.field),
        bench=tuple(player for player in home.bench if player not in (*catchers, catches)),
    )
    game = StratGame(game.setup, GameLog(start_game(game.state.sides[0], home)), lineups_checked=False)
    game.append(Substituted(1, hits, home.pitcher, "7.0"))
    reliever = next(
        player for player in home.bench if isinstance(cards[player], PitcherCard) and cards[player].endurance.relief
    )
    assert change_ruling(game, load_profile("purestrat@1"), 1, reliever, hits, "pitcher")
    ComputerManager(game, load_profile("purestrat@1")).changes()
    assert isinstance(cards[game.state.fielding.pitcher], PitcherCard)
