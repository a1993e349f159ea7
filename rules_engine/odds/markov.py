"""Exact runs of half-innings and games for two line-ups, by Markov chains over bases, outs and the man at bat.

Compiled once for a line-up against a pitcher: what every plate appearance does from each of the 24 bases-and-outs
states, with the pitches that get away before it. Steals and changes of men are left out, for they are decisions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.plays import OUT, Play

Floats = NDArray[np.float64]
STATES = 24  # outs * 8 + occupied bases
RUNS_PER_PLAY = 5  # 0 to 4
MOST_RUNS = 30  # of one half-inning or one team; what is beyond is counted there
_NEGLIGIBLE = 1e-12
PlayOdds = Callable[[str, int, int], Mapping[Play, Fraction]]  # batter, occupied bases, outs
PitchOdds = Callable[[int], Mapping[Play, Fraction]]  # occupied bases -> plays before the batter's own; the rest: none
Reached = dict[tuple[int, int], float]  # occupied bases and runs -> probability


@dataclass(frozen=True, slots=True)
class Compiled:
    """`moves[batter, runs]` is the 25 x 24 chances to each state from each; state 24 is the end of the half-inning."""

    moves: Floats

    @property
    def batters(self) -> int:
        return int(self.moves.shape[0])


def no_pitch_gets_away(occupied: int) -> Mapping[Play, Fraction]:
    return {}


def compile_lineup(order: Sequence[str], odds: PlayOdds, pitches: PitchOdds = no_pitch_gets_away) -> Compiled:
    """Ask the odds of each man in each state once. `odds` and `pitches` give whole plays, the rule code's own."""
    moves = np.zeros((len(order), RUNS_PER_PLAY, STATES + 1, STATES))
    for place, batter in enumerate(order):
        for state in range(STATES):
            outs, occupied = divmod(state, 8)
            for play, probability in odds(batter, occupied, outs).items():
                after = outs + play.to.count(OUT)
                to = STATES if after >= 3 else 8 * after + play.state_after
                moves[place, len(play.scored), to, state] += float(probability)
    return Compiled(_after_pitches(moves, pitches))


def _after_pitches(moves: Floats, pitches: PitchOdds) -> Floats:
    """29.1: the same moves from where the runners stand once no further pitch gets away."""
    whole = np.zeros_like(moves)
    for occupied in range(8):
        for (standing, runs), probability in _before_the_throw(occupied, pitches).items():
            # nobody scores twice: with these runs in, no more are left than the rows that fall away
            whole[:, runs:, :, occupied::8] += probability * moves[:, : RUNS_PER_PLAY - runs, :, standing::8]
    return whole


def _before_the_throw(occupied: int, pitches: PitchOdds) -> Reached:
    """29.1D: a pitch that got away moves every runner, and the next one is checked again while anybody is on."""
    odds = pitches(occupied)
    reached: Reached = {(occupied, 0): 1.0 - float(sum(odds.values()))}
    for play, probability in odds.items():
        for (standing, runs), later in _before_the_throw(play.state_after, pitches).items():
            key = standing, runs + len(play.scored)
            reached[key] = reached.get(key, 0.0) + float(probability) * later
    return reached


def half_inning(lineup: Compiled, first: int = 0, state: int = 0) -> Floats:
    """[next batter, runs] -> probability, from this batter and state to the third out."""
    ended = np.zeros((lineup.batters, MOST_RUNS + 1))
    now = np.zeros((STATES, MOST_RUNS + 1))
    now[state, 0] = 1.0
    batter = first
    while now.sum() > _NEGLIGIBLE:
        scored = lineup.moves[batter] @ now  # [runs on this play, state after, runs before]
        after = scored[0]
        for runs in range(1, scored.shape[0]):
            after[:, runs:] += scored[runs, :, :-runs]
            after[:, -1] += scored[runs, :, -runs:].sum(axis=1)
        batter = (batter + 1) % lineup.batters
        ended[batter] += after[STATES]
        now = after[:STATES]
    return ended


def _scored(table: Floats, runs: int) -> Floats:
    """The same chances with so many more runs in."""
    if not runs:
        return table
    moved = np.zeros_like(table)
    moved[:, runs:] = table[:, :-runs]
    moved[:, -1] += table[:, -runs:].sum(axis=1)
    return moved


def runs_of_innings(lineup: Compiled, innings: int) -> Floats:
    """[next batter, runs] -> probability after so many whole innings from the top of the order."""
    each = [half_inning(lineup, first) for first in range(lineup.batters)]
    now = np.zeros((lineup.batters, MOST_RUNS + 1))
    now[0, 0] = 1.0
    for _ in range(innings):
        after = np.zeros_like(now)
        for first, half in enumerate(each):
            for runs, probability in enumerate(now[first]):
                if probability > _NEGLIGIBLE:
                    after += probability * _scored(half, runs)
        now = after
    return now


def expected_runs(lineup: Compiled, first: int = 0, state: int = 0) -> float:
    """Runs to be expected from here to the end of the half-inning."""
    return float(half_inning(lineup, first, state).sum(axis=0) @ np.arange(MOST_RUNS + 1))


def home_wins(away: Compiled, home: Compiled, innings: int = 9) -> float:
    """The chance that the home team wins, extra innings played until somebody does."""
    visitors, hosts = runs_of_innings(away, innings), runs_of_innings(home, innings)
    won, tied = _won_and_tied(visitors.sum(axis=0), hosts.sum(axis=0))
    extra = _extra_innings(away, home)
    # which batters lead off the extra innings hangs together with the score; level games are taken on average
    return won + tied * extra


def _won_and_tied(visitors: Floats, hosts: Floats) -> tuple[float, float]:
    below = np.concatenate(([0.0], np.cumsum(visitors)[:-1]))
    return float(hosts @ below), float(hosts @ visitors)


def _extra_innings(away: Compiled, home: Compiled) -> float:
    """The chance of the home team once the game is level, each leading-off batter taken as likely."""
    won = tied = 0.0
    for first in range(away.batters):
        for second in range(home.batters):
            one, two = _won_and_tied(half_inning(away, first).sum(axis=0), half_inning(home, second).sum(axis=0))
            won, tied = won + one, tied + two
    pairs = away.batters * home.batters
    return (won / pairs) / (1 - tied / pairs)
