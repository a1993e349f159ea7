"""Exact runs of half-innings and games for two line-ups, by Markov chains over bases, outs and the man at bat.

LineupOdds once for a line-up against a pitcher: what every plate appearance does from each of the 24 bases-and-outs
states, with the plays that leave him at bat. Steals and changes of men are left out, for they are decisions.
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
MOST_RUNS = 30  # of one half-inning or one team; what is beyond is counted there
_NEGLIGIBLE = 1e-12
PlayOdds = Callable[[str, int, int], Mapping[Play, Fraction]]  # batter, occupied bases, outs


@dataclass(frozen=True, slots=True)
class LineupOdds:
    """`moves[batter, runs]` is the 25 x 24 chances to each state from each; state 24 is the end of the half-inning."""

    moves: Floats

    @property
    def batters(self) -> int:
        return int(self.moves.shape[0])


def compile_lineup(order: Sequence[str], odds: PlayOdds, outs: int = 0) -> LineupOdds:
    """Ask the odds of each man in each state with `outs` or more, once: whole plays, as the rule code makes them."""
    moves = np.zeros((len(order), RUNS_PER_PLAY, STATES + 1, STATES))
    for place, batter in enumerate(order):
        waits = np.zeros_like(moves[place])  # what leaves him at bat
        for state in range(8 * outs, STATES):
            out, occupied = divmod(state, 8)
            for play, probability in odds(batter, occupied, out).items():
                after = out + play.to.count(OUT)
                to = STATES if after >= 3 else 8 * after + play.state_after
                into = waits if play.to[BATTER] == ABSENT and after < 3 else moves[place]
                into[len(play.scored), to, state] += float(probability)
        moves[place] = _until_he_is_done(moves[place], waits[:, :STATES])
    return LineupOdds(moves)


def _until_he_is_done(done: Floats, waits: Floats) -> Floats:
    """The same moves with every play that leaves the batter up followed by his next one, to the last that counts."""
    whole, standing = done.copy(), waits
    while standing.sum() > _NEGLIGIBLE:
        further = np.zeros_like(standing)
        for runs in range(RUNS_PER_PLAY):
            for more in range(RUNS_PER_PLAY - runs):  # nobody scores twice: beyond the rows there are no runs left
                whole[runs + more] += done[more] @ standing[runs]
                further[runs + more] += waits[more] @ standing[runs]
        standing = further
    return whole


def half_inning(lineup: LineupOdds, first: int = 0, state: int = 0) -> Floats:
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
