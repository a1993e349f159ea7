"""Where batter and runners come to, as a play holds it."""

from collections.abc import Sequence

from rules_engine.baseball.plays import Destinations


def places(to: Sequence[int]) -> Destinations:
    batter, first, second, third = to
    return batter, first, second, third
