"""Many games at once: games a second, and how near every line of the box score comes to the engine's."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from bench.bench_engine import AWAY, HOME, SEASON, per_second
from bench.figure import Figure
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.state import start_game
from rules_engine.systems import KEYS, load
from rules_engine.systems.strat_o_matic.bulk.came import lines_of
from rules_engine.systems.strat_o_matic.bulk.games import GamesAtOnce, ManyPlayed
from seasons.strat_o_matic.line_ups import line_up
from seasons.strat_o_matic.season_cards import make_season

GAMES, TOGETHER, STARTERS = 20_000, 50, 5
LONG_RUN = 400_000  # games, once as many have been played
CLOSE = ("runs", "hits", "walks", "strikeouts")
Lines = tuple[Counter[str], Counter[str]]


def _book_and_line_ups() -> tuple[Any, dict[str, list[Any]]]:
    season, system = make_season(SEASON)[0], load(KEYS[0])
    book = system.book(system.edition("star"), season.cards)
    return book, {team: [line_up(season, team, turn) for turn in range(STARTERS)] for team in (AWAY, HOME)}


def figures() -> Iterator[Figure]:
    many = GamesAtOnce(*_book_and_line_ups())
    cold = GAMES * per_second(lambda: _play(many, GAMES, 1), 1)
    yield Figure("many games at once, the first 20,000 of two teams", cold, "games/s", 2_000, "more")
    alone = _long_run(2)
    yield Figure("many games at once, one core, a long run", alone, "games/s", 25_000, "more")
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        together = sum(pool.map(_long_run, range(3, 3 + cores)))
        by_engine = [lines for part in pool.map(_by_engine, range(0, GAMES, TOGETHER * 20)) for lines in part]
    yield Figure(f"many games at once, {cores} cores, a long run on each", together, "games/s", 50_000, "more")
    yield from _differences(_play(many, GAMES, 2).lines, by_engine)


def _play(many: GamesAtOnce, games: int, seed: int) -> ManyPlayed:
    turns = np.arange(games) % STARTERS
    return many.play(many.places[AWAY] + turns, many.places[HOME] + turns, seed)


def _long_run(seed: int) -> float:
    """Games a second by one process, by the clock."""
    many = GamesAtOnce(*_book_and_line_ups())
    _play(many, LONG_RUN, seed)
    begun = time.perf_counter()
    _play(many, LONG_RUN, seed + 100)
    return LONG_RUN / (time.perf_counter() - begun)


def _by_engine(first: int) -> list[Lines]:
    """A thousand games, the lines of fifty added up."""
    book, line_ups = _book_and_line_ups()
    return [_fifty(book, line_ups, first + more) for more in range(0, TOGETHER * 20, TOGETHER)]


def _fifty(book: Any, line_ups: dict[str, list[Any]], first: int) -> Lines:
    plays: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    for number in range(first, first + TOGETHER):
        away, home = (line_ups[team][number % STARTERS] for team in (AWAY, HOME))
        game: Game[Any, Any] = Game(book, GameLog(start_game(away, home)))
        play_out(game, number)
        for before, event in game.log.in_force():
            if isinstance(event, PlayMade):
                plays[before.bottom][event.play] += 1
    visitors, hosts = (lines_of(list(each), np.array(list(each.values()))) for each in plays)
    return visitors, hosts


def _differences(many: Lines, by_engine: list[Lines]) -> Iterator[Figure]:
    """Over 20,000 games each: of both teams' runs, hits, walks and strikeouts, and of every other line."""
    apart: list[float] = []
    in_errors: list[float] = []
    for team in (0, 1):
        for line in set(many[team]) - {"left on base"}:
            games = [lines[team][line] / TOGETHER for lines in by_engine]
            mean, error = fmean(games), stdev(games) / sqrt(len(games))
            difference = abs(many[team][line] / GAMES - mean)
            if line in CLOSE:
                apart.append(100 * difference / mean)
            else:
                in_errors.append(difference / (sqrt(2) * error))
    yield Figure("many games at once: runs, hits, walks, strikeouts from the engine's, the worst", max(apart), "%", 1)
    yield Figure("many games at once: every other line from the engine's, the worst", max(in_errors), "errors", 3)
