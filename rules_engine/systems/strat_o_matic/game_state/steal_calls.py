"""The runners who may be sent to steal, and their attempts (23.3-23.6)."""

from collections.abc import Hashable
from functools import cache

from rules_engine.baseball.bases import runners
from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.baserunning.leads import StealAttempt, steal_options
from rules_engine.systems.strat_o_matic.baserunning.stealing import steal_ruling
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.tracker import Tracker


def legal_steals(setup: GameSetup, state: State, tracker: Tracker, holds: int) -> int:
    """23.6: return the bases from which a steal may be led.

    The result and `holds` are bases ints.
    """
    failed, (first, second, third) = tracker.failed_leads, state.bases
    key: Hashable = (first and first[0], second and second[0], third and third[0])
    if failed:  # Holds and arms matter only after a failed lead (23.3D).
        key = (key, holds, state.fielding.field[:2], frozenset(failed.items()))
    cached = setup.steals.get(key)
    if cached is None:
        cached = setup.steals[key] = _legal_calls(setup, state, tracker, holds)
    return cached


def _legal_calls(setup: GameSetup, state: State, tracker: Tracker, holds: int) -> int:
    leading = (base for base in runners(state.occupied) if _may_go_together(state.occupied, base))
    return sum(1 << base - 1 for base in leading if _may_steal(setup, state, tracker, base, holds))


def _may_steal(setup: GameSetup, state: State, tracker: Tracker, base: int, holds: int) -> bool:
    """23.3D, 23.4: return whether the runner has any option to steal. He always has in rulesets without ratings."""
    if not setup.edition.stealing.ratings:
        return True
    return bool(steal_options(steal_attempt(setup, state, tracker, base, holds)))


@cache
def _may_go_together(on_base: int, base: int) -> bool:
    return steal_ruling(on_base, steal_led_from(on_base, base)).allowed


@cache
def steal_led_from(on_base: int, base: int) -> int:
    """Return the bases int of a steal led from this base, including the runners directly behind."""
    stealing, behind = 1 << base - 1, base - 1
    while behind and on_base >> behind - 1 & 1:
        stealing |= 1 << behind - 1
        behind -= 1
    return stealing


def steal_attempt(
    setup: GameSetup, state: State, tracker: Tracker, base: int, holds: int, *, infield_in: bool = False
) -> StealAttempt:
    """23.6: return the steal led by the runner on this base, including the runners directly behind."""
    runner = state.bases[base - 1]
    assert runner is not None
    return StealAttempt(
        state.occupied,
        state.outs,
        steal_led_from(state.occupied, base),
        setup.stealer(runner.player),
        bool(holds >> base - 1 & 1),
        setup.battery(state.fielding),
        tracker.failed_lead(runner.player, base),
        infield_in,
    )
