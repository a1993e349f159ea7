"""Exact probabilities for whole games built from half-innings, as a reference for simulated games."""

import numpy as np

from rules_engine.odds.markov import MOST_RUNS, Floats, LineupOdds, half_inning

_NEGLIGIBLE = 1e-12


def _scored(table: Floats, runs: int) -> Floats:
    """Return the same distribution with this many more runs."""
    if not runs:
        return table
    moved = np.zeros_like(table)
    moved[:, runs:] = table[:, :-runs]
    moved[:, -1] += table[:, -runs:].sum(axis=1)
    return moved


def runs_of_innings(lineup: LineupOdds, innings: int) -> Floats:
    """Return [next batter, runs] -> probability after this many full innings from the top of the order."""
    half_innings = [half_inning(lineup, first) for first in range(lineup.batters)]
    now = np.zeros((lineup.batters, MOST_RUNS + 1))
    now[0, 0] = 1.0
    for _ in range(innings):
        after = np.zeros_like(now)
        for first, half in enumerate(half_innings):
            for runs, probability in enumerate(now[first]):
                if probability > _NEGLIGIBLE:
                    after += probability * _scored(half, runs)
        now = after
    return now


def home_wins(away: LineupOdds, home: LineupOdds, innings: int = 9) -> float:
    """Return the home team's win probability, including extra innings."""
    visitors, hosts = runs_of_innings(away, innings), runs_of_innings(home, innings)
    won, tied = _won_and_tied(visitors.sum(axis=0), hosts.sum(axis=0))
    extra = _extra_innings(away, home)
    # the extra innings' leadoff batters depend on the score; use the average over tied games
    return won + tied * extra


def _won_and_tied(visitors: Floats, hosts: Floats) -> tuple[float, float]:
    below = np.concatenate(([0.0], np.cumsum(visitors)[:-1]))
    return float(hosts @ below), float(hosts @ visitors)


def _extra_innings(away: LineupOdds, home: LineupOdds) -> float:
    """Return the home team's win probability in a tied game, with equally likely leadoff batters."""
    won = tied = 0.0
    for first in range(away.batters):
        for second in range(home.batters):
            wins, two = _won_and_tied(half_inning(away, first).sum(axis=0), half_inning(home, second).sum(axis=0))
            won, tied = won + wins, tied + two
    pairs = away.batters * home.batters
    return (won / pairs) / (1 - tied / pairs)
