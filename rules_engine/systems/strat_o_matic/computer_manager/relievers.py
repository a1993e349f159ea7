"""Decide which reliever enters, and when he replaces a pitcher who could continue.

A reliever's value is based on the expected runs from his card and the next batters' cards. The closer enters with a
lead of one to three runs in the ninth, or in the eighth with the tying run on base or at bat. In a game that is
practically decided, the weakest reliever enters, so that the better ones are rested tomorrow.
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
DECIDED: Final = 0.03  # The game is decided with a chance to win below this, or above 1 minus this.
MATCHUPS_FROM: Final = 7  # first inning to change pitchers for the matchup with the next batters
BETTER: Final = 0.030  # runs per plate appearance that a reliever must save to replace a pitcher who could continue
SPARE_RELIEVERS: Final = 3  # relievers needed on the bench to use one for a few batters
TIRED_RUNS: Final = 0.035  # runs per plate appearance that a tired pitcher's dots add
SHORT_OUTING_RUNS: Final = 0.004  # runs per plate appearance for each out that the sheet's limit is below an inning


def choose_reliever(game: StratGame, side: Side, *, by_listing: bool = False) -> str | None:
    """Return the reliever to bring in, or None if no one has a relief rating.

    With `by_listing`, the closer enters in any close game from the eighth. Otherwise relievers enter in bench order,
    those without a closer rating first.
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
    """Return the closer rating, or -1 if it isn't a number."""
    rating = game.setup.pitcher(player).endurance.closer
    return rating if isinstance(rating, int) else -1


def needs_closer(state: State) -> bool:
    """Return whether the defense needs its closer to protect a lead. It never does when it trails."""
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
    """Return a pitcher's expected runs per plate appearance against the next batters.

    The result is higher if he is tired or has few outs left.
    """
    state = game.state
    opponents = state.sides[1 - state.sides.index(side)]
    places = range(opponents.up, opponents.up + batters)
    order = opponents.order
    runs = sum(game.setup.runs(order[place % len(order)], pitcher) for place in places) / batters
    return runs + _handicap(game, pitcher)


def _handicap(game: StratGame, pitcher: str) -> float:
    """Return the runs per plate appearance that fatigue and his pitching sheet's limit cost."""
    appearance, limit = game.tracker.appearances.get(pitcher), game.relief.get(pitcher)
    is_tired = pitcher in game.setup.unrested or (appearance is not None and appearance.tired)
    short = max(0, OUTS_PER_INNING - limit.outs) if limit else 0
    return TIRED_RUNS * is_tired + SHORT_OUTING_RUNS * short


def should_change(
    game: StratGame, side: Side, appearance: StratAppearance, style: ManagerStyle = DEFAULT_STYLE
) -> bool:
    """Return whether a reliever should replace a pitcher who could continue.

    He is the closer, or a better matchup late in the game.
    """
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
    """Return whether this closer should replace the pitcher on the mound.

    He shouldn't if he is clearly worse or if the pitcher is a closer himself.
    """
    if _closer_rank(game, enters) < 0 or _closer_rank(game, side.pitcher) >= 0:
        return False
    return runs_off(game, side, enters) < runs_off(game, side, side.pitcher) + BETTER
