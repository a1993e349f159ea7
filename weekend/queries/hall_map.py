"""A map of the hall with one tile per table, showing how far each series is behind schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from tournaments.models import Series
from weekend.queries.round_table import SeriesPace
from weekend.queries.rounds import RoundPace

# in SVG units
TILE_WIDTH: Final = 190
TILE_HEIGHT: Final = 74
GAP: Final = 6
_COLUMNS_ON_PAGE: Final = 5
_SCREEN_RATIO: Final = 16 / 9
_LONGEST_NAME: Final = 23  # characters that fit in a tile


@dataclass(frozen=True, slots=True)
class Tile:
    """A table with its current series."""

    series_pace: SeriesPace
    x: int
    y: int

    @property
    def lines(self) -> list[str]:
        """Return the two teams' names, shortened if necessary."""
        return [_shorten(team.name) for team in (self.series_pace.series.away, self.series_pace.series.home)]

    @property
    def pace(self) -> str:
        """Return the minutes behind schedule as text, or the progress if the series is on time."""
        if self.series_pace.is_late:
            return f"{self.series_pace.minutes_over} min over"
        if self.series_pace.minutes is None:
            return self.series_pace.progress if self.series_pace.waiting_for is None else "waits"
        return f"{self.series_pace.minutes} of {self.series_pace.minutes_allowed} min"

    @property
    def tone(self) -> str:
        """Return the CSS class: late, done, idle or ""."""
        if self.series_pace.is_late:
            return "late"
        if self.series_pace.series.status == Series.Status.COMPLETE:
            return "done"
        return "idle" if self.series_pace.minutes is None else ""


@dataclass(frozen=True, slots=True)
class HallMap:
    width: int
    height: int
    tiles: list[Tile]

    tile_width = TILE_WIDTH
    tile_height = TILE_HEIGHT
    tile_end = TILE_WIDTH - 6

    @property
    def late(self) -> int:
        return sum(tile.series_pace.is_late for tile in self.tiles)


def hall_map(rounds: Sequence[RoundPace], *, is_wall: bool = False) -> HallMap | None:
    """Return tiles in table order, or None if there are fewer than two tables.

    On a big screen, the grid matches the screen's proportions.
    """
    paces = [pace for current in rounds for pace in current.all_series if pace.series.table]
    paces.sort(key=lambda pace: (pace.series.table or 0, pace.series.pk))
    if len(paces) < 2:
        return None
    columns = min(_COLUMNS_ON_PAGE, len(paces))
    if is_wall:
        columns = ceil(sqrt(len(paces) * _SCREEN_RATIO * TILE_HEIGHT / TILE_WIDTH))
    tiles = []
    for index, pace in enumerate(paces):
        row, column = divmod(index, columns)
        tiles.append(Tile(pace, column * (TILE_WIDTH + GAP), row * (TILE_HEIGHT + GAP)))
    return HallMap(columns * (TILE_WIDTH + GAP) - GAP, tiles[-1].y + TILE_HEIGHT, tiles)


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"
