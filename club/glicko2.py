"""Glicko-2 ratings, from Mark Glickman's "Example of the Glicko-2 system" (glicko.net, March 22, 2022).

A rating is an estimate of a player's strength. An unknown player starts at 1500. The deviation shows the
uncertainty: in 19 of 20 cases the strength is within two deviations of the rating. The volatility measures how
erratic the results are.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_SCALE: Final = 173.7178  # step 2: points on the displayed scale per unit of the internal scale
_CENTER: Final = 1500.0
_TAU: Final = 0.5  # limits how fast volatility changes; the paper suggests 0.3 to 1.2
_TOLERANCE: Final = 0.000001
MOST_DEVIATION: Final = 350.0


class Rating(NamedTuple):
    """A player's rating and deviation on the displayed scale, and the volatility."""

    rating: float = _CENTER
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def _mu(self) -> float:
        return (self.rating - _CENTER) / _SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / _SCALE


class OpponentGames(NamedTuple):
    """Games against one opponent in a rating period. A win scores 1 and a tie 1/2."""

    opponent: Rating  # rating before the period
    games: int
    score: float


def rate(player: Rating, pairings: Sequence[OpponentGames]) -> Rating:
    """Return a player's rating after a period with games (steps 3 to 8 of the paper)."""
    mu, phi = player._mu, player._phi
    information, surprise = _game_sums(mu, pairings)
    variance = 1 / information
    volatility = _new_volatility(player, variance, variance * surprise)
    phi_before = math.hypot(phi, volatility)
    new_phi = 1 / math.sqrt(1 / phi_before**2 + information)
    new_mu = mu + new_phi**2 * surprise
    return Rating(new_mu * _SCALE + _CENTER, new_phi * _SCALE, volatility)


def rest(player: Rating, periods: float) -> Rating:
    """Return a player's rating after periods without games (step 6).

    The deviation grows until it matches that of an unknown player.
    """
    phi = math.sqrt(player._phi**2 + periods * player.volatility**2)
    return player._replace(deviation=min(phi * _SCALE, MOST_DEVIATION))


def _game_sums(mu: float, pairings: Iterable[OpponentGames]) -> tuple[float, float]:
    """Return the precision of the strength estimate (1/v in step 3), and how far the score beats expectation."""
    information = surprise = 0.0
    for opponent, games, score in pairings:
        weight = 1 / math.sqrt(1 + 3 * opponent._phi**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - opponent._mu)))
        information += games * weight**2 * expected * (1 - expected)
        surprise += weight * (score - games * expected)
    return information, surprise


def _new_volatility(player: Rating, variance: float, change: float) -> float:
    """Return the volatility that best explains the results, using the Illinois method (step 5)."""
    phi_squared = player._phi**2
    start = math.log(player.volatility**2)

    def error(guess: float) -> float:
        power = math.exp(guess)
        total = phi_squared + variance + power
        return power * (change**2 - total) / (2 * total**2) - (guess - start) / _TAU**2

    low = start
    excess = change**2 - phi_squared - variance
    if excess > 0:
        high = math.log(excess)
    else:
        high = start - _TAU
        while error(high) < 0:
            high -= _TAU
    error_low, error_high = error(low), error(high)
    while abs(high - low) > _TOLERANCE:
        guess = low + (low - high) * error_low / (error_high - error_low)
        error_guess = error(guess)
        if error_guess * error_high <= 0:
            low, error_low = high, error_high
        else:
            error_low /= 2
        high, error_high = guess, error_guess
    return math.exp(low / 2)
