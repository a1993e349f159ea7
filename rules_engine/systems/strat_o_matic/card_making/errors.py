"""Find the e rating whose errors on the fielding chart come closest to a player's own errors."""

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
    """The figures for error rates: a season's plate appearances per out, half of them on the pitcher's card.

    `factor` is the league's target. It allows for errors on steals and by players out of position.
    """

    batters_per_out: float = 37.2 / 27
    factor: float = 1.0

    def per_out(self, position: str) -> float:
        """Return this position's X chances per out in the field."""
        return self.batters_per_out / 2 * X_CHANCES[position] / CHANCES


@cached_per_chart_set
def errors_per_chance(position: str, chart: str = "fielding_super") -> tuple[Fraction, ...]:
    """Return the errors per X chance by e rating, for a fielder of range 3 over all rolls of the d20 and 3d6.

    Catcher's interference counts as an error. At other positions the range doesn't change the number of errors.
    """
    fielding_chart = load_fielding_chart(chart)
    symbols = [fielding_chart.range_symbol(position, d20, AVERAGE.range).rstrip("#") for d20 in range(1, 21)]

    def is_error(e_rating: int, symbol: str, total: int) -> bool:
        error = fielding_chart.error_symbol(position, e_rating, total)
        return error[0] == "E" or fielding_chart.outcome(position, symbol, error).word == "interference"

    ways = Counter(product(symbols, _TOTALS))  # Many rolls give the same symbols, and this loop is slow.
    ratings = range(fielding_chart.highest_e(position) + 1)
    return tuple(
        Fraction(
            sum(count for symbol_and_total, count in ways.items() if is_error(e_rating, *symbol_and_total)),
            ways.total(),
        )
        for e_rating in ratings
    )


def e_rating(season: FieldingSeason, chances: Chances) -> int:
    """Return the rating that comes closest to the player's own errors, up to the chart's highest rating."""
    player_rate = season.errors / season.outs / chances.per_out(season.position) * chances.factor
    rate_by_e = errors_per_chance(season.position)
    return min(range(len(rate_by_e)), key=lambda e: abs(rate_by_e[e] - player_rate))
