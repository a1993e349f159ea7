"""Whole games by the hundred thousand, drawn from the same compiled tables as the Markov chains.

Every plate appearance of every game in a batch is drawn at once. A draw picks one of the results that the rule code
gives with its exact probability (the alias method: two lookups, no rounding to a grid), so the distribution is that
of the tables, whatever the batch.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.odds.markov import RUNS_PER_PLAY, STATES, Floats, LineupOdds

Ints = NDArray[np.int32]
MOST_INNINGS = 60


@dataclass(frozen=True, slots=True)
class DrawTable:
    """The alias tables of a line-up, one row of `width` for each batter and state. A result is runs * 25 + state."""

    threshold: Floats  # [batter * 24 + state, column]
    result: Ints  # [row, column, 0 or 1]: below or above the threshold
    width: int
    batters: int


def draw_table(lineup: LineupOdds) -> DrawTable:
    """Alias tables from the compiled chances of a line-up."""
    chances = np.moveaxis(lineup.moves, 3, 1)  # [batter, state, runs, state after]
    rows = chances.reshape(lineup.batters * STATES, RUNS_PER_PLAY * (STATES + 1))
    width = int((rows > 0).sum(axis=1).max())
    threshold = np.ones((len(rows), width))
    result = np.zeros((len(rows), width, 2), dtype=np.int32)
    for number, row in enumerate(rows):
        _fill_row(row, width, threshold[number], result[number])
    return DrawTable(threshold, result, width, lineup.batters)


def _fill_row(row: Floats, width: int, threshold: Floats, result: Ints) -> None:
    """Vose's method: columns of equal weight, each shared by two results at most."""
    outcomes = [int(outcome) for outcome in np.flatnonzero(row)]
    weights = [float(row[outcome]) * width for outcome in outcomes]
    missing = width - len(outcomes)  # columns without a result of their own: all of their weight is another's
    outcomes, weights = outcomes + [outcomes[0]] * missing, weights + [0.0] * missing
    small = [place for place, weight in enumerate(weights) if weight < 1.0]
    large = [place for place, weight in enumerate(weights) if weight >= 1.0]
    while small and large:
        less, more = small.pop(), large[-1]
        threshold[less], result[less] = weights[less], (outcomes[less], outcomes[more])
        weights[more] -= 1.0 - weights[less]
        if weights[more] < 1.0:
            small.append(large.pop())
    for place in (*small, *large):
        result[place] = outcomes[place]


@dataclass(frozen=True, slots=True)
class Simulated:
    """Final scores, one entry a game."""

    away: Ints
    home: Ints
    innings: Ints  # in which the games ended

    @property
    def home_wins(self) -> float:
        return float((self.home > self.away).mean())


class Beginning(NamedTuple):
    """Where a game goes on. `state` is outs * 8 + occupied bases, `up` the place of each team's next batter."""

    inning: int = 1
    bottom: bool = False
    state: int = 0
    score: tuple[int, int] = (0, 0)
    up: tuple[int, int] = (0, 0)


FIRST_PITCH: Final = Beginning()


def simulate_games(
    away: LineupOdds, home: LineupOdds, games: int, seed: int, innings: int = 9, begin: Beginning = FIRST_PITCH
) -> Simulated:
    """Games to a decision, from the first pitch or from where one stands.

    The home team does not bat when it leads and stops when it goes ahead in the last half.
    """
    generator = np.random.default_rng(seed)
    tables = draw_table(away), draw_table(home)
    scores = np.repeat(np.array(begin.score, dtype=np.int32)[:, None], games, axis=1)
    up = np.repeat(np.array(begin.up, dtype=np.int32)[:, None], games, axis=1)
    ended = np.full(games, MOST_INNINGS, dtype=np.int32)
    playing = np.arange(games)
    for inning in range(begin.inning, MOST_INNINGS + 1):
        is_first = inning == begin.inning
        if not (is_first and begin.bottom):
            _half(tables[0], generator, scores, up, 0, playing, last=False, state=begin.state if is_first else 0)
        batting = playing if inning < innings else playing[scores[1, playing] <= scores[0, playing]]
        state = begin.state if is_first and begin.bottom else 0
        _half(tables[1], generator, scores, up, 1, batting, last=inning >= innings, state=state)
        ended[playing] = inning
        if inning >= innings:
            playing = playing[scores[0, playing] == scores[1, playing]]
        if not len(playing):
            break
    return Simulated(scores[0], scores[1], ended)


_RUNNERS = np.array([state.bit_count() for state in range(8)], dtype=np.int32)  # by occupied bases


def _cut_at_walk_off(scored: Ints, after: Ints, before: Ints, behind: Ints) -> Ints:
    """Runs as they count when one of them wins the game: no more than that one, but all of them on a homerun.

    Who sees everybody score, the batter too, and no out made has seen a homerun.
    """
    homerun = (after < STATES) & (after % 8 == 0) & (scored == _RUNNERS[before % 8] + 1)
    return np.where((scored > behind) & ~homerun, np.minimum(scored, behind + 1), scored).astype(np.int32)


def _half(
    table: DrawTable,
    generator: np.random.Generator,
    scores: Ints,
    up: Ints,
    team: int,
    games: NDArray[np.intp],
    *,
    last: bool,
    state: int,
) -> None:
    """One half-inning of every game in `games`, plate appearance by plate appearance, from the same bases and outs."""
    now = np.full(len(games), state, dtype=np.int32)
    batter, runs = up[team, games], scores[team, games]
    others = scores[1 - team, games]
    alive = np.arange(len(games))
    while len(alive):
        row = batter[alive] * STATES + now[alive]
        drawn = generator.random(len(alive)) * table.width
        column = drawn.astype(np.int32)
        above = (drawn - column >= table.threshold[row, column]).astype(np.int32)
        result = table.result[row, column, above]
        scored, after = np.divmod(result, STATES + 1)
        if last:
            scored = _cut_at_walk_off(scored, after, now[alive], others[alive] - runs[alive])
        runs[alive] += scored
        now[alive] = after
        batter[alive] = (batter[alive] + 1) % table.batters
        going = after < STATES
        if last:
            going &= runs[alive] <= others[alive]
        alive = alive[going]
    up[team, games] = batter
    scores[team, games] = runs
