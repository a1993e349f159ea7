"""Benchmark the other game systems on one core: whole games, exact odds, bulk simulation."""

import gc
from collections.abc import Iterator
from functools import partial
from itertools import count
from statistics import median
from typing import Any

from bench.bench_engine import per_second, played
from bench.figure import Figure, cpu_seconds, median_cpu_ms
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.game import Game
from rules_engine.baseball.prompts import Ask
from rules_engine.odds.markov import compile_lineup
from rules_engine.odds.option_values import option_values
from rules_engine.odds.simulate import simulate_games
from tests.rules_engine.systems.long_run import EDITIONS, new_long_game
from tests.rules_engine.systems.odds_against_play import moments

PLAYED = (("pine_tar", "standard"), ("pine_tar", "full"), ("inside_pitch", "roll"), ("inside_pitch", "suggest"))
COUNTED = (("pine_tar", "standard"), ("pine_tar", "full"), ("inside_pitch", "off"))
RULESETS = (
    *(("strat_o_matic", key) for key in ("som_basic", "som_advanced", "som_super_advanced", "star", "senior_seminar")),
    *(("pine_tar", "full"), ("inside_pitch", "off")),
)
WARM_UP, GAMES, BATCH = 40, 250, 200_000


def figures() -> Iterator[Figure]:
    for system, editions in EDITIONS.items():
        for edition in editions:
            yield from first_games(system, edition)
    for system, edition in PLAYED:
        start, seeds = new_long_game(system, edition, 1), count(1)
        for _ in range(WARM_UP):
            played(start, next(seeds))
        gc.freeze()
        games = per_second(lambda: played(start, next(seeds)), GAMES)  # noqa: B023
        yield Figure(f"{start.system.title} game, {edition}, plain rules", games, "games/s", 250, "more")
    for system, edition in COUNTED:
        yield from counted(new_long_game(system, edition, 1), edition)
    times = option_times()
    yield Figure(f"odds of every option, median of {len(times)} questions in 7 rulesets", median(times), "ms", 150)
    yield Figure("odds of every option, slowest question", max(times), "ms", 500)


def option_times() -> list[float]:
    """Return the milliseconds to compute all options' odds, for each question before the dice in some plays."""
    times = []
    for system, edition in RULESETS:
        for game in moments(system, edition, 7):
            talk = Dialogue(game, ("Visitors", "Home team"), {}, [True, True])
            prompt = talk.next()
            while isinstance(prompt, Ask) and not game.dice_rolled:
                times.append(1000 * cpu_seconds(partial(option_values, talk, prompt.team)))
                talk.answer(prompt.usual)
                prompt = talk.next()
    return times


def first_games(system: str, edition: str) -> Iterator[Figure]:
    """Measure a ruleset's first and tenth game, for users who play only a few games."""
    start = new_long_game(system, edition, 1)
    times = [1000 * cpu_seconds(partial(played, start, seed)) for seed in range(10)]
    name = f"{start.system.title}, {edition}"
    yield Figure(f"{name}: first game", times[0], "ms", 100)
    yield Figure(f"{name}: tenth game", times[-1], "ms", 20)


def counted(game: Game[Any, Any], edition: str) -> Iterator[Figure]:
    """Measure exact odds, with the same players on both teams."""
    name, side = f"{game.system.title}, {edition}", game.state.batting
    appearance = partial(game.system.appearance_odds, game)
    full = median_cpu_ms(partial(appearance, side.batter, 0b111, 0), runs=15)
    yield Figure(f"{name}: exact plate appearance, bases loaded", full, "ms", 100)
    line_up = compile_lineup(side.order, appearance)
    bulk = BATCH * per_second(lambda: simulate_games(line_up, line_up, BATCH, seed=1), 1)
    yield Figure(f"{name}: bulk simulation from its appearance odds", bulk, "games/s", 300_000, "more")
