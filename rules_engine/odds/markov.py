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


def expected_runs(runs: Floats) -> float:
    """Runs to be expected, from the chances of each number of them."""
    return float(runs @ np.arange(len(runs)))
