"""Which reliever enters, and when one takes over from a pitcher who could continue.

A reliever's value is the runs that his card and the next batters' cards give together. The closer waits for a lead of
one to three runs in the ninth, or in the eighth with the tying run on base or at bat. In a game that is as good as
over, the weakest reliever enters, so that the better ones are rested tomorrow.
"""

from collections.abc import Sequence
from typing import Final

from rules_engine.baseball.manager_styles import DEFAULT_STYLE, ManagerStyle
from rules_engine.baseball.state import NOBODY_ON, Side, State
from rules_engine.baseball.win_values import moment_of, win_chance
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.computer_manager.bench import available_pitchers
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame

NEXT_BATTERS: Final = 3
CLOSER_INNING, STRESS_INNING, MAX_SAVE_LEAD = 9, 8, 3
DECIDED: Final = 0.03  # a chance to win below this, or above 1 minus this
MATCHUPS_FROM: Final = 7  # first inning to change pitchers for the next batters' hands
BETTER: Final = 0.030  # runs per plate appearance for which a reliever replaces one who could continue
SPARE_RELIEVERS: Final = 3  # relievers left, so that one may enter for a few batters
TIRED_RUNS: Final = 0.035  # runs per plate appearance that the dots of a tired pitcher add
SHORT_OUTING_RUNS: Final = 0.004  # the same for each out that a sheet's limit is short of an inning


def choose_reliever(game: StratGame, side: Side, *, by_listing: bool = False) -> str | None:
    """Return the reliever to bring in, or None if there is none with a relief rating.

    With `by_listing`, the closer enters in any close game from the eighth, and otherwise relievers enter in the order
    of the bench, those without a closer rating first.
    """
    pitcher = game.setup.pitcher
    relievers = [player for player in available_pitchers(game, side) if pitcher(player).endurance.relief is not None]
    if len(relievers) < 2:
        return relievers[0] if relievers else None
    if by_listing:
        return _by_listing(game, relievers)
    closer = find_closer(game, relievers)
    if closer and needs_closer(game.state):
        return closer
    candidates = [player for player in relievers if player != closer]
    if is_decided(game.state):
        return max(candidates, key=lambda player: runs_off(game, side, player))
    return min(candidates, key=lambda player: runs_off(game, side, player))


def _by_listing(game: StratGame, relievers: Sequence[str]) -> str:
    is_close = game.state.inning >= STRESS_INNING and abs(game.state.lead) <= MAX_SAVE_LEAD
    return (max if is_close else min)(relievers, key=lambda player: _closer_rank(game, player))


def find_closer(game: StratGame, players: Sequence[str]) -> str:
    """Return the player with the highest closer rating, or "" if no one has a number."""
    best = max(players, key=lambda player: _closer_rank(game, player), default="")
    return best if best and _closer_rank(game, best) >= 0 else ""


def _closer_rank(game: StratGame, player: str) -> int:
    """Return the closer rating, or -1 without a number."""
    rating = game.setup.pitcher(player).endurance.closer
    return rating if isinstance(rating, int) else -1


def needs_closer(state: State) -> bool:
    """Return whether the defense has a lead for its closer: never when it trails."""
    lead = -state.lead
    if not 1 <= lead <= MAX_SAVE_LEAD:
        return False
    tying_run_is_up = lead <= state.occupied.bit_count() + 1
    return state.inning >= CLOSER_INNING or (
        state.inning == STRESS_INNING and state.bases != NOBODY_ON and tying_run_is_up
    )


def is_decided(state: State) -> bool:
    return not DECIDED < win_chance(moment_of(state)) < 1 - DECIDED


def runs_off(game: StratGame, side: Side, pitcher: str, batters: int = NEXT_BATTERS) -> float:
    """Return a pitcher's runs per plate appearance against the next batters, more if he is tired or has few outs."""
    state = game.state
    opponents = state.sides[1 - state.sides.index(side)]
    places = range(opponents.up, opponents.up + batters)
    order = opponents.order
    runs = sum(game.setup.runs(order[place % len(order)], pitcher) for place in places) / batters
    return runs + _handicap(game, pitcher)


def _handicap(game: StratGame, pitcher: str) -> float:
    """Return the runs per plate appearance that fatigue and the limits of his pitching sheet cost."""
    appearance, limit = game.tracker.appearances.get(pitcher), game.relief.get(pitcher)
    is_tired = pitcher in game.setup.unrested or (appearance is not None and appearance.tired)
    short = max(0, OUTS_PER_INNING - limit.outs) if limit else 0
    return TIRED_RUNS * is_tired + SHORT_OUTING_RUNS * short


def should_change(
    game: StratGame, side: Side, appearance: StratAppearance, style: ManagerStyle = DEFAULT_STYLE
) -> bool:
    """Return whether a reliever takes over from a pitcher who could continue: the closer, or a better matchup late."""
    state = game.state
    if state.inning < MATCHUPS_FROM or (appearance.started and appearance.outs_beyond_pow < 0):
        return False
    if state.bases == NOBODY_ON and state.outs:
        return False
    is_save_situation = needs_closer(state)
    if not is_save_situation and (is_decided(state) or len(game.setup.pitchers(side.bench)) <= SPARE_RELIEVERS):
        return False
    enters = choose_reliever(game, side)
    if enters is None:
        return False
    if is_save_situation:
        return _should_close(game, side, enters)
    return runs_off(game, side, enters, 2) + BETTER * style.reliever_gain < runs_off(game, side, side.pitcher, 2)


def _should_close(game: StratGame, side: Side, enters: str) -> bool:
    """Return whether this closer is not worse than the pitcher on the mound, who may be a closer himself."""
    if _closer_rank(game, enters) < 0 or _closer_rank(game, side.pitcher) >= 0:
        return False
    return runs_off(game, side, enters) < runs_off(game, side, side.pitcher) + BETTER
