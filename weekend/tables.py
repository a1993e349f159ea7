"""A tournament's downloadable tables, with their rows."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import Http404

from club.queries.tournament_report import REPORT, report_lines
from core.tables import Place, TableDefinition, Value
from drafts.models import CardSet, Pick
from drafts.queries.board import load_rooms
from drafts.queries.card_set_owners import may_see_cards
from drafts.queries.pick_table import PICKS, BoardCell
from drafts.queries.roster_tables import ROSTERS, PickResult
from games.models import Game, Outing
from games.queries.box_scores import BATTING, PITCHING, batting_leaders, pitching_leaders
from games.queries.game_tables import GAMES, OUTINGS, GameRecord, NamedOuting, sheet_names
from tournaments.access.viewers import Viewer
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.entrant_table import ENTRANTS
from tournaments.queries.log_table import LOG, LogLine
from tournaments.queries.order_of_play import OrderKey, in_order_of_start, place_of
from tournaments.queries.schedule_table import SCHEDULE, ScheduleEntry
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import STANDINGS, StandingsLine


@dataclass(frozen=True, slots=True)
class TableFile:
    """A downloadable table. `items` loads its rows when the file is written."""

    name: str
    title: str
    table: TableDefinition[Any]
    items: Callable[[Tournament], Iterable[Any]]

    @property
    def columns(self) -> tuple[str, ...]:
        return self.table.titles(Place.FILE)

    def unrestricted(self) -> "TableFile":
        return replace(self, table=self.table.unrestricted())

    def rows(self, tournament: Tournament) -> Iterator[tuple[Value, ...]]:
        return self.table.values(Place.FILE, self.items(tournament))


def _standings(tournament: Tournament) -> list[StandingsLine]:
    return [line for table in standings_of(tournament) for line in table.lines]


def _schedule(tournament: Tournament) -> Iterator[ScheduleEntry]:
    series = tournament.series.select_related("division", "home", "away").order_by("table", "pk")
    stages = list(Series.Stage.values)
    return map(ScheduleEntry, sorted(series, key=lambda row: (stages.index(row.stage), row.round)))


def _games(tournament: Tournament) -> Iterator[GameRecord]:
    """Return games in order of play, earliest series first."""
    rows = Game.objects.filter(series__tournament=tournament).select_related("home", "away", "series__division")
    games_by_series: dict[int, list[Game]] = defaultdict(list)
    for game in rows.order_by("number"):
        games_by_series[game.series_id].append(game)
    ordered_series = in_order_of_start(games[0].series for games in games_by_series.values())
    return (GameRecord(game) for series in ordered_series for game in games_by_series[series.pk])


def _pitching(tournament: Tournament) -> Iterator[NamedOuting]:
    rows = Outing.objects.filter(game__series__tournament=tournament).select_related("team", "game__series", "game")
    outings = sorted(rows.order_by("game__number", "order"), key=_order_of_outing)
    names = sheet_names({(outing.team_id, outing.card_id) for outing in outings})
    return (NamedOuting(outing, names[outing.team_id, outing.card_id]) for outing in outings)


def _order_of_outing(outing: Outing) -> tuple[str, OrderKey]:
    game_place = outing.game.place_for(outing.team_id)
    return outing.team.name, place_of(outing.game.series, outing.team_id, game_place)


def _draft(tournament: Tournament) -> Iterator[BoardCell]:
    rooms = {room.draft.pk: room for _, room in load_rooms(tournament) if room is not None}
    rows = Pick.objects.filter(draft__in=rooms).select_related("card", "park")
    picks = list(rows.order_by("draft__division__position", "overall"))
    names = sheet_names({(pick.team_id, pick.card_id) for pick in picks if pick.card_id is not None})
    for pick in picks:
        name = names.get((pick.team_id, pick.card_id or 0), "")
        yield BoardCell(rooms[pick.draft_id], pick.overall, pick, name)


def _rosters(tournament: Tournament) -> Iterator[PickResult]:
    rows = Pick.objects.filter(draft__division__tournament=tournament, card__isnull=False)
    picks = rows.select_related("team", "card").order_by("team__name", "card__is_pitcher", "card__sort_name")
    keys = [(pick.team_id, pick.card_id) for pick in picks if pick.card_id is not None]
    names = sheet_names(set(keys))
    return (PickResult(pick, names[key]) for pick, key in zip(picks, keys, strict=True))


def _entrants(tournament: Tournament) -> Iterable[Team]:
    return tournament.teams.select_related("division").prefetch_related("managers").order_by("name")


def _log(tournament: Tournament) -> Iterator[LogLine]:
    return map(LogLine, Action.objects.filter(tournament=tournament).order_by("pk"))


_ALL_TABLES: Final = (
    TableFile("standings", "Standings", STANDINGS, _standings),
    TableFile("schedule", "Schedule and results", SCHEDULE, _schedule),
    TableFile("games", "Games", GAMES, _games),
    TableFile("pitching", "Pitching sheets", OUTINGS, _pitching),
    TableFile("batting", "Batting", BATTING, batting_leaders),
    TableFile("pitchers", "Pitching statistics", PITCHING, pitching_leaders),
    TableFile("draft", "Draft", PICKS, _draft),
    TableFile("rosters", "Rosters", ROSTERS, _rosters),
    TableFile("entrants", "Entrants", ENTRANTS, _entrants),
    TableFile("log", "Log", LOG, _log),
    TableFile("report", "Report", REPORT, report_lines),
)
TABLES: Final[dict[str, TableFile]] = {table.name: table for table in _ALL_TABLES}
STAFF_ONLY: Final = ("entrants", "report")  # these tables contain home towns


def table_for(tournament: Tournament, viewer: Viewer, name: str) -> TableFile:
    """Return a table as this viewer can see it, without ratings if the card set is private.

    Raises:
        Http404: There is no such table.
    """
    if name not in TABLES:
        raise Http404(f"Unknown table “{name}”. Choose one of {', '.join(TABLES)} as csv or xlsx.")
    table = TABLES[name]
    card_sets = CardSet.objects.filter(drafts__division__tournament=tournament)
    return table if may_see_cards(viewer, *card_sets) else table.unrestricted()
