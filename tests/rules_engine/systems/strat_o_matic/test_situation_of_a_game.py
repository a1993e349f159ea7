"""A STAR game that starts partway through: runs charged to its pitchers, and mid-inning moves (T0.15)."""

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.situations import Midgame, start_midgame
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.moves import move_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def game_from(**situation: object) -> StratGame:
    game = new_game("star")
    return StratGame(game.setup, GameLog(start_midgame(game.state, Midgame(**situation))))  # type: ignore[arg-type]


def swap_outfielders(game: StratGame) -> object:
    side = game.state.fielding
    return move_ruling(game, 1 - int(game.state.bottom), {"lf": side.at("cf"), "cf": side.at("lf")})


def test_starters_are_charged_with_the_score_at_a_midgame_start() -> None:
    game = game_from(inning=7, bottom=True, outs=1, score=(4, 0))
    visitors, home = game.log.start.sides
    assert sum(game.tracker.appearances[home.pitcher].runs.values()) == 4
    assert sum(game.tracker.appearances[visitors.pitcher].runs.values()) == 0


def test_t0_15_no_fielder_moves_in_a_half_inning_started_before_the_resumption() -> None:
    refused = swap_outfielders(game_from(inning=7, bottom=True, outs=1, score=(4, 0)))
    assert not refused
    assert refused.rule == "T0.15"  # type: ignore[attr-defined]
