"""When results are official (T0.06): once signed, or once either manager's next series has begun."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q

from games.models import Game
from games.queries.usage_rows import STAGE_ORDER
from tournaments.models import Series, Tournament

Place = tuple[int, int, int]


def place_of(series: Series) -> Place:
    """Where a series stands in the order of play."""
    return STAGE_ORDER[series.stage], series.round, series.pk


def series_begun_since(series: Series) -> Series | None:
    """The first series of either manager after this one in which a game has begun; None while there is none."""
    teams = [series.home_id, series.away_id]
    begun = (
        Series.objects.filter(Q(home__in=teams) | Q(away__in=teams), games__isnull=False)
        .exclude(pk=series.pk)
        .exclude(status=Series.Status.VOID)
        .exclude(games__ending=Game.Ending.NOT_FINISHED)
        .select_related("home", "away")
        .distinct()
    )
    return min((one for one in begun if place_of(one) > place_of(series)), key=place_of, default=None)


def overtaken_series(tournament: Tournament, series: Iterable[Series]) -> set[int]:
    """Those of the given series after which a later series of either manager has begun, in one query."""
    begun = Game.objects.filter(series__tournament=tournament).exclude(series__status=Series.Status.VOID)
    rows = begun.values_list("series__stage", "series__round", "series_id", "series__home_id", "series__away_id")
    newest: dict[int, Place] = defaultdict(lambda: (-1, 0, 0))
    for stage, number, pk, home, away in rows.distinct().order_by():
        place = (STAGE_ORDER[stage], number, pk)
        for team in (home, away):
            newest[team] = max(newest[team], place)
    return {one.pk for one in series if max(newest[one.home_id], newest[one.away_id]) > place_of(one)}
