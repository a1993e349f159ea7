"""Inside Pitch: whole games with log, legality and box score, by rules as they are written. One core."""

import gc
from collections.abc import Iterator
from itertools import count
from typing import Any

from bench.bench_engine import per_second
from bench.figure import Figure
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.systems.inside_pitch import system
from tests.rules_engine.systems.inside_pitch.players import new_game, play_out

WARM_UP, GAMES = 20, 200


def figures() -> Iterator[Figure]:
    for edition in ("roll", "suggest"):
        start, seeds = new_game(edition, 3), count()
        for _ in range(WARM_UP):
            play(start, next(seeds))
        gc.freeze()
        games = per_second(lambda: play(start, next(seeds)), GAMES)  # noqa: B023
        yield Figure(f"{system.title} game, {edition}", games, "games/s", 250, "more")


def play(start: Game[Any, Any], seed: int) -> None:
    game = play_out(Game(start.book, GameLog(start.log.start)), seed)
    box_score(game.log.in_force())
