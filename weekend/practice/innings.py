"""Invented line scores: a game half-inning by half-inning, with mercy, walk-offs and extra innings."""

import math
import random
from dataclasses import dataclass

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.profile_lines import GameRules

REGULATION = 9


@dataclass(frozen=True, slots=True)
class InventedGame:
    """Runs by inning and the outs each side made at bat."""

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
    """A game between sides that can expect so many runs in nine innings. Never a tie."""
    home: list[int] = []
    away: list[int] = []
    while True:
        away.append(_runs(dice, away_runs))
        inning = len(away)
        lead = sum(home) - sum(away)
        if lead > 0 and inning >= REGULATION:
            return _ended(home, away, len(home) * OUTS_PER_INNING, by_mercy=False)
        if _is_mercy(rules, inning, lead):
            return _ended(home, away, len(home) * OUTS_PER_INNING, by_mercy=True)
        scored = _runs(dice, home_runs)
        if inning >= REGULATION and scored > -lead:
            home.append(1 - lead)  # the winning run ends it at once
            return _ended(home, away, (inning - 1) * OUTS_PER_INNING + dice.randrange(3), by_mercy=False)
        home.append(scored)
        lead += scored
        if inning >= REGULATION and lead:
            return _ended(home, away, inning * OUTS_PER_INNING, by_mercy=False)
        if _is_mercy(rules, inning, abs(lead)):
            return _ended(home, away, inning * OUTS_PER_INNING, by_mercy=True)


def _ended(home: list[int], away: list[int], home_outs: int, *, by_mercy: bool) -> InventedGame:
    return InventedGame(tuple(home), tuple(away), home_outs, len(away) * OUTS_PER_INNING, by_mercy)


def _is_mercy(rules: GameRules, inning: int, lead: int) -> bool:
    return rules.mercy and rules.mercy_from_inning <= inning < REGULATION and lead >= rules.mercy_lead


def _runs(dice: random.Random, in_nine: float) -> int:
    """Runs of one half-inning. Three of four are empty and runs come in bunches, so it is a geometric tail."""
    mean = in_nine / REGULATION
    scoring = min(0.6, 0.58 * mean)
    if dice.random() >= scoring:
        return 0
    more = 1 - scoring / mean  # keeps the mean: scoring / (1 - more) = mean
    return 1 + int(math.log(1 - dice.random()) / math.log(more)) if more > 0 else 1
