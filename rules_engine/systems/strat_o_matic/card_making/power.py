"""Split a season's home runs between batters' cards and pitchers' cards (12.1).

Only N batters get the home runs on pitchers' cards. A larger share there lets pitchers differ more, but gives weak
hitters too many. So each league gets the split that comes closest to what both did.
"""

from collections.abc import Sequence
from itertools import product
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import REGULAR, BattingSeason, PitchingSeason, Rates

_TIMES: Final = tuple(tenths / 10 for tenths in range(10, 21))
_LEAST: Final = tuple(twentieths / 20 for twentieths in range(4, 25))
_BATTERS_FIRST: Final = 2.0  # weight of the batters: fans know a home run hitter
_FEWEST_PLAYERS: Final = 10  # needed for a meaningful spread

Hitters = Sequence[tuple[float, int]]  # (home runs relative to the league's rate, plate appearances)


class Power(NamedTuple):
    """Home run levels relative to the league's rate.

    `times` is what pitchers' cards give an N batter, `least` the fewest that an N batter hits, and `normal` the share
    of plate appearances by N batters.
    """

    times: float = 1.0
    normal: float = 1.0
    least: float = 0.0


def best_power(batting: Sequence[BattingSeason], pitching: Sequence[PitchingSeason], league: Rates) -> Power:
    """Return the split that fits the league's batters and pitchers best."""
    batters = [
        (season.homeruns / season.plate_appearances / league.homerun, season.plate_appearances)
        for season in batting
        if season.plate_appearances and league.homerun
    ]
    pitchers = [season.homeruns / season.batters / league.homerun for season in pitching if season.batters >= REGULAR]
    regulars = [rate for rate, appearances in batters if appearances >= REGULAR]
    if min(len(regulars), len(pitchers)) < _FEWEST_PLAYERS:
        return Power(normal=max(0.05, _normal(batters, 0.5)), least=0.5)
    powers = [
        Power(times, max(0.05, _normal(batters, least)), least)
        for times, least in product(_TIMES, _LEAST)
        if 2 * least <= times
    ]
    return min(powers, key=lambda power: _misfit(regulars, pitchers, power))


def _normal(batters: Hitters, least: float) -> float:
    """Return the share of plate appearances by batters who hit at least this many home runs."""
    return sum(appearances for rate, appearances in batters if rate >= least) / max(
        1, sum(appearances for _, appearances in batters)
    )


def _misfit(batters: Sequence[float], pitchers: Sequence[float], power: Power) -> float:
    """Return the error for batters and pitchers, relative to the spread among them."""
    batter_errors = [max(0.0, power.times / 2 - rate) if rate >= power.least else 0.0 for rate in batters]
    pitcher_errors = [max(0.0, 1 - power.times * power.normal / 2 - rate) for rate in pitchers]
    return _BATTERS_FIRST * _share(batter_errors, batters) + _share(pitcher_errors, pitchers)


def _share(errors: Sequence[float], rates: Sequence[float]) -> float:
    return fmean(error**2 for error in errors) / max(1e-9, pvariance(rates))
