"""Exact runs in half-innings and games for two lineups, computed with Markov chains over bases, outs and batters.

A LineupOdds has the effect of each of a lineup's plate appearances against a pitcher from the 24 base-out states,
including plays that leave the batter up. Steals and substitutions are left out because they are decisions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.plays import ABSENT, OUT, Play

Floats = NDArray[np.float64]
STATES = 24  # outs * 8 + occupied bases
RUNS_PER_PLAY = 5  # 0 to 4
MOST_RUNS = 30  # by one team in a half-inning or game; higher numbers count as this many
_NEGLIGIBLE = 1e-12
PlayOdds = Callable[[str, int, int], Mapping[Play, Fraction]]  # batter, occupied bases, outs


@dataclass(frozen=True, slots=True)
class LineupOdds:
    """A lineup's chances. `moves[batter, runs]` is a 25 x 24 matrix: a row per state after, a column per state before.

    State 24 is the end of the half-inning.
    """

    moves: Floats

    @property
    def batters(self) -> int:
        return int(self.moves.shape[0])


def compile_lineup(order: Sequence[str], odds: PlayOdds, outs: int = 0) -> LineupOdds:
    """Return each batter's odds in each state with at least `outs` outs, as computed by the rule code."""
    moves = np.zeros((len(order), RUNS_PER_PLAY, STATES + 1, STATES))
    for place, batter in enumerate(order):
        still_up = np.zeros_like(moves[place])  # plays that leave him at bat
        for state in range(8 * outs, STATES):
            out, occupied = divmod(state, 8)
            for play, probability in odds(batter, occupied, out).items():
                after = out + play.to.count(OUT)
                state_after = STATES if after >= 3 else 8 * after + play.state_after
                moves_to_add = still_up if play.to[BATTER] == ABSENT and after < 3 else moves[place]
                moves_to_add[len(play.scored), state_after, state] += float(probability)
        moves[place] = _follow_plays_before_result(moves[place], still_up[:, :STATES])
    return LineupOdds(moves)


def _follow_plays_before_result(done: Floats, still_up: Floats) -> Floats:
    """Return the moves, with every play that leaves the batter up followed by his next plays."""
    finished, remaining = done.copy(), still_up
    while remaining.sum() > _NEGLIGIBLE:
        further = np.zeros_like(remaining)
        for runs in range(RUNS_PER_PLAY):
            for more_runs in range(RUNS_PER_PLAY - runs):  # no further runs are possible, as each player scores once
                finished[runs + more_runs] += done[more_runs] @ remaining[runs]
                further[runs + more_runs] += still_up[more_runs] @ remaining[runs]
        remaining = further
    return finished


def half_inning(lineup: LineupOdds, first: int = 0, state: int = 0) -> Floats:
    """Return [next batter, runs] probabilities from this batter and state to the third out."""
    ended = np.zeros((lineup.batters, MOST_RUNS + 1))
    current = np.zeros((STATES, MOST_RUNS + 1))
    current[state, 0] = 1.0
    batter = first
    while current.sum() > _NEGLIGIBLE:
        moved = lineup.moves[batter] @ current  # [runs on this play, state after, runs before]
        after = moved[0]
        for runs in range(1, moved.shape[0]):
            after[:, runs:] += moved[runs, :, :-runs]
            after[:, -1] += moved[runs, :, -runs:].sum(axis=1)
        batter = (batter + 1) % lineup.batters
        ended[batter] += after[STATES]
        current = after[:STATES]
    return ended


def expected_runs(runs: Floats) -> float:
    """Return the expected runs, given the chance of each number of runs."""
    return float(runs @ np.arange(len(runs)))
