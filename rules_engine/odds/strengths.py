"""Team strengths based on games between the teams, and the odds for their next games.

The Bradley-Terry model (Biometrika 39, 1952): a beats b with probability s(a) / (s(a) + s(b)).
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 400
_TOLERANCE = 1e-9
_PRIOR_GAMES = 1.0  # wins and losses added against an average team, so that a winless team has a chance

Floats = NDArray[np.float64]


class Score(NamedTuple):
    """Both teams' runs in the pair's order, and the first team's deserved share if known (deserved.py)."""

    first: int
    second: int
    deserved: float | None = None

    @property
    def won(self) -> float:
        """Return the first team's share of the win: 1, half for a tie, or its deserved share if known."""
        if self.deserved is not None:
            return self.deserved
        return 1.0 if self.first > self.second else 0.0 if self.first < self.second else 0.5


Pair = tuple[int, int]
Scores = Mapping[Pair, Sequence[Score]]


def strengths_of(teams: Sequence[int], scores: Scores) -> dict[int, float]:
    """Return each team's strength based on these games. 1 is average."""
    index_by_team = {team: number for number, team in enumerate(teams)}
    games_between, wins = np.zeros((len(teams), len(teams))), np.full(len(teams), _PRIOR_GAMES)
    for (first, second), games in scores.items():
        a, b = index_by_team[first], index_by_team[second]
        first_wins = min(max(0.0, sum(game.won for game in games)), float(len(games)))
        wins[a] += first_wins
        wins[b] += len(games) - first_wins
        games_between[a, b] += len(games)
        games_between[b, a] += len(games)
    strength = _fit(games_between, wins)
    return {team: float(strength[number]) for team, number in index_by_team.items()}


def _fit(games_between: Floats, wins: Floats) -> Floats:
    """Iterate each team's strength from its opponents' until it converges."""
    strength = np.ones(len(wins))
    for _ in range(_ROUNDS):
        expected = (games_between / (strength[:, None] + strength[None, :])).sum(axis=1) + 2 * _PRIOR_GAMES / (
            strength + 1.0
        )
        update: Floats = wins / expected
        update = update / float(np.exp(np.log(update).mean()))
        if np.abs(update - strength).max() < _TOLERANCE:
            return update
        strength = update
    return strength


def resampled(scores: Scores, dice: Random) -> dict[Pair, list[Score]]:
    """Draw as many games for each pair with replacement, to see how far luck alone moves the results."""
    return {pair: dice.choices(games, k=len(games)) for pair, games in scores.items() if games}
