"""Table games, drafts and rounds in progress, with public names only."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from django.db.models import Count

from club.queries.names import hidden_names_of, manager_names, public_team_name
from drafts.models import Draft
from play.models import TableGame
from play.queries.live_games import LiveTile, games_in_progress, tile_of
from tournaments.access.visibility import counted_by_club
from tournaments.models import Division, Series, Tournament
from tournaments.queries.round_in_play import CurrentRound, current_rounds

_MOST_GAMES: Final = 60


class LiveDraft(NamedTuple):
    draft: Draft
    picks: int

    @property
    def division(self) -> Division:
        return self.draft.division


class LiveRound(NamedTuple):
    """A current round and how many of its series are complete."""

    title: str
    complete: int
    total: int


@dataclass
class LiveTournament:
    """A tournament with something in progress."""

    tournament: Tournament
    games: list[LiveTile] = field(default_factory=list)
    drafts: list[LiveDraft] = field(default_factory=list)
    rounds: list[LiveRound] = field(default_factory=list)


def running_tournaments() -> list[LiveTournament]:
    """Return the tournaments in their draft, round robin or playoffs, each with its drafts and current rounds.

    At most five queries, and one more for each tournament in its playoffs.
    """
    running = Tournament.objects.exclude(stage__in=(Tournament.Stage.SIGN_UP, Tournament.Stage.FINISHED))
    rows = running.filter(counted_by_club()).defer("profile_text", "timetable").order_by("starts_on", "pk")
    by_id = {tournament.pk: LiveTournament(tournament) for tournament in rows}
    _add_drafts(by_id)
    _add_rounds(by_id)
    return list(by_id.values())


def live_tournaments(running: Iterable[LiveTournament]) -> list[LiveTournament]:
    """Return the running tournaments with something in progress, starting with those that have table games.

    Args:
        running: The result of `running_tournaments`. It isn't modified, so it can be cached.
    """
    by_id = {entry.tournament.pk: replace(entry, games=[]) for entry in running}
    if not by_id:
        return []
    _add_games(by_id)
    live = [entry for entry in by_id.values() if entry.games or entry.drafts or entry.rounds]
    return sorted(live, key=lambda entry: not entry.games)


def _add_games(by_id: dict[int, LiveTournament]) -> None:
    games = games_in_progress().filter(series__tournament__in=by_id)
    names = manager_names("series__home__", "series__away__")
    rows = games.select_related("series__home", "series__away").prefetch_related(*names).order_by("-pk")
    for game in sorted(rows[:_MOST_GAMES], key=_table_of):
        series = game.series
        assert series is not None
        live = by_id[series.tournament_id]
        series.tournament = live.tournament
        live.games.append(_public_tile(game, series))


def _table_of(game: TableGame) -> tuple[int, int]:
    return (game.series.table or 0) if game.series else 0, game.pk


def _public_tile(game: TableGame, series: Series) -> LiveTile:
    """Return the tile. A team name that contains an unlisted person's name is left out."""
    tile = tile_of(game)
    public_names = {team.name: public_team_name(team, hidden_names_of(team)) for team in series.teams()}
    away, home = (public_names.get(name, name) for name in tile.names)
    return replace(tile, names=(away, home))


def _add_drafts(by_id: dict[int, LiveTournament]) -> None:
    states = (Draft.State.RUNNING, Draft.State.PAUSED)
    drafts = Draft.objects.filter(state__in=states, division__tournament__in=by_id)
    for draft in drafts.select_related("division").annotate(made=Count("picks")).order_by("division__position", "pk"):
        by_id[draft.division.tournament_id].drafts.append(LiveDraft(draft, draft.made))


def _add_rounds(by_id: dict[int, LiveTournament]) -> None:
    """Add the current rounds that still have a series to play."""
    playing = {number: live for number, live in by_id.items() if live.tournament.is_playing}
    rows = Series.objects.filter(tournament__in=playing).order_by()
    series_by_tournament: dict[int, list[Series]] = defaultdict(list)
    for series in rows.only("tournament_id", "stage", "division_id", "round", "status"):
        series_by_tournament[series.tournament_id].append(series)
    names = dict(Division.objects.filter(tournament__in=playing).values_list("pk", "name"))
    for number, live in playing.items():
        all_series = series_by_tournament[number]
        for current in current_rounds(live.tournament, all_series).values():
            if current.is_open:
                title = current.title(live.tournament, names.get(current.division_id or 0, ""))
                live.rounds.append(_live_round(title, current, all_series))


def _live_round(title: str, current: CurrentRound, all_series: Iterable[Series]) -> LiveRound:
    statuses: Sequence[str] = [series.status for series in all_series if current.holds(series)]
    played = [status for status in statuses if status != Series.Status.VOID]
    return LiveRound(title, played.count(Series.Status.COMPLETE), len(played))
