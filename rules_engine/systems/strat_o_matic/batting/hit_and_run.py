"""The hit and run: when it is legal, the adjusted rating and the chart result (7.3, 19)."""

from typing import Final

from rules_engine.baseball.bases import EMPTY, FIRST, SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import ABSENT, OUT, Play, advance, settle, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.batting.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.cards.dice import Card
from rules_engine.systems.strat_o_matic.cards.ratings import HittingCode
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Reading
from rules_engine.systems.strat_o_matic.charts.strategy_charts import (
    HIT_AND_RUN_RATINGS,
    UNRATED,
    StrategyChart,
    read_column,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, StrategyRules
from rules_engine.systems.strat_o_matic.situation import Infield, Situation

MISSED: Final = "batter_misses_pitch"
PITCHERS_CARD: Final = "pitchers_card"


class HitAndRunFinding(Finding):
    """Reasons why a hit and run is allowed or not."""

    NOBODY_ON = "A hit and run needs a runner on base."
    RUNNER_ON_THIRD = "A hit and run is not allowed with a runner on third."
    TWO_OUT = "A hit and run is not allowed with two out."
    WEAK_HITTING_PITCHER = "A pitcher whose batting card is {batter} may not hit and run."
    THIRD_IS_OPEN = "There is a runner on and third base is open."


def hit_and_run_ruling(rules: StrategyRules, state: int, outs: int, batter_code: HittingCode | None = None) -> Ruling:
    """7.3, 19.1, T19.2, T19.11: check whether a hit and run is allowed.

    `state` is the occupied-bases int. `batter_code` is the hitting code of a pitcher at bat.
    """
    if state == EMPTY:
        return refuse(HitAndRunFinding.NOBODY_ON, "19.1")
    if is_on(state, THIRD):
        return refuse(HitAndRunFinding.RUNNER_ON_THIRD, "19.1")
    if outs > 1 and not rules.hit_and_run_with_two_outs:
        return refuse(HitAndRunFinding.TWO_OUT, "T19.2")
    if batter_code is not None and (batter_code.card, batter_code.power) == (1, "W") and not rules.hit_and_run_by_1w:
        return refuse(HitAndRunFinding.WEAK_HITTING_PITCHER, "T19.11", batter=batter_code)
    return allow(HitAndRunFinding.THIRD_IS_OPEN, "19.1")


def hit_and_run_rating(rules: StrategyRules, rating: str, infield: Infield, *, hold: bool) -> str:
    """19.3, S19.3: return the adjusted rating.

    It is one grade better, up to A, with the infield in or a runner held. Both together still improve it by only one
    grade.
    """
    drawn_in = infield == "in" or (infield == "corners_in" and rules.corners_in_helps_hit_and_run)
    if not (drawn_in or hold):
        return rating
    return HIT_AND_RUN_RATINGS[max(HIT_AND_RUN_RATINGS.index(rating) - 1, 0)]


def lineout_on_hit_and_run(rules: StrategyRules, reading: Reading, card: Card) -> Reading:
    """S19.9: read a lineout on the pitcher's card as lomax, including one from a missed ballpark single."""
    if rules.hit_and_run_lineout_is_lomax and card == "pitcher" and reading.kind is Kind.LINEOUT:
        return Reading(Kind.LOMAX, reading.fielder)
    return reading


def resolve_hit_and_run(
    game_input: GameInput, ruleset: Ruleset, chart: StrategyChart, situation: Situation, rating: str, total: int
) -> Play:
    """7.3, 19.2, 19.5: return the play for the adjusted rating and the sum of the colored dice.

    With code batter_misses_pitch the batter is still up and the runners must steal. With code foul nothing happens.
    With code pitchers_card the caller reads the pitcher's card next.
    """
    result = read_column(chart.hit_and_run, rating, total)
    if result == "lomax":
        return resolve_lomax(game_input, ruleset, situation)
    rule = "7.3" if UNRATED in chart.hit_and_run else "19.2"
    batter, bases = _MOVES[result]
    to = advance(situation.state, bases, batter) if bases else stay(situation.state, batter)
    return settle(Play(_KINDS.get(result, result), (to[0], to[1], to[2], to[3]), rule, code=result), situation.outs)


# result -> the batter's destination, and the number of bases that each runner takes
_MOVES: Final = {
    "single": (FIRST, 2),
    "double": (SECOND, 3),
    "groundout": (OUT, 1),
    "flyout": (OUT, 0),
    "popout": (OUT, 0),
    "strikeout": (OUT, 0),
    "foul": (ABSENT, 0),
    MISSED: (ABSENT, 0),
    PITCHERS_CARD: (ABSENT, 0),
}
_KINDS: Final = {"foul": "no_play", MISSED: "no_play", PITCHERS_CARD: "no_play"}
