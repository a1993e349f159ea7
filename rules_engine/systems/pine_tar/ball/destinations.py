"""Destinations for the batter and the runners."""

from collections.abc import Sequence

from rules_engine.baseball.plays import Destinations


def as_destinations(to: Sequence[int]) -> Destinations:
    batter, first, second, third = to
    return batter, first, second, third
