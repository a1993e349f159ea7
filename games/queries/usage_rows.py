"""The three queries behind a team's usage: series with games, outings, the roster; and a fourth after a drop-out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery

from drafts.models import Pick, PlayerCard
from drafts.queries.pool_cards import NAME_COLUMNS
from games.models import Game, Outing
from tournaments.models import Series

# a team plays in one bracket at most
STAGE_ORDER = {
    Series.Stage.ROUND_ROBIN.value: 0,
    Series.Stage.TIE_BREAK.value: 1,
    **dict.fromkeys((stage.value for stage in Series.BRACKETS), 2),
}
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
SERIES_AND_GAMES = (*_SERIES, *_DROPPED, *_GAMES)
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
NO_CARD_YET = 0
PICKS = (
    "team_id",
    "team__name",
    *(f"card__{column}" for column in NAME_COLUMNS),
    "card__is_starter",
    "card__is_reliever",
    "card__outs_pitched",
)


class UsageRows(NamedTuple):
    """Every player drafted, pitchers and hitters, by team and name; outings; series in playing order.

    A series has a row for each of its games, one without any where it has none. stand_ins: by team, the card of the
    1WR reliever who pitches if nobody is left (T25.3); NO_CARD_YET until he first does.
    """

    roster: Sequence[tuple[Any, ...]]
    outings: Sequence[tuple[Any, ...]]
    series: Sequence[dict[str, Any]]
    stand_ins: Mapping[int, int]

    def with_games(self, series: Series, games: Iterable[tuple[Game, Sequence[Outing]]]) -> "UsageRows":
        """These games in place of whatever the series holds, before anything of them is saved."""
        numbers = {row["games__pk"] for row in self.series if row["pk"] == series.pk}
        outings = [row for row in self.outings if row[0] not in numbers]
        games = list(games)
        outings += [
            (-game.number, *(getattr(outing, name) for name in OUTINGS[1:]))
            for game, pitched in games
            for outing in pitched
        ]
        rows: list[dict[str, Any]] = []
        for row in self.series:
            if row["pk"] != series.pk:
                rows.append(row)
            elif row["games__pk"] is None or row["games__pk"] == min(numbers):
                rows += [row | _columns_of(game) for game, _ in games] or [row | dict.fromkeys(_GAMES)]
        return UsageRows(self.roster, outings, rows, self.stand_ins)


def _columns_of(game: Game) -> dict[str, Any]:
    """A game that may have no row yet goes by its number in the series."""
    columns = {name: getattr(game, name.removeprefix("games__")) for name in _GAMES}
    return columns | {"games__pk": -game.number}


def rows_of(of_series: Q, of_teams: Q) -> UsageRows:
    stand_in = PlayerCard.every.filter(card_set=OuterRef("card__card_set"), is_stand_in=True).values("pk")[:1]
    picks = Pick.objects.filter(of_teams, card__isnull=False).annotate(stand_in=Subquery(stand_in))
    rows = list(picks.order_by("team_id", "card__sort_name", "card_id").values_list(*PICKS, "stand_in"))
    return UsageRows(
        [row[:-1] for row in rows],
        list(Outing.objects.filter(of_teams).order_by().values_list(*OUTINGS)),  # each has a cell of its own
        _series_and_games(of_series),
        {row[0]: row[-1] or NO_CARD_YET for row in rows},
    )


def stand_in_card(team_id: int) -> int:
    """T25.3: the card of a team's stand-in; NO_CARD_YET until a stand-in of its card set has pitched."""
    drafted = Pick.objects.filter(team=team_id, card__isnull=False).values("card__card_set")[:1]
    card = PlayerCard.every.filter(card_set__in=drafted, is_stand_in=True).values_list("pk", flat=True).first()
    return card or NO_CARD_YET


def _series_and_games(of_series: Q) -> list[dict[str, Any]]:
    found = Series.objects.filter(of_series).order_by().values_list(*SERIES_AND_GAMES)
    rows = sorted((dict(zip(SERIES_AND_GAMES, row, strict=True)) for row in found), key=_playing_order)
    void = {row["pk"] for row in rows if row["status"] == Series.Status.VOID}
    faced_later = _faced_later(void) if void else void
    for row in rows:
        row["faced_later"] = row["pk"] not in void or row["pk"] in faced_later
    return rows


def _playing_order(row: dict[str, Any]) -> tuple[int, int, int, int]:
    return STAGE_ORDER[row["stage"]], row["round"], row["pk"], row["games__number"] or 0


def _faced_later(void: Iterable[int]) -> set[int]:
    """T0.08: those of these void series after which somebody else has faced the dropped team."""
    home = Q(home=OuterRef("home")) | Q(home=OuterRef("away"))
    away = Q(away=OuterRef("home")) | Q(away=OuterRef("away"))
    later = Series.objects.filter(
        (home & Q(home__dropped_after_round__isnull=False)) | (away & Q(away__dropped_after_round__isnull=False)),
        status=Series.Status.VOID,
        stage=OuterRef("stage"),
        round__gt=OuterRef("round"),
        games__isnull=False,
    )
    return set(Series.objects.filter(Exists(later), pk__in=void).values_list("pk", flat=True))
