"""The strategy roll: one d20 a plate appearance that calls steals, hit and runs, bunts and pickoffs (11)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules_engine.baseball.bases import FIRST
from rules_engine.systems.inside_pitch.cards import NEVER, ONLY_HIT_AND_RUN, Att
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.ranges import is_in_range

MAX_STRATEGY_SUM: Final = 10  # 11-a
HIT_AND_RUN_SPAN: Final = 2  # 11-b: so many numbers above his ATT
STEAL, HIT_AND_RUN, BUNT, PICKOFF, NONE = "steal", "hit_and_run", "bunt", "pickoff", "none"


class StrategyCall(NamedTuple):
    """What the roll says; `stealing` are the bases from which men go, the lead runner first."""

    action: str
    stealing: tuple[int, ...] = ()


def strategy_sum(difference: int, inning: int) -> int:
    """IP11-a: the difference of the score, whoever leads, and the inning."""
    return abs(difference) + inning


def uses_strategy_roll(difference: int, inning: int, *, runners_on: bool) -> bool:
    """IP11-a: with runners on, and never when the difference and the inning are more than ten."""
    return runners_on and strategy_sum(difference, inning) <= MAX_STRATEGY_SUM


def adjusted_att(charts: Charts, att: Att, hold: int, base: int) -> float:
    """IP11.1.1-a, IP11.1.1-b: ATT and HLD, never above twice ATT; for third a half of it, for home a fifth.

    `base` is where he starts. N and H never steal.
    """
    if att in (NEVER, ONLY_HIT_AND_RUN) or not isinstance(att, int):
        return 0
    most: int = charts.steal["most"] * att
    divisor: int = charts.steal["jump"][base - 1]
    return min(att + hold, most) / divisor


def strategy_call(
    charts: Charts, roll: int, runners: Mapping[int, Att], hold: int, bnt: int, *, pitcher_bats: bool, outs: int
) -> StrategyCall:
    """IP11-b: the first range that holds the roll: steal, hit and run, bunt, pickoff. `runners` is base -> ATT."""
    if going := bases_stealing(charts, roll, runners, hold):
        return StrategyCall(STEAL, going)
    if is_hit_and_run_called(charts, roll, runners.get(FIRST, NEVER), hold):
        return StrategyCall(HIT_AND_RUN)
    if FIRST in runners and is_bunt_called(charts, roll, bnt, pitcher_bats=pitcher_bats, outs=outs):
        return StrategyCall(BUNT)
    return StrategyCall(PICKOFF if roll == charts.steal["pickoff"] else NONE)


def bases_stealing(charts: Charts, roll: int, runners: Mapping[int, Att], hold: int) -> tuple[int, ...]:
    """IP11.1.1-c: one roll serves all, each by his own number; nobody goes to a base whose man stays."""
    going: list[int] = []
    for base in sorted(runners, reverse=True):
        blocked = base + 1 in runners and base + 1 not in going
        if not blocked and gets_jump(charts, roll, runners[base], hold, base):
            going.append(base)
    return tuple(going)


def gets_jump(charts: Charts, roll: int, att: Att, hold: int, base: int) -> bool:
    """IP11.1.1-a: the d20 is no more than the exact quotient."""
    return roll <= adjusted_att(charts, att, hold, base)


def is_hit_and_run_called(charts: Charts, roll: int, att: Att, hold: int) -> bool:
    """IP11-b, IP11.1.1-b: the two numbers above the adjusted ATT of the man on first; N never, H on 1 and 2."""
    if att == NEVER:
        return False
    steals_up_to = adjusted_att(charts, att, hold, FIRST)
    return steals_up_to < roll <= steals_up_to + HIT_AND_RUN_SPAN


def is_bunt_called(charts: Charts, roll: int, bnt: int, *, pitcher_bats: bool, outs: int) -> bool:
    """IP11.3-a, IP11-b: with fewer than two outs, in the range of his BNT; pitchers have a column of their own."""
    return outs < 2 and is_in_range(charts.bunt_attempt[pitcher_bats].get(bnt), roll)
