"""Measure the luck of rolls for fielders, base stealers and other runners.

Each roll is compared with its chance before the roll. The chance depends on the printed range and e rating for a
fielder, and on the success number for a base stealer. The mean of this luck is 0.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

from rules_engine.baseball.bases import FIRST, SECOND
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.baserunning.leads import read_lead
from rules_engine.systems.strat_o_matic.baserunning.stealing import rated_chance
from rules_engine.systems.strat_o_matic.cards.habits import HOLD_RUNNER_FROM
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.charts.chart_files import cached_per_chart_set
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import FieldingChart, load_fielding_chart
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.situation import Fielder


class Weights(NamedTuple):
    """The weight of each kind of situation for a result."""

    every_situation: float
    double_play: float  # 1 if possible: runner on first, fewer than two outs
    fly_scores: float  # 1 if possible: runner on third, fewer than two outs
    scoring_position: float  # number of runners
    on_base: float  # number of runners
    bases_loaded: float
    under_two_outs: float


_RUNNERS_ON: Final = tuple(occupied.bit_count() for occupied in range(8))
_BY_SITUATION: Final = {
    (on, outs): Weights(
        1.0,
        float(outs < 2 and on & 1),
        float(outs < 2 and on >= 4),
        float(_RUNNERS_ON[on >> 1]),
        float(_RUNNERS_ON[on]),
        float(on == 7),
        float(outs < 2),
    )
    for on, outs in product(range(8), range(3))
}


def situation_weights(state: State) -> Weights:
    """Return the weights for the situation before a play."""
    return _BY_SITUATION[state.occupied, state.outs]


# results of X-chances, with the situations in which they matter
_WEIGHTS_BY_RESULT: Final = (
    ("single", ("every_situation", "on_base")),
    ("double", ("every_situation", "on_base")),
    ("triple", ("every_situation",)),
    ("error", ("every_situation", "on_base")),
    ("gb1", ("double_play",)),
    ("gb2", ("double_play",)),
)
_TERMS: Final = tuple((result, Weights._fields.index(name)) for result, names in _WEIGHTS_BY_RESULT for name in names)
_LEAD, _PICKED_OFF, _CAUGHT, _ADVANCING = range(len(_TERMS), len(_TERMS) + 4)
TERMS: Final = len(_TERMS) + 4
_EQUIVALENT_RESULTS: Final = {"infield fly": "single", "runner hit": "single"}
_THREE_DICE_TOTALS: Final = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))


def _fielding_results(chart: FieldingChart, position: str, player: Fielder, d20: int, total: int) -> set[str]:
    """Return the result of an X-chance, and "error" if there is one."""
    range_symbol = chart.range_symbol(position, d20, player.range).rstrip("#")
    error_symbol = chart.error_symbol(position, player.error, total)
    outcome = chart.outcome(position, range_symbol, error_symbol)
    result = _EQUIVALENT_RESULTS.get(outcome.word, outcome.word + outcome.letter)
    return {result, "error"} if outcome.error else {result}


@cached_per_chart_set
def fielding_chances(position: str, fielder_range: int, e: int) -> Mapping[str, float]:
    """Return the chance of each X-chance result, over all rolls of the d20 and the three dice."""
    chart = load_fielding_chart()
    player = Fielder(fielder_range, e)
    chances: dict[str, float] = {}
    for d20, (total, ways) in product(range(1, 21), _THREE_DICE_TOTALS.items()):
        for result in _fielding_results(chart, position, player, d20, total):
            chances[result] = chances.get(result, 0.0) + ways / (20 * 216)
    return chances


@dataclass
class DiceLuck:
    """The luck of rolls in games with one setup."""

    setup: GameSetup

    def add(self, luck: list[float], before: State, event: PlayMade, position: str) -> None:
        """Add a play's luck to a game's TERMS. `position` is the fielder in an X-chance, or ""."""
        rolled: dict[str, Any] = dict(event.record)
        if position and "error_3" in rolled:
            self._add_x_chance(luck, before, position, rolled)
        elif "lead_1" in rolled or "steal" in rolled:
            self._add_steal(luck, before, rolled)
        luck[_ADVANCING] += sum(rolled[name] - 10.5 for name in ("lead", "second", "trail") if name in rolled)

    def _add_x_chance(self, luck: list[float], before: State, position: str, rolled: Mapping[str, Any]) -> None:
        player = self.setup.fielders(before.fielding)[position]
        total = rolled["error_1"] + rolled["error_2"] + rolled["error_3"]
        results = _fielding_results(self.setup.fielding_chart, position, player, rolled["range"], total)
        chances = fielding_chances(position, player.range, player.error)
        weights = situation_weights(before)
        for term, (result, weight) in enumerate(_TERMS):
            luck[term] += ((result in results) - chances.get(result, 0.0)) * weights[weight]

    def _add_steal(self, luck: list[float], before: State, rolled: Mapping[str, Any]) -> None:
        """Add the luck for a rated runner on first: good lead, automatic out, success roll."""
        runner = before.bases[FIRST - 1]
        rating = self.setup.stealer(runner.player).rating if runner else None
        if rating is None:
            return
        if "lead_1" in rolled:
            lead = read_lead(rating, rolled["lead_1"] + rolled["lead_2"])
            luck[_LEAD] += (lead == "good") - _probability(rating.good_lead)
            luck[_PICKED_OFF] += (lead == "out_stealing") - _probability(rating.automatic_out)
        if "steal" in rolled:
            number = self._success_number(rating, before)
            luck[_CAUGHT] += (rolled["steal"] > number) - (20 - number) / 20

    def _success_number(self, rating: StealRating, before: State) -> int:
        """Return the number for stealing second after a good lead. Good base stealers are held."""
        has_hold = rating.asterisk or rating.first >= HOLD_RUNNER_FROM
        battery = self.setup.battery(before.fielding)
        chance = rated_chance(rating, SECOND, battery, hold=has_hold, good_lead=True)
        return min(20, chance.safe)


def _probability(totals: tuple[int, ...]) -> float:
    """Return the probability that two dice show any of these totals."""
    return sum(6 - abs(total - 7) for total in totals) / 36
