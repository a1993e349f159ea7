"""Fatigue: how long a pitcher may stay on the mound."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.cards.cards import Innings
from rules_engine.systems.pine_tar.charts.charts import InningsModifier

BONUS_RUNS: Final = 2  # PTP2: the most runs with which a starter goes on, earned or not
OUTS: Final = 3


class Fatigue(Finding):
    """Whether he may face another batter."""

    WITHIN = "He has pitched {outs:innings} of {limit:innings} innings."
    BONUS = "He has allowed {runs:# run} in {limit:innings} innings and may pitch one more."
    UNTIL_A_RUNNER = "He has allowed {runs:# run} and pitches on until a runner reaches."
    RUNNER_REACHED = "A runner has reached base; he pitched on beyond his {limit:innings} innings until one did."
    DONE = "His {limit:innings} innings are pitched."


@dataclass(slots=True)
class Stint:
    """One man's work in a game. `delta`: by how many innings his maximum is changed; `bonus`: he has his one more."""

    started: bool
    innings: int
    outs: int = 0
    runs: int = 0
    hits: int = 0
    faced: int = 0
    delta: int = 0
    bonus: bool = False
    reached: bool = False  # a runner, since only his good work keeps him in

    @property
    def limit(self) -> int:
        return OUTS * (self.innings + self.delta)

    @property
    def beyond(self) -> int:
        """The outs from which on only PTMI1 keeps him in."""
        return self.limit + OUTS


def most_innings(innings: Innings, *, started: bool) -> int:
    """PTP1: the most innings of one game; a man of two roles has a number for each."""
    return innings.starting if started else innings.relief


def pitching_on(outing: Stint, *, additional: bool) -> Ruling:
    """PTP1, PTP2, PTP3, PTA17, PTMI1: whether he may face the next batter, counted by outs."""
    facts = {"outs": outing.outs, "limit": outing.limit, "runs": outing.runs}
    if outing.outs < outing.limit:
        return allow(Fatigue.WITHIN, "PTP1", **facts)
    if not outing.started:
        return refuse(Fatigue.DONE, "PTP3", **facts)
    if outing.outs < outing.beyond and (outing.bonus or outing.runs <= BONUS_RUNS):
        return allow(Fatigue.BONUS, "PTP2", **facts)
    if not additional or outing.runs > BONUS_RUNS or outing.outs < outing.beyond:
        return refuse(Fatigue.DONE, "PTP2", **facts)
    if outing.reached:
        return refuse(Fatigue.RUNNER_REACHED, "PTMI1", **facts)
    return allow(Fatigue.UNTIL_A_RUNNER, "PTMI1", **facts)


def change_of_innings(outing: Stint, modifiers: Sequence[InningsModifier]) -> int:
    """PTMI1: what a starter's runs and hits do to his maximum, judged at the end of an inning."""
    if not outing.started:
        return 0
    counted = {"runs_allowed": outing.runs, "hits_allowed": outing.hits}
    return sum(modifier.delta for modifier in modifiers if _applies(modifier, counted[modifier.counter]))


def _applies(modifier: InningsModifier, count: int) -> bool:
    return count >= modifier.limit if modifier.at_least else count <= modifier.limit
