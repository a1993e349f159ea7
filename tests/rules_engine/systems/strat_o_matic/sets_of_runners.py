"""Every set of runners who can legally steal together."""

from rules_engine.systems.strat_o_matic.baserunning.stealing import steal_ruling


def legal_steals(state: int) -> tuple[int, ...]:
    return tuple(stealing for stealing in range(1, 8) if steal_ruling(state, stealing))
