"""Pine Tar: whole games under plain rules, and the odds of a plate appearance. One core."""

import gc
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

from bench.figure import Figure, median_ms
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.systems.pine_tar import system
from tests.rules_engine.systems.pine_tar.league import game

GAMES, WARM_UP = 300, 60


def played(start: Game[Any, Any], seed: int) -> None:
    """A whole game with log, legality and box score."""
    made: Game[Any, Any] = Game(start.book, GameLog(start.log.start))
    pilot = system.pilot(made)
    table = pilot.table(seed)
    while not made.state.over:
        pilot.changes()
        made.play(table)
    box_score(made.log.in_force())


def per_second(start: Game[Any, Any], seeds: Iterator[int]) -> float:
    """Games a second of processor time."""
    begun = time.process_time()
    for _ in range(GAMES):
        played(start, next(seeds))
    return GAMES / (time.process_time() - begun)


def figures() -> Iterator[Figure]:
    seeds = count(1)
    for edition, wanted in (("standard", 250), ("full", 250)):
        start = game(1, edition)
        for _ in range(WARM_UP):
            played(start, next(seeds))
        gc.freeze()
        yield Figure(f"pine tar game, {edition}, plain rules", per_second(start, seeds), "games/s", wanted, "more")
    start = game(1, "full")
    batter = start.state.batting.batter
    one = median_ms(partial(system.appearance_odds, start, batter, 0b111, 0))
    yield Figure("exact plate appearance, bases loaded", one, "ms", 60)
