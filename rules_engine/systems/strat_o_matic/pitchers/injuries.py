"""Injuries: who is hurt, for how long, and when a hurt pitcher must leave (sections 6.4, 10, 25)."""

from typing import Literal, NamedTuple

from rules_engine.baseball.table import Table
from rules_engine.innings import format_innings
from rules_engine.systems.strat_o_matic.charts.chart_files import Chart, kept_until_other_charts, read_chart
from rules_engine.systems.strat_o_matic.editions.edition_sections import InjuryRules

Injured = Literal["", "batter", "fielding_pitcher"]
LONGEST = 162
SUPER_CHART = "injuries_super"  # of the edition that has section 25


class HurtPitcher(NamedTuple):
    """T25.2: what becomes of a pitcher who is hurt. `gone_before_inning` is 0 when he leaves at once."""

    may_stay: bool
    tired: bool
    gone_before_inning: int
    reason: str


def who_is_hurt(
    rules: InjuryRules, *, plus_injury: bool, white: int = 0, colored: int = 0, designated_hitter_bats: bool = False
) -> Injured:
    """6.4, 25.1: the batter whose reading has "plus injury"; on 6-12 to a designated hitter, the man on the mound."""
    if plus_injury:
        return "batter"
    if rules.designated_hitter_hurts_pitcher and designated_hitter_bats and (white, colored) == (6, 12):
        return "fielding_pitcher"
    return ""


def leaving_rule(rules: InjuryRules) -> str:
    """6.4, 25.1, T25.2: the number under which a hurt man leaves and another comes in."""
    if not rules.chart:
        return "T25.2"
    return "25.1" if rules.chart == SUPER_CHART else "6.4"


@kept_until_other_charts
def load_injury_chart(chart: Chart) -> tuple[int, ...]:
    """25.1: by d20 1..20, the games he misses after this one. Raises ChartError."""
    file = read_chart(chart)
    file.only("games")
    return file.numbers("games", 20, 0, LONGEST)


def games_missed(table: Table, rules: InjuryRules) -> int:
    """6.4, 25.1, T25.1: games after this one that he misses; the play is finished before this is rolled."""
    if not rules.chart:
        return 0
    return load_injury_chart(rules.chart)[table.roll("injury", 20) - 1]


def hurt_pitcher(rules: InjuryRules, *, started: bool, outs: int) -> HurtPitcher:
    """T25.2: a starter short of five innings may stay, tired, until the sixth; every other pitcher leaves at once."""
    limit = rules.hurt_starter_may_stay_outs
    if started and outs < limit:
        reason = f"The starter has pitched {format_innings(outs)}, short of {format_innings(limit)}."
        return HurtPitcher(True, True, limit // 3 + 1, reason)
    why = f"he has pitched {format_innings(outs)}" if started else "he did not start"
    return HurtPitcher(False, False, 0, f"He leaves at once: {why}.")
