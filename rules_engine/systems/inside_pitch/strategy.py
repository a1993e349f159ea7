"""The strategy roll: a d20 calls steals, hit-and-runs, bunts and pickoffs (11)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules_engine.baseball.bases import FIRST
from rules_engine.systems.inside_pitch.cards import NEVER, ONLY_HIT_AND_RUN, Att
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.ranges import is_in_range

MAX_STRATEGY_SUM: Final = 10  # 11-a
HIT_AND_RUN_SPAN: Final = 2  # 11-b: how many numbers above his ATT
STEAL, HIT_AND_RUN, BUNT, PICKOFF, NONE = "steal", "hit_and_run", "bunt", "pickoff", "none"


class StrategyCall(NamedTuple):
    """The action called. `stealing` lists starting bases, lead runner first."""

    action: str
    stealing: tuple[int, ...] = ()


def strategy_sum(difference: int, inning: int) -> int:
    """IP11-a: Return the score difference plus the inning."""
    return abs(difference) + inning


def uses_strategy_roll(difference: int, inning: int, *, runners_on: bool) -> bool:
    """IP11-a: Return whether runners are on and the sum is at most ten."""
    return runners_on and strategy_sum(difference, inning) <= MAX_STRATEGY_SUM


def adjusted_att(charts: Charts, att: Att, hold: int, base: int) -> float:
    """IP11.1.1-a, IP11.1.1-b: Return ATT plus HLD, at most twice ATT.

    The number is divided for steals of third and home. `base` is the starting base. N and H never steal.
    """
    if att in (NEVER, ONLY_HIT_AND_RUN) or not isinstance(att, int):
        return 0
    highest: int = charts.steal["most"] * att
    divisor: int = charts.steal["jump"][base - 1]
    return min(att + hold, highest) / divisor


def strategy_call(
    charts: Charts, roll: int, runners: Mapping[int, Att], hold: int, bnt: int, *, pitcher_bats: bool, outs: int
) -> StrategyCall:
    """IP11-b: Return the first matching call: steal, hit-and-run, bunt, pickoff.

    `runners` maps bases to ATT.
    """
    if stealing := bases_stealing(charts, roll, runners, hold):
        return StrategyCall(STEAL, stealing)
    if is_hit_and_run_called(charts, roll, runners.get(FIRST, NEVER), hold):
        return StrategyCall(HIT_AND_RUN)
    if FIRST in runners and is_bunt_called(charts, roll, bnt, pitcher_bats=pitcher_bats, outs=outs):
        return StrategyCall(BUNT)
    return StrategyCall(PICKOFF if roll == charts.steal["pickoff"] else NONE)


def bases_stealing(charts: Charts, roll: int, runners: Mapping[int, Att], hold: int) -> tuple[int, ...]:
    """IP11.1.1-c: Return the bases whose runners steal on this roll.

    Each uses his own number, and no one goes to a base whose runner stays.
    """
    stealing: list[int] = []
    for base in sorted(runners, reverse=True):
        blocked = base + 1 in runners and base + 1 not in stealing
        if not blocked and gets_jump(charts, roll, runners[base], hold, base):
            stealing.append(base)
    return tuple(stealing)


def gets_jump(charts: Charts, roll: int, att: Att, hold: int, base: int) -> bool:
    """IP11.1.1-a: Return whether the d20 is at most the exact quotient."""
    return roll <= adjusted_att(charts, att, hold, base)


def is_hit_and_run_called(charts: Charts, roll: int, att: Att, hold: int) -> bool:
    """IP11-b, IP11.1.1-b: Check the two numbers above the first-base runner's ATT.

    N never runs, and H runs on 1 and 2.
    """
    if att == NEVER:
        return False
    steals_up_to = adjusted_att(charts, att, hold, FIRST)
    return steals_up_to < roll <= steals_up_to + HIT_AND_RUN_SPAN


def is_bunt_called(charts: Charts, roll: int, bnt: int, *, pitcher_bats: bool, outs: int) -> bool:
    """IP11.3-a, IP11-b: Check the BNT range with fewer than two outs.

    Pitchers have their own column.
    """
    return outs < 2 and is_in_range(charts.bunt_attempt[pitcher_bats].get(bnt), roll)
