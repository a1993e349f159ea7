"""Split a season's home runs between batters' cards and pitchers' cards (12.1).

Only N batters hit the home runs on pitchers' cards. With a larger share there, pitchers differ more, but weak hitters
get too many home runs. So each league uses the split that fits its batters and pitchers best.
"""

from collections.abc import Sequence
from itertools import product
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import REGULAR, BattingSeason, PitchingSeason, Rates

_TIMES: Final = tuple(tenths / 10 for tenths in range(10, 21))
_LEAST: Final = tuple(twentieths / 20 for twentieths in range(4, 25))
_BATTERS_FIRST: Final = 2.0  # batters weigh more, because fans know who hits home runs
_FEWEST_PLAYERS: Final = 10  # fewer players don't show a meaningful spread

Hitters = Sequence[tuple[float, int]]  # (home runs relative to the league's rate, plate appearances)


class Power(NamedTuple):
    """Home run levels relative to the league's rate.

    `times` is the level of an N batter's home runs from pitchers' cards. `least` is the lowest level of an N batter,
    and `normal` is the share of plate appearances by N batters.
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
    """Return the share of plate appearances by batters with at least this home run level."""
    return sum(appearances for rate, appearances in batters if rate >= least) / max(
        1, sum(appearances for _, appearances in batters)
    )


def _misfit(batters: Sequence[float], pitchers: Sequence[float], power: Power) -> float:
    """Return the squared errors of batters and pitchers, relative to the variance within each group."""
    batter_errors = [max(0.0, power.times / 2 - rate) if rate >= power.least else 0.0 for rate in batters]
    pitcher_errors = [max(0.0, 1 - power.times * power.normal / 2 - rate) for rate in pitchers]
    return _BATTERS_FIRST * _share(batter_errors, batters) + _share(pitcher_errors, pitchers)


def _share(errors: Sequence[float], rates: Sequence[float]) -> float:
    return fmean(error**2 for error in errors) / max(1e-9, pvariance(rates))
