"""The three queries behind team usage: series with games, appearances, and rosters. Dropouts add a fourth."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from core.prepared_queries import EXAMPLE_ID, EXAMPLE_OTHER_ID, PreparedValues
from drafts.models import STAND_IN_CODE, Pick, PlayerCard
from drafts.queries.pool_cards import NAME_COLUMNS
from games.models import Game, Outing
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import OrderKey, next_key, order_key, schedule_key
from tournaments.queries.snapshot import TournamentSnapshot

SIDES = (("home", "away"), ("away", "home"))
_SERIES = (
    *("pk", "stage", "round", "status", "games_planned", "started_at", "is_started_by_hand"),
    *("home_id", "away_id", "home__name", "away__name", "home_place", "away_place"),
)
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
        "home_place",
        "away_place",
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

_CARD: Final = PICKS.index("card__id")


class UsageRows(NamedTuple):
    """Database rows for team usage: drafted players by team and name, appearances, and series.

    A series has a row per game, or a single row without a game. `stand_ins` maps teams to the card of the 1WR reliever
    who pitches if no pitcher is left (T25.3), or NO_CARD_YET until that reliever first pitches. `parks` maps teams to
    ballparks.
    """

    roster: Sequence[tuple[Any, ...]]
    outings: Sequence[tuple[Any, ...]]
    series: Sequence[dict[str, Any]]
    stand_ins: Mapping[int, int]
    parks: Mapping[int, str] = {}

    def in_order_of_play(self) -> dict[int, list["TeamRow"]]:
        """Return the rows of each team's series and games, in its order of play (T10.2)."""
        by_team: dict[int, list[TeamRow]] = defaultdict(list)
        for played in self._team_rows():
            by_team[played.team_id].append(played)
        for rows in by_team.values():
            rows.sort(key=TeamRow.place)
        return by_team

    def with_games(
        self,
        series: Series,
        games: Iterable[tuple[Game, Sequence[Outing]]],
        places: tuple[int | None, int | None] = (None, None),
    ) -> "UsageRows":
        """Return rows in which unsaved games replace the stored games of the series.

        If the games start the series, it comes last in both teams' orders of play, as it will after saving. `places`
        overrides these places as (home, away).
        """
        numbers = {row["games__pk"] for row in self.series if row["pk"] == series.pk}
        outings = [row for row in self.outings if row[0] not in numbers]
        games = list(games)
        places_if_started = self._places_if_started(series, places) if games else {}
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
                rows += [row | places_if_started | _columns_of(game) for game, _ in games] or [
                    row | dict.fromkeys(_GAMES)
                ]
        return UsageRows(self.roster, outings, rows, self.stand_ins, self.parks)

    def _places_if_started(self, series: Series, places: tuple[int | None, int | None]) -> dict[str, int | None]:
        """Return the places the series gets by starting now, or an empty dict if it has already started."""
        mine = next((row for row in self.series if row["pk"] == series.pk), None)
        if mine is None or mine["home_place"] is not None:
            return {}
        if None not in places:
            return {"home_place": places[0], "away_place": places[1]}
        latest: dict[int, int] = defaultdict(int)
        for played in self._team_rows():
            latest[played.team_id] = max(latest[played.team_id], played.place_number or 0)
        return {f"{side}_place": latest[mine[f"{side}_id"]] + 1 for side, _ in SIDES}

    def latest_place_elsewhere(self, team_id: int, series_id: int) -> int:
        """Return the latest place of a team's games in other series, or 0 if the team has played none."""
        places = [
            played.place_number or 0
            for played in self._team_rows()
            if played.team_id == team_id and played.row["pk"] != series_id and played.row["games__pk"] is not None
        ]
        return max(places, default=0)

    def _team_rows(self) -> Iterator["TeamRow"]:
        """Yield every row twice, from each team's point of view."""
        for row in self.series:
            for side, opposite in SIDES:
                yield TeamRow(row, side, opposite)


