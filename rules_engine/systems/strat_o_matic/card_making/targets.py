"""Targets for a league's cards beyond each player's own rates, so that the league's totals come out right.

The targets are factors with a default of 1.0, except `advance` and `safe`, which are added. proof.py finds them by
exact counts, and seasons/strat_o_matic/fit.py finds them by replaying the season.
"""

from dataclasses import dataclass, field

from rules_engine.baseball.seasons import Rates
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits

UNIT_RATES = Rates(*(1.0,) * len(Rates._fields))


@dataclass(frozen=True, slots=True)
class CardTargets:
    """A league's targets. `rates` contains factors for the target rates of batters' cards."""

    rates: Rates = UNIT_RATES
    double_plays: float = 1.0  # gb()A relative to the other groundballs
    deep_flies: float = 1.0  # flies A and B relative to flies C and B?
    doubled_off: float = 1.0  # lomax relative to other outs in the air
    advance: float = 0.0  # share of hits shifted from one-base to two-base advances
    errors: float = 1.0
    steals: float = 1.0  # frequency of steal attempts
    safe: float = 0.0  # added to success numbers, in twentieths
    wild_pitches: float = 1.0
    passed_balls: float = 1.0
    balks: float = 1.0
    habits: ManagerHabits = field(default_factory=ManagerHabits)
