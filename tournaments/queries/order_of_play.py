"""The order in which a team plays its series (T10.2), for every sheet, page and file.

A series gets its place in both teams' orders when it starts: with its first result, its first game at the play table or
the Start button. All other series follow in scheduled order.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Max, Q

from core.prepared_queries import EXAMPLE_ID, EXAMPLE_OTHER_ID, PreparedQuery
from tournaments.models import Series, Team

# Brackets share a number, because a team plays in only one of them.
STAGE_ORDER = {
    Series.Stage.ROUND_ROBIN.value: 0,
    Series.Stage.TIE_BREAK.value: 1,
    **dict.fromkeys((stage.value for stage in Series.BRACKETS), 2),
}

ScheduleKey = tuple[int, int, int]
OrderKey = tuple[bool, int, ScheduleKey]


def schedule_key(stage: str, round_number: int, series_id: int) -> ScheduleKey:
    """Return a series' sort key for scheduled order."""
    return STAGE_ORDER[stage], round_number, series_id


def order_key(place: int | None, scheduled: ScheduleKey) -> OrderKey:
    """Return the sort key for a team's order of play: started series by place, then the others as scheduled."""
    return place is None, place or 0, scheduled


def next_key(place: int | None, scheduled: ScheduleKey) -> OrderKey:
    """Return an open series' sort key: the most recently started first, then as scheduled."""
    return place is None, -(place or 0), scheduled


def scheduled_place(series: Series) -> ScheduleKey:
    return schedule_key(series.stage, series.round, series.pk)


def place_in_round(series: Series) -> tuple[int, bool, int, int]:
    """Return a series' sort key by round, then by table, for lists with several teams."""
    return series.round, series.table is not None, series.table or 0, series.pk


def place_of(series: Series, team_id: int, game_place: int | None = None) -> OrderKey:
    """Return the sort key of a series, or of a game with its own place, in one team's order of play."""
    return order_key(game_place or series.place_for(team_id), scheduled_place(series))


def in_order_of_play(series: Iterable[Series], team_id: int) -> list[Series]:
    """Return a team's series in its order of play."""
    return sorted(series, key=lambda each_series: place_of(each_series, team_id))


def in_order_to_play(series: Iterable[Series], team_id: int) -> list[Series]:
    """Return a team's open series, starting with the next one to play."""
    return sorted(
        series,
        key=lambda each_series: next_key(each_series.place_for(team_id), scheduled_place(each_series)),
    )


def in_order_of_start(series: Iterable[Series]) -> list[Series]:
    """Return several teams' series sorted by stage, then by start time, then as scheduled."""

    def key(each_series: Series) -> tuple[int, bool, float, ScheduleKey]:
        started = (
            each_series.started_at.timestamp() if each_series.is_started and each_series.started_at is not None else 0.0
        )
        return (
            STAGE_ORDER[each_series.stage],
            not each_series.is_started,
            started,
            scheduled_place(each_series),
        )

    return sorted(series, key=key)


def next_places(home_id: int, away_id: int) -> tuple[int, int]:
    """Return the places in both teams' orders of play for a series that starts now."""
    return latest_place(home_id) + 1, latest_place(away_id) + 1


def latest_place(team_id: int) -> int:
    """Return the last place used in a team's order of play by a series or a late game, or 0 if none is used."""
    places = Series.objects.filter(Q(home=team_id) | Q(away=team_id)).aggregate(
        home_series=Max("home_place", filter=Q(home=team_id)),
        away_series=Max("away_place", filter=Q(away=team_id)),
        home_games=Max("games__home_place", filter=Q(games__home=team_id)),
        away_games=Max("games__away_place", filter=Q(games__away=team_id)),
    )
    return max(place or 0 for place in places.values())


_PAIR: Final = (EXAMPLE_ID, EXAMPLE_OTHER_ID)
_STARTED: Final = PreparedQuery(
    lambda: Series.objects.filter(Q(home__in=_PAIR) | Q(away__in=_PAIR), home_place__isnull=False).select_related(
        "home", "away"
    )
)


class Postponement(NamedTuple):
    """A series that a team plays after a series scheduled later."""

    team: Team
    later: Series
    opponent: Team


def postponements(series: Series) -> list[Postponement]:
    """Return the teams that play this series out of scheduled order. One query.

    A series that hasn't started comes after every started series.
    """
    teams = (series.away, series.home)
    started = [row for row in _STARTED.rows_of(series.away_id, series.home_id) if row.pk != series.pk]
    postponed = []
    for team in teams:
        before = [
            each_series
            for each_series in started
            if each_series.has_team(team.pk) and place_of(each_series, team.pk) < place_of(series, team.pk)
        ]
        later = [
            each_series
            for each_series in in_order_of_play(before, team.pk)
            if scheduled_place(each_series) > scheduled_place(series)
        ]
        if later:
            postponed.append(Postponement(team, later[-1], later[-1].opponent_of(team.pk)))
    return postponed


def started_series(team_id: int) -> list[Series]:
    """Return the series that this team has started, in its order of play."""
    series = Series.objects.filter(Q(home=team_id) | Q(away=team_id), home_place__isnull=False)
    return in_order_of_play(series.select_related("home", "away"), team_id)
