"""Fatigue: how long a pitcher may stay in the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.cards.cards import Innings
from rules_engine.systems.pine_tar.charts.charts import InningsModifier

MAX_RUNS_FOR_BONUS: Final = 2  # PTP2: most runs, earned or not, for a bonus inning
OUTS_PER_INNING: Final = 3


class Fatigue(Finding):
    """Findings on whether the pitcher may face another batter."""

    WITHIN = "He has pitched {outs:innings} of {limit:innings} innings."
    BONUS = "He has allowed {runs:# run} in {limit:innings} innings and may pitch one more."
    UNTIL_A_RUNNER = "He has allowed {runs:# run} and keeps pitching until a runner reaches."
    RUNNER_REACHED = "He pitched past his {limit:innings} innings, and a runner has now reached base."
    DONE = "He has pitched his {limit:innings} innings."


@dataclass(slots=True)
class PineTarAppearance:
    """A pitcher's appearance. `delta` changes his innings limit, and `bonus` adds an inning."""

    started: bool
    innings: int
    outs: int = 0
    runs: int = 0
    hits: int = 0
    batters_faced: int = 0
    delta: int = 0
    bonus: bool = False
    runner_reached: bool = False  # whether a runner reached base in his extra work (PTMI1)

    @property
    def limit(self) -> int:
        return OUTS_PER_INNING * (self.innings + self.delta)

    @property
    def bonus_limit(self) -> int:
        """Return the outs after which he stays only under PTMI1."""
        return self.limit + OUTS_PER_INNING


def max_innings(innings: Innings, *, started: bool) -> int:
    """PTP1: Return a pitcher's innings limit as a starter or reliever."""
    return innings.starting if started else innings.relief


def continue_ruling(appearance: PineTarAppearance, *, additional: bool) -> Ruling:
    """PTP1, PTP2, PTP3, PTA17, PTMI1: Rule on whether the pitcher may face the next batter."""
    facts = {"outs": appearance.outs, "limit": appearance.limit, "runs": appearance.runs}
    if appearance.outs < appearance.limit:
        return allow(Fatigue.WITHIN, "PTP1", **facts)
    if not appearance.started:
        return refuse(Fatigue.DONE, "PTP3", **facts)
    if appearance.outs < appearance.bonus_limit and (appearance.bonus or appearance.runs <= MAX_RUNS_FOR_BONUS):
        return allow(Fatigue.BONUS, "PTP2", **facts)
    if not additional or appearance.runs > MAX_RUNS_FOR_BONUS or appearance.outs < appearance.bonus_limit:
        return refuse(Fatigue.DONE, "PTP2", **facts)
    if appearance.runner_reached:
        return refuse(Fatigue.RUNNER_REACHED, "PTMI1", **facts)
    return allow(Fatigue.UNTIL_A_RUNNER, "PTMI1", **facts)


def innings_adjustment(appearance: PineTarAppearance, modifiers: Sequence[InningsModifier]) -> int:
    """PTMI1: Return the change in a starter's innings limit based on his runs and hits."""
    if not appearance.started:
        return 0
    counts = {"runs_allowed": appearance.runs, "hits_allowed": appearance.hits}
    return sum(modifier.delta for modifier in modifiers if _applies(modifier, counts[modifier.counter]))


def _applies(modifier: InningsModifier, count: int) -> bool:
    return count >= modifier.limit if modifier.at_least else count <= modifier.limit
