"""What the cards of a league aim at besides each player's own rates, so that the league's totals come out right.

Every target is a factor, 1.0 by default, except `advance` and `safe`, which are added. They are found by counting
what the league's cards give (proof.py) and by replaying the season (seasons/strat_o_matic/fit.py).
"""

from dataclasses import dataclass, field

from rules_engine.baseball.seasons import Rates
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits

UNIT_RATES = Rates(*(1.0,) * len(Rates._fields))


@dataclass(frozen=True, slots=True)
class CardTargets:
    """The targets of a league. `rates` multiplies the rates that batters' cards aim at."""

    rates: Rates = UNIT_RATES
    double_plays: float = 1.0  # groundballs A against the other groundballs
    deep_flies: float = 1.0  # flies A and B against flies C and B?
    doubled_off: float = 1.0  # lomax against other outs in the air
    advance: float = 0.0  # share of the hits moved from one base for the runners to two
    errors: float = 1.0
    steals: float = 1.0  # how often men try
    safe: float = 0.0  # added to their success numbers, in twentieths
    wild_pitches: float = 1.0
    passed_balls: float = 1.0
    balks: float = 1.0
    habits: ManagerHabits = field(default_factory=ManagerHabits)
