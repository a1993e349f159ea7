"""Invent line scores by half-inning, with the mercy rule, walk-offs and extra innings."""

import math
import random
from dataclasses import dataclass

from rules_engine.game_rules import Ending, GameRules, ending_after_half
from rules_engine.innings import OUTS_PER_INNING


@dataclass(frozen=True, slots=True)
class InventedGame:
    """Runs by inning, and each side's outs at bat."""

    home_line: tuple[int, ...]
    away_line: tuple[int, ...]
    home_outs: int
    away_outs: int
    by_mercy: bool

    @property
    def home_runs(self) -> int:
        return sum(self.home_line)

    @property
    def away_runs(self) -> int:
        return sum(self.away_line)

    @property
    def innings(self) -> int:
        return len(self.away_line)


def invent_game(dice: random.Random, home_runs: float, away_runs: float, rules: GameRules) -> InventedGame:
    """Play a game between sides with these expected runs per nine innings. It never ends in a tie."""
    home: list[int] = []
    away: list[int] = []
    while True:
        away.append(_runs(dice, away_runs))
        inning = len(away)
        if ending := ending_after_half(rules, inning, False, (sum(away), sum(home))):
            return _finished_game(home, away, len(home) * OUTS_PER_INNING, ending)
        scored = _runs(dice, home_runs)
        needed = sum(away) - sum(home) + 1
        if inning >= rules.innings and scored >= needed:
            home.append(needed)  # the winning run ends the game immediately
            return _finished_game(home, away, (inning - 1) * OUTS_PER_INNING + dice.randrange(3), "walk_off")
        home.append(scored)
        if ending := ending_after_half(rules, inning, True, (sum(away), sum(home))):
            return _finished_game(home, away, inning * OUTS_PER_INNING, ending)


def _finished_game(home: list[int], away: list[int], home_outs: int, ending: Ending) -> InventedGame:
    return InventedGame(tuple(home), tuple(away), home_outs, len(away) * OUTS_PER_INNING, ending == "mercy")


def _runs(dice: random.Random, runs_per_game: float) -> int:
    """Return the runs in a half-inning: none in three out of four, otherwise a geometric number."""
    mean = runs_per_game / 9
    scoring = min(0.6, 0.58 * mean)
    if dice.random() >= scoring:
        return 0
    another_run = 1 - scoring / mean  # preserves the mean: scoring / (1 - another_run) = mean
    if another_run <= 0:
        return 1
    return 1 + int(math.log(1 - dice.random()) / math.log(another_run))