class TeamRow(NamedTuple):
    """A series and one of its games, from a single team's point of view."""

    row: Mapping[str, Any]
    side: str
    opposite: str

    @property
    def team_id(self) -> int:
        return int(self.row[f"{self.side}_id"])

    @property
    def opponent_id(self) -> int:
        return int(self.row[f"{self.opposite}_id"])

    @property
    def is_started(self) -> bool:
        return self.row[f"{self.side}_place"] is not None

    @property
    def opponent_dropped_after(self) -> int | None:
        """Return the round after which the opponent dropped out (T0.08), or None."""
        dropped: int | None = self.row[f"{self.opposite}__dropped_after_round"]
        return dropped

    @property
    def place_number(self) -> int | None:
        """Return the place of the game, or of its series, in the team's order of play, or None before the start."""
        in_game = "home" if self.row["games__home_id"] == self.team_id else "away"
        place: int | None = self.row[f"games__{in_game}_place"] or self.row[f"{self.side}_place"]
        return place

    def place(self) -> tuple[OrderKey, int]:
        """Return the sort key in the team's order of play."""
        key = order_key(self.place_number, _scheduled(self.row))
        return key, self.row["games__number"] or 0

    def next_place(self) -> OrderKey:
        """Return the sort key among the team's open series, with the next series to play first."""
        return next_key(self.row[f"{self.side}_place"], _scheduled(self.row))


def _scheduled(row: Mapping[str, Any]) -> tuple[int, int, int]:
    return schedule_key(row["stage"], row["round"], row["pk"])


def _columns_of(game: Game) -> dict[str, Any]:
    """Return the row values of a game, using its number in the series because it may not have an ID yet."""
    columns = {name: getattr(game, name.removeprefix("games__")) for name in _GAMES}
    return columns | {"games__pk": -game.number}


def query_usage_rows(of_series: Q, of_teams: Q) -> UsageRows:
    return _usage_rows(_roster(of_teams), _outings(of_teams), _series_dicts(_series_and_games(of_series)))


class PreparedUsage:
    """The same three queries, compiled once. Each call's IDs replace the example IDs in these conditions."""

    def __init__(self, of_series: Q, of_teams: Q) -> None:
        self._roster = PreparedValues(lambda: _roster(of_teams))
        self._outings = PreparedValues(lambda: _outings(of_teams))
        self._series = PreparedValues(lambda: _series_and_games(of_series))

    def rows_of(self, *numbers: int, series: Sequence[dict[str, Any]] | None = None) -> UsageRows:
        """Return the rows for these IDs. `series` are the rows of series and games, if already loaded."""
        if series is None:
            series = _series_dicts(self._series.rows_of(*numbers))
        return _usage_rows(self._roster.rows_of(*numbers), self._outings.rows_of(*numbers), series)


TEAM_USAGE: Final = PreparedUsage(Q(home=EXAMPLE_ID) | Q(away=EXAMPLE_ID), Q(team=EXAMPLE_ID))
_PAIR: Final = (EXAMPLE_ID, EXAMPLE_OTHER_ID)
PAIR_USAGE: Final = PreparedUsage(Q(home__in=_PAIR) | Q(away__in=_PAIR), Q(team__in=_PAIR))
DIVISION_USAGE: Final = PreparedUsage(
    Q(home__division=EXAMPLE_ID) | Q(away__division=EXAMPLE_ID),
    Q(team__division=EXAMPLE_ID, team__dropped_after_round=None),
)


def _roster(of_teams: Q) -> QuerySet[Pick, tuple[Any, ...]]:
    # filter by code too because that column has an index and the subquery runs for every player
    stand_ins = PlayerCard.including_hidden.filter(
        card_set=OuterRef("card__card_set"), code=STAND_IN_CODE, is_stand_in=True
    ).order_by()
    has_park = Q(park__isnull=False) | Q(designed_park__isnull=False)
    picks = Pick.objects.filter(of_teams).filter(Q(card__isnull=False) | has_park)
    picks = picks.annotate(stand_in=Subquery(stand_ins.values("pk")[:1]))
    in_order = picks.order_by("team_id", "card__sort_name", "card_id")
    return in_order.values_list(*PICKS, "stand_in", "park__name", "designed_park")


def _outings(of_teams: Q) -> QuerySet[Outing, tuple[Any, ...]]:
    """Return appearances in any order, because each has its own cell."""
    return Outing.objects.filter(of_teams).order_by().values_list(*OUTINGS)


def _series_and_games(of_series: Q) -> QuerySet[Series, tuple[Any, ...]]:
    return Series.objects.filter(of_series).order_by().values_list(*SERIES_AND_GAMES)


