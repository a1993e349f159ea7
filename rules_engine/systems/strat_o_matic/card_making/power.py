"""Where the home runs of a season come from: batters' own cards, or pitchers' cards for batters of normal power (12.1).

Only N batters get the home runs on pitchers' cards. With more of them pitchers can differ more, but weak hitters get
too many. So each league has the split that comes closest to what both did.
"""

from collections.abc import Sequence
from itertools import product
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import REGULAR, BattingSeason, PitchingSeason, Rates

_TIMES: Final = tuple(tenths / 10 for tenths in range(10, 21))
_LEAST: Final = tuple(twentieths / 20 for twentieths in range(4, 25))
_BATTERS_FIRST: Final = 2.0  # a homerun hitter is known by his homeruns
_FEWEST_PLAYERS: Final = 10  # of whom a spread can be told

Hitters = Sequence[tuple[float, int]]  # homeruns of each against the league's rate, and how often he batted


class Power(NamedTuple):
    """Against the league's rate: what pitchers' cards give an N batter, and the least that an N batter hits himself.

    `normal` is the share of plate appearances by such men.
    """

    times: float = 1.0
    normal: float = 1.0
    least: float = 0.0


def best_power(batting: Sequence[BattingSeason], pitching: Sequence[PitchingSeason], league: Rates) -> Power:
    """Return the split of a league."""
    batters = [
        (season.homeruns / season.plate_appearances / league.homerun, season.plate_appearances)
        for season in batting
        if season.plate_appearances and league.homerun
    ]
    pitchers = [season.homeruns / season.batters / league.homerun for season in pitching if season.batters >= REGULAR]
    regulars = [rate for rate, often in batters if often >= REGULAR]
    if min(len(regulars), len(pitchers)) < _FEWEST_PLAYERS:
        return Power(normal=max(0.05, _normal(batters, 0.5)), least=0.5)
    powers = [
        Power(times, max(0.05, _normal(batters, least)), least)
        for times, least in product(_TIMES, _LEAST)
        if 2 * least <= times
    ]
    return min(powers, key=lambda power: _missed(regulars, pitchers, power))


def _normal(batters: Hitters, least: float) -> float:
    """Return the share of plate appearances by batters who hit at least this many home runs."""
    return sum(often for rate, often in batters if rate >= least) / max(1, sum(often for _, often in batters))


def _missed(batters: Sequence[float], pitchers: Sequence[float], power: Power) -> float:
    """How far both are from what they did, against how far they are from one another."""
    of_batters = [max(0.0, power.times / 2 - rate) if rate >= power.least else 0.0 for rate in batters]
    of_pitchers = [max(0.0, 1 - power.times * power.normal / 2 - rate) for rate in pitchers]
    return _BATTERS_FIRST * _share(of_batters, batters) + _share(of_pitchers, pitchers)


def _share(missed: Sequence[float], rates: Sequence[float]) -> float:
    return fmean(miss**2 for miss in missed) / max(1e-9, pvariance(rates))
