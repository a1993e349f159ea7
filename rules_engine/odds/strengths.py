"""How strong teams are by the games they played against each other, and so who may be expected to win the next one.

The model of Bradley and Terry (Biometrika 39, 1952): a wins against b with the chance s(a) / (s(a) + s(b)).
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 400
_NEAR_ENOUGH = 1e-9
_BESIDE = 1.0  # games won and lost against nobody in particular, so that a team that lost all is not hopeless

Floats = NDArray[np.float64]


class Score(NamedTuple):
    """Runs of the two teams of a pair, as the pair is written, and what the first deserved of the game, where that is
    known (deserved.py)."""

    first: int
    second: int
    deserved: float | None = None

    @property
    def won(self) -> float:
        """By the first: 1, or half of a level game; where it is known, what he deserved."""
        if self.deserved is not None:
            return self.deserved
        return 1.0 if self.first > self.second else 0.0 if self.first < self.second else 0.5


Pair = tuple[int, int]
Scores = Mapping[Pair, Sequence[Score]]


def strengths_of(teams: Sequence[int], scores: Scores) -> dict[int, float]:
    """Team -> its strength, 1 for an average one, by the games of `scores`."""
    place = {team: number for number, team in enumerate(teams)}
    met, won = np.zeros((len(teams), len(teams))), np.full(len(teams), _BESIDE)
    for (first, second), games in scores.items():
        a, b = place[first], place[second]
        of_first = min(max(0.0, sum(game.won for game in games)), float(len(games)))
        won[a] += of_first
        won[b] += len(games) - of_first
        met[a, b] += len(games)
        met[b, a] += len(games)
    strength = _settled(met, won)
    return {team: float(strength[number]) for team, number in place.items()}


def _settled(met: Floats, won: Floats) -> Floats:
    """Each team's strength from those of its opponents, over and over, until nothing moves."""
    strength = np.ones(len(won))
    for _ in range(_ROUNDS):
        expected = (met / (strength[:, None] + strength[None, :])).sum(axis=1) + 2 * _BESIDE / (strength + 1.0)
        after: Floats = won / expected
        after = after / float(np.exp(np.log(after).mean()))
        if np.abs(after - strength).max() < _NEAR_ENOUGH:
            return after
        strength = after
    return strength


def resampled(scores: Scores, dice: Random) -> dict[Pair, list[Score]]:
    """As many games of each pair, drawn from those it played: how far luck alone may move what is made of them."""
    return {pair: dice.choices(games, k=len(games)) for pair, games in scores.items() if games}
