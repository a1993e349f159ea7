"""The three queries behind a team's usage: series with their games, outings, and the roster."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, Value, When

from drafts.models import Pick
from games.models import Outing
from tournaments.models import Series

STAGE_ORDER = {Series.Stage.ROUND_ROBIN.value: 0, Series.Stage.TIE_BREAK.value: 1, Series.Stage.PLAYOFF.value: 2}
_SERIES = ("pk", "stage", "round", "status", "games_planned", "home_id", "away_id", "home__name", "away__name")
_DROPPED = ("home__dropped_after_round", "away__dropped_after_round")
_GAMES = tuple(
    f"games__{name}"
    for name in (
        "pk",
        "number",
        "home_id",
        "status",
        "ending",
        "innings",
        "home_runs",
        "away_runs",
        "home_resumed_after",
        "away_resumed_after",
    )
)
SERIES_AND_GAMES = (*_SERIES, *_DROPPED, "faced_later", *_GAMES)
OUTINGS = (
    "game_id",
    "team_id",
    "card_id",
    "part",
    "outs",
    "extra_outs",
    "footnote",
    "accepted_by",
    "outs_before_suspension",
)
PICKS = (
    "team_id",
    "team__name",
    "card_id",
    "card__name",
    "card__clubs",
    "card__throws",
    "card__is_pitcher",
    "card__is_starter",
    "card__is_reliever",
    "card__outs_pitched",
)


def series_rows(of_series: Q) -> list[dict[str, Any]]:
    """Every series with each of its games, one row for a series without any, in playing order."""
    found = Series.objects.filter(of_series).annotate(faced_later=_faced_later()).values_list(*SERIES_AND_GAMES)
    return sorted((dict(zip(SERIES_AND_GAMES, row, strict=True)) for row in found), key=_playing_order)


def _playing_order(one: dict[str, Any]) -> tuple[int, int, int, int]:
    return STAGE_ORDER[one["stage"]], one["round"], one["pk"], one["games__number"] or 0


def outing_rows(of_teams: Q) -> list[tuple[Any, ...]]:
    return list(Outing.objects.filter(of_teams).values_list(*OUTINGS))


def roster_rows(of_teams: Q) -> Iterable[tuple[Any, ...]]:
    """Every player drafted, pitchers and hitters, by team and name."""
    picks = Pick.objects.filter(of_teams, card__isnull=False).order_by("team_id", "card__sort_name", "card_id")
    return picks.values_list(*PICKS)


def _faced_later() -> Case:
    """T0.08: whether somebody has faced the dropped team after this void series."""
    home = Q(home=OuterRef("home")) | Q(home=OuterRef("away"))
    away = Q(away=OuterRef("home")) | Q(away=OuterRef("away"))
    later = Series.objects.filter(
        (home & Q(home__dropped_after_round__isnull=False)) | (away & Q(away__dropped_after_round__isnull=False)),
        status=Series.Status.VOID,
        stage=OuterRef("stage"),
        round__gt=OuterRef("round"),
        games__isnull=False,
    )
    return Case(When(status=Series.Status.VOID, then=Exists(later)), default=Value(True))