def _usage_rows(
    roster: Iterable[tuple[Any, ...]], outings: Iterable[tuple[Any, ...]], series: Sequence[dict[str, Any]]
) -> UsageRows:
    players: list[tuple[Any, ...]] = []
    stand_ins: dict[int, int] = {}
    parks: dict[int, str] = {}
    for *player, stand_in, park, designed_park in roster:
        team_id = player[0]
        if player[_CARD] is None:
            parks[team_id] = park or str((designed_park or {}).get("name", "")) or "Designed park"
        else:
            players.append(tuple(player))
            stand_ins[team_id] = stand_in or NO_CARD_YET
    return UsageRows(players, list(outings), series, stand_ins, parks)


def series_rows_in(snapshot: TournamentSnapshot, team_id: int) -> list[dict[str, Any]]:
    """Return a team's series with their games, in the format that `query_usage_rows` loads."""
    games = games_in(snapshot)
    rows = []
    for series in snapshot.series_of(team_id):
        facts = {name: getattr(series, name) for name in _SERIES if "__" not in name}
        for side, team in (("home", series.home), ("away", series.away)):
            facts[f"{side}__name"] = team.name
            facts[f"{side}__dropped_after_round"] = team.dropped_after_round
        rows += [facts | game for game in games.get(series.pk, _NO_GAME)]
    return _with_faced_later(rows)


def games_in(snapshot: TournamentSnapshot) -> dict[int, list[dict[str, Any]]]:
    """Return each series' games in a tournament, keyed by the names in `SERIES_AND_GAMES`."""
    if not snapshot.series:
        return {}
    return snapshot.read("games", lambda: _games_by_series(snapshot.tournament))


_GAMES_OF_TOURNAMENT: Final = PreparedValues(
    lambda: (
        Game.objects.filter(series__tournament=EXAMPLE_ID)
        .order_by("series", "number")
        .values_list("series_id", *(name.removeprefix("games__") for name in _GAMES))
    )
)
_NO_GAME: Final[Sequence[dict[str, Any]]] = [dict.fromkeys(_GAMES)]


def _games_by_series(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    games: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for series_id, *row in _GAMES_OF_TOURNAMENT.rows_of(tournament.pk):
        games[series_id].append(dict(zip(_GAMES, row, strict=True)))
    return games


def stand_in_card(team_id: int) -> int:
    """T25.3: return the card ID of a team's stand-in, or NO_CARD_YET until a stand-in has pitched for its card set."""
    drafted = Pick.objects.filter(team=team_id, card__isnull=False).values("card__card_set")[:1]
    card = (
        PlayerCard.including_hidden.filter(card_set__in=drafted, is_stand_in=True).values_list("pk", flat=True).first()
    )
    return card or NO_CARD_YET


def _series_dicts(rows: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
    return _with_faced_later([dict(zip(SERIES_AND_GAMES, row, strict=True)) for row in rows])


def _with_faced_later(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    void = [row for row in rows if row["status"] == Series.Status.VOID]
    faced_later = _faced_later(void) if void else set()
    for row in rows:
        row["faced_later"] = row["status"] != Series.Status.VOID or row["pk"] in faced_later
    return rows


_FACED = ("pk", "stage", "round", "home_id", "away_id", "home_place", "away_place")


def _faced_later(void: Sequence[Mapping[str, Any]]) -> set[int]:
    """T0.08: return the void series after which the dropped team faced a later opponent, in its order of play."""
    dropped = {
        row[f"{side}_id"] for row in void for side, _ in SIDES if row[f"{side}__dropped_after_round"] is not None
    }
    series = Series.objects.filter(
        Q(home__in=dropped) | Q(away__in=dropped), status=Series.Status.VOID, games__isnull=False
    )
    faced = [dict(zip(_FACED, row, strict=True)) for row in series.order_by().distinct().values_list(*_FACED)]
    last: dict[tuple[int, str], OrderKey] = {}
    for row in faced:
        for side, _ in SIDES:
            key = (row[f"{side}_id"], row["stage"])
            last[key] = max(last.get(key, _place(row, side)), _place(row, side))
    return {
        row["pk"]
        for row in void
        for side, _ in SIDES
        if row[f"{side}_id"] in dropped
        and _place(row, side) < last.get((row[f"{side}_id"], row["stage"]), _place(row, side))
    }


def _place(row: Mapping[str, Any], side: str) -> OrderKey:
    return order_key(row[f"{side}_place"], _scheduled(row))
