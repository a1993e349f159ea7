"""Sacrifices and squeezes: when they are legal, the adjusted rating and the chart result (7.2, 18)."""

from typing import Final, Literal

from rules_engine.baseball.bases import BATTER, EMPTY, FIRST, HOME, LOADED, THIRD, is_on, occupied, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, settle, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.charts.strategy_charts import BUNT_RATINGS, UNRATED, StrategyChart, read_column
from rules_engine.systems.strat_o_matic.rulesets.ruleset import StrategyRules
from rules_engine.systems.strat_o_matic.situation import Infield, Situation

Bunt = Literal["sacrifice", "squeeze"]
FIRST_AND_THIRD: Final = occupied(1, 3)
ONE_AND_TWO: Final = "1AND2"
MISSED: Final = "batter_misses_pitch"


class BuntFinding(Finding):
    """Reasons why a bunt, or a play after a fouled bunt, is allowed or not."""

    TWO_OUT = "A bunt is not allowed with two out."
    NOBODY_ON = "A bunt is not allowed with the bases empty."
    SQUEEZE = "There is a runner on third."
    NO_SQUEEZE = "A squeeze needs a runner on third."
    THIRD_IS_OPEN = "There is a runner on and third base is open."
    FIRST_AND_THIRD = "A sacrifice is allowed with runners on first and third."
    RUNNER_ON_THIRD = "A sacrifice is not allowed with a runner on third."
    BARRED_BY_1AND2 = "A {play} is not allowed after 1AND2."
    NOT_BARRED = "This is allowed after 1AND2."


def bunt_ruling(rules: StrategyRules, bunt: Bunt, state: int, outs: int) -> Ruling:
    """7.2, 18.1, S18.1, 18.4: check whether a bunt is allowed.

    `state` is the occupied-bases int. No ruleset allows a bunt with the bases empty.
    """
    if outs > 1:
        return refuse(BuntFinding.TWO_OUT, "7.2")
    if state == EMPTY:
        return refuse(BuntFinding.NOBODY_ON, "S18.1")
    if bunt == "squeeze":
        if is_on(state, THIRD):
            return allow(BuntFinding.SQUEEZE, "7.2")
        return refuse(BuntFinding.NO_SQUEEZE, "7.2")
    if not is_on(state, THIRD):
        return allow(BuntFinding.THIRD_IS_OPEN, "7.2")
    if rules.sacrifice_first_and_third and state == FIRST_AND_THIRD:
        return allow(BuntFinding.FIRST_AND_THIRD, "18.4")
    return refuse(BuntFinding.RUNNER_ON_THIRD, "7.2")


def fouled_bunt_ruling(rules: StrategyRules, play: str) -> Ruling:
    """18.8, 19.7, T18.9: check a play, such as "hit_and_run", announced after a bunt with the result 1AND2."""
    if play in rules.one_and_two_bars:
        return refuse(
            BuntFinding.BARRED_BY_1AND2, "T18.9" if play == "pinch_hit" else "18.8", play=play.replace("_", " ")
        )
    return allow(BuntFinding.NOT_BARRED, "18.8")


def bunt_rating(rules: StrategyRules, rating: str, infield: Infield, state: int) -> str:
    """18.3, 18.31, 18.6, 20.11: return the adjusted bunt rating.

    It is one grade worse with the infield in and two grades worse with the bases loaded, but never worse than E.
    """
    hurts = infield == "in" or (infield == "corners_in" and rules.corners_in_hurts_bunt)
    if not hurts:
        return rating
    worse = 2 if rules.loaded_hurts_bunt and state == LOADED else 1
    return BUNT_RATINGS[min(BUNT_RATINGS.index(rating) + worse, len(BUNT_RATINGS) - 1)]


def resolve_bunt(
    game_input: GameInput,
    chart: StrategyChart,
    situation: Situation,
    bunt: Bunt,
    rating: str,
    total: int,
    *,
    one_and_two: bool = False,
) -> Play:
    """7.2, 18.2, 18.5: return the play for the adjusted rating and the sum of the colored dice.

    With code 1AND2 or batter_misses_pitch the batter is still up. After batter_misses_pitch the runners must steal.

    A second 1AND2 for the same batter (`one_and_two`) is a strikeout, because he fouled off the third strike.
    """
    result = read_column(chart.sacrifice if bunt == "sacrifice" else chart.squeeze, rating, total)
    if result == "speed":
        beats_it_out = game_input.roll("bunt_speed", 20) <= situation.running[BATTER] - chart.speed_less
        result = "hit" if beats_it_out else "sacrifice"
    elif result.startswith("range("):
        fielder = result[6:-1]
        safe = game_input.roll("bunt_range", 20) <= chart.lead_safe_by_range[situation.fielder(fielder).range - 1]
        result = "sacrifice" if safe else "lead_out"
    elif result == ONE_AND_TWO and one_and_two:
        result = "strikeout"
    return _play(result, bunt, situation, "7.2" if UNRATED in chart.sacrifice else "18.2")


_KINDS: Final = {
    "sacrifice": "sacrifice",
    "hit": "single",
    "lead_out": "fielders_choice",
    "double_play": "groundout",
    "popout": "popout",
    "popout_double_play": "popout",
    "strikeout": "strikeout",
    ONE_AND_TWO: "no_play",
    MISSED: "no_play",
}


def _play(result: str, bunt: Bunt, situation: Situation, printed: str) -> Play:
    """18.4: return the play of a chart result.

    A runner on third never moves on a sacrifice, so the runner on first is the lead runner then.
    """
    advancing = situation.state & ~occupied(THIRD) if bunt == "sacrifice" else situation.state
    lead = runners(advancing)[0]
    to = stay(situation.state)
    if result in ("sacrifice", "hit", "lead_out", "double_play"):
        for base in runners(advancing):
            to[base] = min(base + 1, HOME)
    if result in ("lead_out", "double_play", "popout_double_play"):
        to[lead] = OUT
    if result in ("hit", "lead_out"):
        to[BATTER] = FIRST
    elif result not in (ONE_AND_TWO, MISSED):
        to[BATTER] = OUT
    rule = "18.4" if bunt == "sacrifice" and situation.state == FIRST_AND_THIRD else printed
    return settle(Play(_KINDS[result], (to[0], to[1], to[2], to[3]), rule, code=result), situation.outs)
