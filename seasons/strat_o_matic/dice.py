"""Luck that no card knows: what dice thrown for fielders, thieves and other runners showed beyond their chance.

Each is held against what was known before it was thrown: his printed range and e rating for a fielder, the number he
steals by for a thief. Whatever else bends the play, the mean of it is nothing.
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
from rules_engine.systems.strat_o_matic.cards.habits import HELD_FROM
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.charts.chart_files import kept_until_other_charts
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import FieldingChart, load_fielding_chart
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.situation import Fielder


class Weights(NamedTuple):
    """How much a situation makes of a reading or a play of the fielders."""

    alike: float
    double_play: float  # in order: a man on first, fewer than two outs
    fly_scores: float
    scoring: float  # men in scoring position
    on_base: float
    loaded: float
    early: float  # fewer than two outs


_RUNNERS: Final = tuple(occupied.bit_count() for occupied in range(8))
_BY_SITUATION: Final = {
    (on, outs): Weights(
        1.0,
        float(outs < 2 and on & 1),
        float(outs < 2 and on >= 4),
        float(_RUNNERS[on >> 1]),
        float(_RUNNERS[on]),
        float(on == 7),
        float(outs < 2),
    )
    for on, outs in product(range(8), range(3))
}


def weights_of(state: State) -> Weights:
    """Of the situation before a play."""
    return _BY_SITUATION[state.occupied, state.outs]


# what comes of X chances, told apart, and the situations that make more of it
_FIELDED: Final = (
    ("single", ("alike", "on_base")),
    ("double", ("alike", "on_base")),
    ("triple", ("alike",)),
    ("error", ("alike", "on_base")),
    ("gb1", ("double_play",)),
    ("gb2", ("double_play",)),
)
_TERMS: Final = tuple((word, Weights._fields.index(name)) for word, names in _FIELDED for name in names)
_LEAD, _OUT_LEADING, _CAUGHT, _SENT = range(len(_TERMS), len(_TERMS) + 4)
TERMS: Final = len(_TERMS) + 4
_CALLED: Final = {"infield fly": "single", "runner hit": "single"}  # what those words mostly come to
_THREE: Final = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))


def _came(chart: FieldingChart, position: str, man: Fielder, twenty: int, total: int) -> set[str]:
    """What these dice come to: the ball's result, and an error where there is one on it."""
    symbol = chart.range_symbol(position, twenty, man.range).rstrip("#")
    outcome = chart.outcome(position, symbol, chart.error_symbol(position, man.error, total))
    result = _CALLED.get(outcome.word, outcome.word + outcome.letter)
    return {result, "error"} if outcome.error else {result}


@kept_until_other_charts
def fielders_chances(position: str, fielder_range: int, e: int) -> Mapping[str, float]:
    """Of each result of an X chance, over all throws of the d20 and the three dice."""
    chart, man = load_fielding_chart(), Fielder(fielder_range, e)
    found: dict[str, float] = {}
    for twenty, (total, ways) in product(range(1, 21), _THREE.items()):
        for name in _came(chart, position, man, twenty, total):
            found[name] = found.get(name, 0.0) + ways / (20 * 216)
    return found


@dataclass
class DiceLuck:
    """The luck of such dice in the games of one book."""

    setup: GameSetup

    def add(self, luck: list[float], before: State, event: PlayMade, position: str) -> None:
        """Add one play's to a game's, TERMS of them. `position` is whose X chance it was, "" where it was nobody's."""
        thrown: dict[str, Any] = dict(event.record)
        if position and "error_3" in thrown:
            self._add_fielded(luck, before, position, thrown)
        elif "lead_1" in thrown or "steal" in thrown:
            self._add_stolen(luck, before, thrown)
        luck[_SENT] += sum(thrown[name] - 10.5 for name in ("lead", "second", "trail") if name in thrown)

    def _add_fielded(self, luck: list[float], before: State, position: str, thrown: Mapping[str, Any]) -> None:
        man = self.setup.fielders(before.fielding)[position]
        total = thrown["error_1"] + thrown["error_2"] + thrown["error_3"]
        came = _came(self.setup.fielding_chart, position, man, thrown["range"], total)
        chances, weights = fielders_chances(position, man.range, man.error), weights_of(before)
        for place, (name, weight) in enumerate(_TERMS):
            luck[place] += ((name in came) - chances.get(name, 0.0)) * weights[weight]

    def _add_stolen(self, luck: list[float], before: State, thrown: Mapping[str, Any]) -> None:
        """The lead he got, the lead that put him out, and the throw, for a man on first with a rating."""
        runner = before.bases[FIRST - 1]
        rating = self.setup.thief(runner.player).rating if runner else None
        if rating is None:
            return
        if "lead_1" in thrown:
            lead = read_lead(rating, thrown["lead_1"] + thrown["lead_2"])
            luck[_LEAD] += (lead == "good") - _share(rating.good_lead)
            luck[_OUT_LEADING] += (lead == "out_stealing") - _share(rating.automatic_out)
        if "steal" in thrown:
            safe = self._safe(rating, before)
            luck[_CAUGHT] += (thrown["steal"] > safe) - (20 - safe) / 20

    def _safe(self, rating: StealRating, before: State) -> int:
        """The number he steals second by after a good lead, held where such men are."""
        held = rating.asterisk or rating.first >= HELD_FROM
        battery = self.setup.battery(before.fielding)
        return min(20, rated_chance(rating, SECOND, battery, held=held, good_lead=True).safe)


def _share(totals: tuple[int, ...]) -> float:
    """How often two dice show one of these."""
    return sum(6 - abs(total - 7) for total in totals) / 36
