"""Whole games by the hundred thousand, drawn from the same compiled tables as the Markov chains.

Every plate appearance of every game in a batch is drawn at once. A draw picks one of the results that the rule code
gives with its exact probability (the alias method: two lookups, no rounding to a grid), so the distribution is that
of the tables, whatever the batch. Batches are of a size that the processor's nearest memory holds.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.odds.alias import alias_columns
from rules_engine.odds.markov import RUNS_PER_PLAY, STATES, Floats, LineupOdds

Ints = NDArray[np.int32]
Places = NDArray[np.intp]
MOST_INNINGS = 60
BATCH = 20_000  # games drawn at once
_ROW_BITS, _RUN_BITS = 16, 3  # of a number that says what a plate appearance came to
_ROW, _RUNS = (1 << _ROW_BITS) - 1, (1 << _RUN_BITS) - 1
_HOMERUN = 1 << (_ROW_BITS + _RUN_BITS)


@dataclass(frozen=True, slots=True)
class DrawTable:
    """The alias tables of a line-up, one row of `width` for each batter and state. A result is runs * 25 + state."""

    threshold: Floats  # [row, column]; a row is batter * 24 + state
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
    """Columns of equal weight, each shared by two results at most."""
    outcomes = [int(outcome) for outcome in np.flatnonzero(row)]
    weights = [float(row[outcome]) * width for outcome in outcomes]
    missing = width - len(outcomes)  # columns without a result of their own: all of their weight is another's
    outcomes, weights = outcomes + [outcomes[0]] * missing, weights + [0.0] * missing
    for place, edge, below, above in alias_columns(outcomes, weights):
        threshold[place], result[place] = edge, (below, above)


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
    sides = _side(away), _side(home)
    batches = [
        _batch(sides, generator, min(BATCH, games - first), innings, begin) for first in range(0, games, BATCH)
    ] or [_batch(sides, generator, 0, innings, begin)]
    return Simulated(*map(np.concatenate, zip(*batches, strict=True)))


class DrawnFrom(NamedTuple):
    """The tables of a team's line-up laid out for drawing: `cell` is row * width + column.

    `edge[cell]` is the column with the threshold in it; `came_to[2 * cell + above]` holds the row of what is next,
    the runs and whether it was a homerun. Rows from `ended` on are no rows: the half-inning is over, and `ended` + n
    says that the n-th is the next at bat.
    """

    edge: Floats
    came_to: NDArray[np.int64]
    width: int
    ended: int


_RUNNERS: Final = np.array([state.bit_count() for state in range(8)])  # by occupied bases


def _side(lineup: LineupOdds) -> DrawnFrom:
    table = draw_table(lineup)
    runs, after = np.divmod(table.result.astype(np.int64), STATES + 1)
    batter, before = np.divmod(np.arange(len(table.result))[:, None, None], STATES)
    upcoming, ended = (batter + 1) % table.batters, table.batters * STATES
    row = np.where(after < STATES, upcoming * STATES + after, ended + upcoming)
    # who sees everybody score, the batter too, and no out made has seen a homerun
    homerun = (after < STATES) & (after % 8 == 0) & (runs == _RUNNERS[before % 8] + 1)
    came_to = row | runs << _ROW_BITS | np.where(homerun, _HOMERUN, 0)
    return DrawnFrom((table.threshold + np.arange(table.width)).ravel(), came_to.ravel(), table.width, ended)


def _batch(
    sides: tuple[DrawnFrom, DrawnFrom], generator: np.random.Generator, games: int, innings: int, begin: Beginning
) -> tuple[Ints, Ints, Ints]:
    """The scores of so many games, and the innings in which they ended."""
    scores = np.repeat(np.array(begin.score, dtype=np.int32)[:, None], games, axis=1)
    up = np.repeat(np.array(begin.up, dtype=np.intp)[:, None], games, axis=1)
    ended = np.full(games, MOST_INNINGS, dtype=np.int32)
    playing = np.arange(games)
    for inning in range(begin.inning, MOST_INNINGS + 1):
        is_first = inning == begin.inning
        if not (is_first and begin.bottom):
            state = begin.state if is_first else 0
            scores[0, playing] += _half(sides[0], generator, up[0], playing, state)
        state = begin.state if is_first and begin.bottom else 0
        if inning < innings:
            scores[1, playing] += _half(sides[1], generator, up[1], playing, state)
            continue
        batting = playing[scores[1, playing] <= scores[0, playing]]
        behind = scores[0, batting] - scores[1, batting]
        scores[1, batting] += _half(sides[1], generator, up[1], batting, state, behind)
        ended[playing] = inning
        playing = playing[scores[0, playing] == scores[1, playing]]
        if not len(playing):
            break
    return scores[0], scores[1], ended


def _half(
    side: DrawnFrom, generator: np.random.Generator, up: Places, games: Places, state: int, behind: Ints | None = None
) -> Ints:
    """Runs of one half-inning of every game in `games`, plate appearance by plate appearance; `up` is kept.

    `behind` is by how many runs each team trails where the half-inning is the last: it stops when the team leads.
    """
    runs, upcoming = np.zeros(len(games), dtype=np.int32), np.zeros(len(games), dtype=np.intp)
    place, row = np.arange(len(games)), up[games] * STATES + state
    while len(row):
        came_to = _drawn(side, generator, row)
        row, scored = came_to & _ROW, came_to >> _ROW_BITS & _RUNS
        going = row < side.ended
        if behind is not None:
            # no more runs count than the one that wins the game, but all of them on a homerun
            winning = behind[place] - runs[place] + 1
            scored = np.where(came_to & _HOMERUN, scored, np.minimum(scored, winning))
            going &= scored < winning
        runs[place] += scored
        over = ~going
        upcoming[place[over]] = row[over] - side.ended  # nobody asks for it of a game that is over
        row, place = row[going], place[going]
    up[games] = upcoming
    return runs


def _drawn(side: DrawnFrom, generator: np.random.Generator, row: Places) -> NDArray[np.int64]:
    """What one plate appearance in each row came to."""
    drawn = generator.random(len(row)) * side.width
    cell = drawn.astype(np.intp)
    cell += row * side.width
    return side.came_to.take(2 * cell + (drawn >= side.edge.take(cell)))
