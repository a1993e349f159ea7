"""Benchmark the engine on one core: games under the full rules, replay, undo, exact odds, bulk simulation."""

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.figure import EARLIER, THIS_RUN, Figure, median_cpu_ms, with_peer
from bench.peers import measured
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.state import start_game
from rules_engine.odds.markov import compile_lineup, half_inning
from rules_engine.odds.simulate import simulate_games
from rules_engine.systems import KEYS, load
from seasons.strat_o_matic.lineups import club_lineup
from seasons.strat_o_matic.season_cards import make_season

SEASON, AWAY, HOME = 1998, "NYA", "ATL"
WARM_UP, GAMES = 40, 250


def new_game() -> Game[Any, Any]:
    season, system = make_season(SEASON)[0], load(KEYS[0])
    setup = system.setup(system.edition("star"), season.cards)
    return Game(setup, GameLog(start_game(club_lineup(season, AWAY), club_lineup(season, HOME))))


def played(start: Game[Any, Any], seed: int) -> GameLog:
    """Return the log of a whole game, played with legality checks and a box score."""
    game: Game[Any, Any] = Game(start.setup, GameLog(start.log.start))
    play_out(game, seed)
    box_score(game.log.in_force())
    return game.log


def per_second(work: Callable[[], object], times: int) -> float:
    """Return the calls per second of CPU time."""
    started_at = time.process_time()
    for _ in range(times):
        work()
    return times / (time.process_time() - started_at)


def figures() -> Iterator[Figure]:
    game = new_game()
    seeds = iter(range(10_000))
    first_ten = per_second(lambda: played(game, next(seeds)), 10)
    yield Figure("the first ten star games", first_ten, "games/s", 150, "more")
    for _ in range(WARM_UP):
        log = played(game, next(seeds))
    gc.freeze()  # as simulate does
    games = per_second(lambda: played(game, next(seeds)), GAMES)
    star = Figure("star game with log, legality, box score", games, "games/s", 300, "more")
    yield with_peer(star, "baseball-sim-tui", 176)
    replays = per_second(lambda: replay(log.start, log.events), 500)
    yield with_peer(Figure("game rebuilt from its stored log", replays, "games/s", 5000, "more"), "cwevent (C)", 3_100)
    last = log.number
    pairs = per_second(lambda: (log.undo(), log.rewind(last)), 20_000)
    going_back = Figure("undo and redo of one play, with the undone play stored", pairs, "pairs/s", 100_000, "more")
    chess = measured("chess_moves.py")
    peer = ("python-chess, the move kept beside it", chess, THIS_RUN) if chess else ("python-chess", 465_000, EARLIER)
    yield with_peer(going_back, *peer)
    side, appearance = game.state.batting, partial(game.system.appearance_odds, game)
    single = median_cpu_ms(partial(appearance, side.batter, 0b111, 0))
    yield Figure("exact plate appearance, bases loaded", single, "ms", 5)
    odds = compile_lineup(side.order, appearance)
    half = Figure("exact half-inning", median_cpu_ms(partial(half_inning, odds)), "ms", 1)
    pybbda = measured("half_inning.py")
    yield with_peer(half, "pybbda", *((pybbda, THIS_RUN) if pybbda else (38.7, EARLIER)))
    batch = 200_000
    bulk = batch * per_second(lambda: simulate_games(odds, odds, batch, seed=1), 1)
    yield with_peer(Figure("bulk simulation", bulk, "games/s", 300_000, "more"), "vgs (C)", 270_000)
