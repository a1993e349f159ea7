"""Build tiles for the tournament games in progress, with score, inning, outs, bases and batter."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery

from core.cached_reads import SingleBuildCache
from play.models import LARGE_FIELDS, TableEvent, TableGame
from play.opening import keep_table, open_table
from tournaments.models import Tournament

_MOST_TILES: Final = 500
_tiles: Final = SingleBuildCache(_MOST_TILES)


@dataclass(frozen=True, slots=True)
class LiveTile:
    """A game in progress. `bases` has the runners' names from first to third, with "" for empty bases."""

    public_id: str
    series_id: int
    title: str  # round and table number
    names: tuple[str, str]
    score: tuple[int, int]
    inning: int
    is_bottom: bool
    outs: int
    bases: tuple[str, str, str]
    batter: str
    pitcher: str

    @property
    def half(self) -> str:
        return f"{'Bottom' if self.is_bottom else 'Top'} {self.inning}"

    @property
    def batting(self) -> int:
        return int(self.is_bottom)

    @property
    def runners(self) -> str:
        """The occupied bases in words, such as "runners on 1st and 3rd"."""
        occupied = [name for name, runner in zip(("1st", "2nd", "3rd"), self.bases, strict=True) if runner]
        if not occupied:
            return "bases empty"
        if len(occupied) == len(self.bases):
            return "bases loaded"
        return f"{'runner' if len(occupied) == 1 else 'runners'} on {' and '.join(occupied)}"


def live_tiles(tournament: Tournament) -> list[LiveTile]:
    """Return a tile for each game in progress, in table order."""
    return live_tiles_by_tournament([tournament.pk]).get(tournament, [])


def live_tiles_by_tournament(
    tournaments: Collection[int] | QuerySet[Tournament],
) -> dict[Tournament, list[LiveTile]]:
    """Return tiles for these tournaments' games in progress, in table order.

    Newer tournaments come first and practice weekends last.
    """
    games = games_in_progress().filter(series__tournament__in=tournaments)
    tiles: defaultdict[Tournament, list[LiveTile]] = defaultdict(list)
    order = ("series__tournament__is_practice", "-series__tournament_id", "series__table", "pk")
    for game in games.order_by(*order):
        tiles[game.series.tournament].append(tile_of(game))  # type: ignore[union-attr]
    return dict(tiles)


def games_in_progress() -> QuerySet[TableGame]:
    """Return the tournament games in progress, each with its series and newest action."""
    return watchable_games().filter(state=TableGame.State.PLAYING)


def watchable_games() -> QuerySet[TableGame]:
    """Return tournament games that are in progress, suspended or over, each with its newest action."""
    states = (TableGame.State.PLAYING, TableGame.State.SUSPENDED, TableGame.State.OVER)
    games = TableGame.objects.filter(series__isnull=False, state__in=states).select_related("series__tournament")
    events = TableEvent.objects.filter(game=OuterRef("pk")).order_by("-number")
    newest, acted_at = (Subquery(events.values(name)[:1]) for name in ("number", "at"))
    return games.defer(*LARGE_FIELDS).annotate(newest=newest, acted_at=acted_at)


def tile_of(game: TableGame) -> LiveTile:
    """Return a tile for a game from `watchable_games`. The game is loaded only once after each action."""
    return _tiles.get((game.pk, game.newest, game.acted_at), partial(_tile, game))  # type: ignore[attr-defined]


def has_live_games(tournament: Tournament) -> bool:
    return TableGame.objects.filter(series__tournament=tournament, state=TableGame.State.PLAYING).exists()


def _tile(game: TableGame) -> LiveTile:
    table = open_table(game)
    talk, state, series = table.play, table.play.game.state, game.series
    assert series is not None
    first, second, third = (talk.name(runner.player) if runner else "" for runner in state.bases)
    tile = LiveTile(
        public_id=game.public_id,
        series_id=series.pk,
        title=f"{series.round_title}, table {series.table}" if series.table else series.round_title,
        names=game.names,
        score=state.score,
        inning=state.inning,
        is_bottom=state.bottom,
        outs=state.outs,
        bases=(first, second, third),
        batter=talk.name(state.batting.batter),
        pitcher=talk.name(state.fielding.pitcher),
    )
    keep_table(table)
    return tile
