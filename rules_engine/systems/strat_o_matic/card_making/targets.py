"""What the cards of a league aim at beyond each man's own rates, so that the league as a whole comes out right.

Every aim is a factor, 1.0 being the plain method, but for `advance` and `safe`, which are added to. They are found by
counting what the cards of the league give (proof.py) and by replaying it (seasons/strat_o_matic/fit.py); nothing here
knows a season.
"""

from dataclasses import dataclass, field

from rules_engine.baseball.seasons import Rates
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits

UNIT_RATES = Rates(*(1.0,) * len(Rates._fields))


@dataclass(frozen=True, slots=True)
class CardTargets:
    """One league's. `rates` multiplies what batters' cards aim at, result by result."""

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
