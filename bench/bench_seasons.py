"""Measure the CPU time to load a real season for the first time from the file with all seasons."""

from collections.abc import Iterator

from bench.figure import Figure, cpu_ms
from seasons.players_and_parks import read_season

_YEARS = range(1994, 2025)


def figures() -> Iterator[Figure]:
    years = iter(_YEARS)
    season_time = cpu_ms(lambda: read_season(next(years)), runs=len(_YEARS) - 1, warm_up=1)
    yield Figure(f"players and parks of one season, {_YEARS[0]} to {_YEARS[-1]}", season_time, "ms", 50)
