"""Injuries: the injured player and how long he is out (sections 6.4, 10, 25).

Rule T25.2 itself is in eligibility/injuries.py.
"""

from typing import Literal

from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartSource, cached_per_chart_set, read_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import InjuryRules

Injured = Literal["", "batter", "fielding_pitcher"]
LONGEST = 162
SUPER_CHART = "injuries_super"  # for rulesets with section 25


def injured_role(
    rules: InjuryRules, *, plus_injury: bool, white: int = 0, colored: int = 0, designated_hitter_bats: bool = False
) -> Injured:
    """6.4, 25.1: return the injured player's role: the batter for "plus injury", or the pitcher for 6-12.

    On 6-12 to a designated hitter, the pitcher in the field is injured. SS6.4: there is only one check, and 6-12 to a
    designated hitter affects only the pitcher.
    """
    six_twelve = designated_hitter_bats and (white, colored) == (6, 12)
    if plus_injury and not (rules.six_twelve_before_reading and six_twelve):
        return "batter"
    return "fielding_pitcher" if rules.designated_hitter_hurts_pitcher and six_twelve else ""


def injury_rule(rules: InjuryRules) -> str:
    """6.4, 25.1, T25.2: return the rule for replacing an injured player."""
    if not rules.chart:
        return "T25.2"
    return "25.1" if rules.chart == SUPER_CHART else "6.4"


@cached_per_chart_set
def load_injury_chart(chart: ChartSource) -> tuple[int, ...]:
    """25.1: return the number of games missed after this one, by d20 1..20.

    Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    file.require_rows("games")
    return file.numbers("games", 20, 0, LONGEST)


def games_missed(game_input: GameInput, rules: InjuryRules) -> int:
    """6.4, 25.1, T25.1, SS6.4: roll for the number of games that an injured player misses after this one.

    Finish the play first.
    """
    if not rules.chart:
        return 0
    games = load_injury_chart(rules.chart)[game_input.roll("injury", 20) - 1]
    return 0 if rules.this_game_at_most else games
