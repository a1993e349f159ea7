"""The e rating whose errors, counted exactly on the fielding chart, come closest to a player's own."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rules_engine.baseball.seasons import FieldingSeason
from rules_engine.systems.strat_o_matic.card_making.card_sides import X_CHANCES
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES
from rules_engine.systems.strat_o_matic.charts.chart_files import cached_per_chart_set
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.situation import AVERAGE

_TOTALS = [sum(dice) for dice in product(range(1, 7), repeat=3)]


@dataclass(frozen=True, slots=True)
class Chances:
    """What errors are measured by: a season's plate appearances per out, half of them read on the pitcher's card.

    `factor` is the league's aim, for errors are made on steals and by men out of position too.
    """

    batters_an_out: float = 37.2 / 27
    factor: float = 1.0

    def per_out(self, position: str) -> float:
        """X chances of this position for each out in the field."""
        return self.batters_an_out / 2 * X_CHANCES[position] / CHANCES


@cached_per_chart_set
def errors_per_chance(position: str, chart: str = "fielding_super") -> tuple[Fraction, ...]:
    """By e rating: errors for each X chance of a man with range 3, over all rolls of the d20 and the three dice.

    A catcher's interference is an error of his; nobody else's range changes how many errors he makes.
    """
    loaded = load_fielding_chart(chart)
    symbols = [loaded.range_symbol(position, rolled, AVERAGE.range).rstrip("#") for rolled in range(1, 21)]

    def errs(e: int, symbol: str, total: int) -> bool:
        error = loaded.error_symbol(position, e, total)
        return error[0] == "E" or loaded.outcome(position, symbol, error).word == "interference"

    ways = Counter(product(symbols, _TOTALS))  # many rolls read alike: a tenth of a season's cards is made by this
    ratings = range(loaded.highest_e(position) + 1)
    return tuple(
        Fraction(sum(number for roll, number in ways.items() if errs(e, *roll)), ways.total()) for e in ratings
    )


def e_rating(season: FieldingSeason, chances: Chances) -> int:
    """Return the rating closest to the errors he made, at most the highest on the chart."""
    wanted = season.errors / season.outs / chances.per_out(season.position) * chances.factor
    given = errors_per_chance(season.position)
    return min(range(len(given)), key=lambda e: abs(given[e] - wanted))
