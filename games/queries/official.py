"""Find a game's stage (T0.06). A game is official once its sheet is signed or either manager starts the next series."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q

from games.models import Game
from rules_engine.eligibility.violations import Stage, stage_of_game
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import ScheduleKey, place_of, schedule_key, scheduled_place


def game_stage(series: Series, game: int) -> Stage:
    """T0.06: return the game's stage: in progress, over, overtaken by a later game in the series, or official."""
    started_games = set(Game.objects.filter(series=series).values_list("number", "status"))
    over = any(number == game and status == Game.Status.FINAL for number, status in started_games)
    return stage_of_game(
        game_over=over,
        later_game_started=any(number > game for number, _ in started_games),
        sheet_signed=series.sign_offs.filter(Q(games="") | Q(games__contains=str(game)), broken_at=None).exists(),
        next_series_started=next_series_started(series) is not None,
    )


def next_series_started(series: Series) -> Series | None:
    """Return the first later series that either manager has started, in order of play, or None."""
    teams = (series.home_id, series.away_id)
    candidates = Series.objects.filter(Q(home__in=teams) | Q(away__in=teams), home_place__isnull=False)
    started = list(candidates.select_related("home", "away"))
    now = next((series_part for series_part in started if series_part.pk == series.pk), None)
    if now is None:
        return None
    elsewhere = [
        series_part
        for series_part in started
        if series_part.pk != series.pk and series_part.status != Series.Status.VOID
    ]
    for team in teams:
        later = [
            series_part
            for series_part in elsewhere
            if series_part.has_team(team) and place_of(series_part, team) > place_of(now, team)
        ]
        if later:
            place = place_of(now, team, _last_place(series, team))
            later = [series_part for series_part in later if place_of(series_part, team) > place]
        if later:
            return min(later, key=lambda series_part: place_of(series_part, team))
    return None


def _last_place(series: Series, team_id: int) -> int:
    """Return the last place of a team's games played after the series was interrupted, or 0 if there are none."""
    return max((game.place_for(team_id) or 0 for game in series.games.all()), default=0)


def overtaken_series(tournament: Tournament, series: Iterable[Series]) -> set[int]:
    """Return the IDs of overtaken series. Runs a single query.

    A series is overtaken if either manager has started a later series. A series that hasn't started is overtaken if a
    series scheduled after it has started.
    """
    started = Series.objects.filter(tournament=tournament, home_place__isnull=False).exclude(status=Series.Status.VOID)
    columns = ("pk", "stage", "round", "home_id", "away_id", "home_place", "away_place")
    latest: dict[int, int] = defaultdict(int)
    places: dict[tuple[int, int], int] = {}
    latest_scheduled: dict[int, ScheduleKey] = defaultdict(lambda: (-1, 0, 0))
    for pk, stage, number, home, away, home_place, away_place in started.order_by().values_list(*columns):
        for team, place in ((home, home_place), (away, away_place)):
            latest[team] = max(latest[team], place)
            places[pk, team] = place
            latest_scheduled[team] = max(latest_scheduled[team], schedule_key(stage, number, pk))

    def is_overtaken(series: Series, team: int) -> bool:
        place = places.get((series.pk, team))
        return latest_scheduled[team] > scheduled_place(series) if place is None else latest[team] > place

    return {
        member.pk for member in series if any(is_overtaken(member, team) for team in (member.home_id, member.away_id))
    }
