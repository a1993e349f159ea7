"""How far a game has come (T0.06): its results are official once signed, or once either's next series has begun."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from games.models import Game
from games.queries.usage_rows import STAGE_ORDER
from rules_engine.eligibility.violations import Stage, stage_of_game
from tournaments.models import Series, Tournament

Place = tuple[int, int, int]


def place_of(series: Series) -> Place:
    """Where a series stands in the order of play."""
    return STAGE_ORDER[series.stage], series.round, series.pk


def stage_in(series: Series, game: int) -> Stage:
    """T0.06: in progress, over, overtaken by a later game of the series, or official."""
    begun = set(Game.objects.filter(series=series).values_list("number", "status"))
    over = any(number == game and status == Game.Status.FINAL for number, status in begun)
    return stage_of_game(
        game_over=over,
        later_game_of_series_begun=any(number > game for number, _ in begun),
        sheet_signed=series.sign_offs.filter(Q(games="") | Q(games__contains=str(game)), broken_at=None).exists(),
        subsequent_series_begun=series_begun_since(series) is not None,
    )


def series_begun_since(series: Series) -> Series | None:
    """The first series of either manager after this one in which a game has begun; None while there is none."""
    teams = [series.home_id, series.away_id]
    begun = (
        Series.objects.filter(Q(home__in=teams) | Q(away__in=teams))
        .filter(pk__in=_games_begun(series.tournament).values("series"))
        .exclude(pk=series.pk)
        .select_related("home", "away")
    )
    return min((one for one in begun if place_of(one) > place_of(series)), key=place_of, default=None)


def overtaken_series(tournament: Tournament, series: Iterable[Series]) -> set[int]:
    """Those of the given series after which a later series of either manager has begun, in one query."""
    rows = _games_begun(tournament).values_list(
        "series__stage", "series__round", "series_id", "series__home_id", "series__away_id"
    )
    newest: dict[int, Place] = defaultdict(lambda: (-1, 0, 0))
    for stage, number, pk, home, away in rows.distinct().order_by():
        place = (STAGE_ORDER[stage], number, pk)
        for team in (home, away):
            newest[team] = max(newest[team], place)
    return {one.pk for one in series if max(newest[one.home_id], newest[one.away_id]) > place_of(one)}


def _games_begun(tournament: Tournament) -> QuerySet[Game]:
    """A game that the director ended before anybody had pitched, as a tie (T33.0) or a forfeit, was never begun."""
    begun = ~Q(ending__in=Game.BEGUN_OR_NOT) | Q(innings__isnull=False) | Q(outings__isnull=False)
    return Game.objects.filter(begun, series__tournament=tournament).exclude(series__status=Series.Status.VOID)
