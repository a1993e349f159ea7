"""Simulate hundreds of thousands of whole games from the Markov chains' compiled tables.

Every plate appearance in a batch is drawn at once by the alias method. It uses two lookups without rounding, so the
results have exactly the tables' distribution for any batch size. A batch fits in the processor's cache.
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
_ROW_BITS, _RUN_BITS = 16, 3  # bits of a packed plate appearance result
_ROW, _RUNS = (1 << _ROW_BITS) - 1, (1 << _RUN_BITS) - 1
_HOMERUN = 1 << (_ROW_BITS + _RUN_BITS)


@dataclass(frozen=True, slots=True)
class DrawTable:
    """A lineup's alias tables, with one row of `width` per batter and state. A result is runs * 25 + state."""

    threshold: Floats  # [row, column]; a row is batter * 24 + state
    result: Ints  # [row, column, 0 or 1]: below or above the threshold
    width: int
    batters: int


def draw_table(lineup: LineupOdds) -> DrawTable:
    """Return the alias tables for a lineup's compiled chances."""
    chances = np.moveaxis(lineup.moves, 3, 1)  # [batter, state, runs, state after]
    rows = chances.reshape(lineup.batters * STATES, RUNS_PER_PLAY * (STATES + 1))
    width = int((rows > 0).sum(axis=1).max())
    threshold = np.ones((len(rows), width))
    result = np.zeros((len(rows), width, 2), dtype=np.int32)
    for number, row in enumerate(rows):
        _fill_row(row, width, threshold[number], result[number])
    return DrawTable(threshold, result, width, lineup.batters)


def _fill_row(row: Floats, width: int, threshold: Floats, result: Ints) -> None:
    """Fill columns of equal weight, each shared by at most two results."""
    outcomes = [int(outcome) for outcome in np.flatnonzero(row)]
    weights = [float(row[outcome]) * width for outcome in outcomes]
    missing = width - len(outcomes)  # columns filled entirely by another result
    outcomes, weights = outcomes + [outcomes[0]] * missing, weights + [0.0] * missing
    for place, edge, below, above in alias_columns(outcomes, weights):
        threshold[place], result[place] = edge, (below, above)


@dataclass(frozen=True, slots=True)
class Simulated:
    """Final scores, one entry per game."""

    away: Ints
    home: Ints
    innings: Ints  # innings played

    @property
    def home_wins(self) -> float:
        return float((self.home > self.away).mean())


class Beginning(NamedTuple):
    """The point at which a game resumes.

    `state` is outs * 8 + occupied bases, and `up` has each team's next batting place.
    """

    inning: int = 1
    bottom: bool = False
    state: int = 0
    score: tuple[int, int] = (0, 0)
    up: tuple[int, int] = (0, 0)


FIRST_PITCH: Final = Beginning()


def simulate_games(
    away: LineupOdds, home: LineupOdds, games: int, seed: int, innings: int = 9, begin: Beginning = FIRST_PITCH
) -> Simulated:
    """Play games to a decision, from the first pitch or from `begin`.

    The home team doesn't bat in the last half if it leads, and stops when it takes the lead.
    """
    generator = np.random.default_rng(seed)
    sides = _side(away), _side(home)
    batches = [
        _batch(sides, generator, min(BATCH, games - first), innings, begin) for first in range(0, games, BATCH)
    ] or [_batch(sides, generator, 0, innings, begin)]
    return Simulated(*map(np.concatenate, zip(*batches, strict=True)))


class DrawnFrom(NamedTuple):
    """A lineup's tables arranged for drawing. `cell` is row * width + column.

    `edge[cell]` is the column plus its threshold. `results[2 * cell + above]` packs the next row, the runs and whether
    it was a home run. Row `ended` + n means that the half-inning is over and batter n is up next.
    """

    edge: Floats
    results: NDArray[np.int64]
    width: int
    ended: int


_RUNNERS: Final = np.array([state.bit_count() for state in range(8)])  # by occupied bases


def _side(lineup: LineupOdds) -> DrawnFrom:
    table = draw_table(lineup)
    runs, after = np.divmod(table.result.astype(np.int64), STATES + 1)
    batter, before = np.divmod(np.arange(len(table.result))[:, None, None], STATES)
    upcoming, ended = (batter + 1) % table.batters, table.batters * STATES
    row = np.where(after < STATES, upcoming * STATES + after, ended + upcoming)
    # a play with no out on which the batter and every runner score is a home run
    homerun = (after < STATES) & (after % 8 == 0) & (runs == _RUNNERS[before % 8] + 1)
    results = row | runs << _ROW_BITS | np.where(homerun, _HOMERUN, 0)
    return DrawnFrom((table.threshold + np.arange(table.width)).ravel(), results.ravel(), table.width, ended)


def _batch(
    sides: tuple[DrawnFrom, DrawnFrom], generator: np.random.Generator, games: int, innings: int, begin: Beginning
) -> tuple[Ints, Ints, Ints]:
    """Return a batch of games' scores and innings."""
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
    """Return the runs in one half-inning of every game in `games`, and update `up`.

    `behind` is each team's deficit in the last half-inning, which ends when the team takes the lead.
    """
    runs, upcoming = np.zeros(len(games), dtype=np.int32), np.zeros(len(games), dtype=np.intp)
    place, row = np.arange(len(games)), up[games] * STATES + state
    while len(row):
        results = _draw(side, generator, row)
        row, scored = results & _ROW, results >> _ROW_BITS & _RUNS
        is_on = row < side.ended
        if behind is not None:
            # only the winning run counts, except on a home run
            winning = behind[place] - runs[place] + 1
            scored = np.where(results & _HOMERUN, scored, np.minimum(scored, winning))
            is_on &= scored < winning
        runs[place] += scored
        is_over = ~is_on
        upcoming[place[is_over]] = row[is_over] - side.ended  # unused if the game is over
        row, place = row[is_on], place[is_on]
    up[games] = upcoming
    return runs


def _draw(side: DrawnFrom, generator: np.random.Generator, row: Places) -> NDArray[np.int64]:
    """Return the packed result of one plate appearance in each row."""
    drawn = generator.random(len(row)) * side.width
    cell = drawn.astype(np.intp)
    cell += row * side.width
    return side.results.take(2 * cell + (drawn >= side.edge.take(cell)))
