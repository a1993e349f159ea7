"""A map of the hall with one tile per table, showing how far its series is behind the pace."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from tournaments.models import Series
from weekend.queries.round_table import SeriesNow
from weekend.queries.rounds import RoundNow

# the picture in its own units
WIDTH: Final = 190  # of a tile
HEIGHT: Final = 74
GAP: Final = 6
_ACROSS: Final = 5  # on a page
_WALL: Final = 16 / 9
_LETTERS: Final = 23  # of a team's name that a tile has room for


@dataclass(frozen=True, slots=True)
class Tile:
    """A table with its current series."""

    now: SeriesNow
    x: int
    y: int

    @property
    def lines(self) -> list[str]:
        """Return the two teams, shortened if necessary."""
        return [_short(team.name) for team in (self.now.series.away, self.now.series.home)]

    @property
    def pace(self) -> str:
        """Return the minutes behind the pace as text, or the progress if it is on time."""
        if self.now.is_late:
            return f"{self.now.minutes_over} min over"
        if self.now.minutes is None:
            return self.now.progress if self.now.waits_for is None else "waits"
        return f"{self.now.minutes} of {self.now.allowed} min"

    @property
    def tone(self) -> str:
        """Return the state: late, done, idle or ""."""
        if self.now.is_late:
            return "late"
        if self.now.series.status == Series.Status.COMPLETE:
            return "done"
        return "idle" if self.now.minutes is None else ""


@dataclass(frozen=True, slots=True)
class HallMap:
    width: int
    height: int
    tiles: list[Tile]

    tile_width, tile_height, tile_end = WIDTH, HEIGHT, WIDTH - 6

    @property
    def late(self) -> int:
        return sum(tile.now.is_late for tile in self.tiles)


def hall_map(rounds: Sequence[RoundNow], *, is_wall: bool = False) -> HallMap | None:
    """Return tiles in table order, or None with fewer than two tables. On a big screen they fill its shape."""
    series = sorted((now for found in rounds for now in found.all if now.series.table), key=_by_table)
    if len(series) < 2:
        return None
    across = ceil(sqrt(len(series) * _WALL * HEIGHT / WIDTH)) if is_wall else min(_ACROSS, len(series))
    tiles = [
        Tile(now, place % across * (WIDTH + GAP), place // across * (HEIGHT + GAP)) for place, now in enumerate(series)
    ]
    return HallMap(across * (WIDTH + GAP) - GAP, tiles[-1].y + HEIGHT, tiles)


def _by_table(now: SeriesNow) -> tuple[int, int]:
    return now.series.table or 0, now.series.pk


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1].rstrip()}…"
