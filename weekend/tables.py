"""Every table of a tournament for the files people take home: its definition and its rows."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.tables import Column, Place, Table, Value
from drafts.models import Pick, PlayerCard
from games.models import Game, Outing
from games.queries.names import names_on_sheets
from rules_engine.draft.order import Turn, turn_at
from rules_engine.innings import format_innings
from tournaments.models import Action, Team, Tournament
from tournaments.queries.schedule_table import SCHEDULE, Meeting
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import STANDINGS, Line


@dataclass(frozen=True, slots=True)
class FileOf:
    """One table as a file. `items` reads the tournament when the file is written."""

    title: str
    table: Table[Any]
    items: Callable[[Tournament], Iterable[Any]]

    @property
    def columns(self) -> tuple[str, ...]:
        return self.table.titles(Place.FILE)

    def rows(self, tournament: Tournament) -> Iterator[tuple[Value, ...]]:
        return self.table.values(Place.FILE, self.items(tournament))


def _table(name: str, *columns: tuple[str, Callable[[Any], Value]]) -> Table[Any]:
    """A table that is a file and nothing else."""
    return Table(name, tuple(Column(title, title, value, Place.FILE) for title, value in columns))


def _standings(tournament: Tournament) -> list[Line]:
    return [line for table in standings_of(tournament) for line in table.lines]


def _schedule(tournament: Tournament) -> Iterator[Meeting]:
    series = tournament.series.select_related("division", "home", "away")
    return map(Meeting, series.order_by("stage", "round", "table", "pk"))


GAMES = _table(
    "games",
    ("Stage", lambda game: game.series.get_stage_display()),
    ("Round", lambda game: game.series.round),
    ("Game", lambda game: game.number),
    ("Away", lambda game: game.away.name),
    ("Home", lambda game: game.home.name),
    ("Away runs", lambda game: game.away_runs),
    ("Home runs", lambda game: game.home_runs),
    ("Away by inning", lambda game: _by_inning(game.away_line)),
    ("Home by inning", lambda game: _by_inning(game.home_line)),
    ("State", lambda game: game.get_status_display()),
    ("Ending", lambda game: game.get_ending_display()),
)


def _games(tournament: Tournament) -> Iterable[Game]:
    games = Game.objects.filter(series__tournament=tournament).select_related("home", "away", "series")
    return games.order_by("series__stage", "series__round", "series_id", "number")


def _by_inning(runs: list[int]) -> str:
    return " ".join(map(str, runs))


class _Pitched(NamedTuple):
    outing: Outing
    name: str


PITCHING = _table(
    "pitching",
    ("Team", lambda row: row.outing.team.name),
    ("Stage", lambda row: row.outing.game.series.get_stage_display()),
    ("Round", lambda row: row.outing.game.series.round),
    ("Game", lambda row: row.outing.game.number),
    ("Pitcher", lambda row: row.name),
    ("Part", lambda row: row.outing.get_part_display()),
    ("Innings", lambda row: format_innings(row.outing.outs)),
    ("Runs", lambda row: row.outing.runs),
    ("Accepted under", lambda row: row.outing.accepted_rule),
    ("Footnote", lambda row: row.outing.footnote),
)


def _pitching(tournament: Tournament) -> Iterator[_Pitched]:
    pitched = Outing.objects.filter(game__series__tournament=tournament).select_related("team", "game__series", "game")
    places = ("team__name", "game__series__stage", "game__series__round", "game__number", "order")
    outings = list(pitched.order_by(*places))
    names = names_on_sheets({(outing.team_id, outing.card_id) for outing in outings})
    return (_Pitched(outing, names[outing.team_id, outing.card_id]) for outing in outings)


class _Drafted(NamedTuple):
    pick: Pick
    turn: Turn
    selected: str


DRAFT = _table(
    "draft",
    ("Division", lambda row: row.pick.draft.division.name),
    ("Overall", lambda row: row.pick.overall),
    ("Round", lambda row: row.turn.round),
    ("Position", lambda row: row.turn.position),
    ("Team", lambda row: row.pick.team.name),
    ("Selected", lambda row: row.selected),
    ("As", lambda row: _drafted_as(row.pick)),
    ("Made by", lambda row: row.pick.get_made_by_display()),
)


def _draft(tournament: Tournament) -> Iterator[_Drafted]:
    picks = Pick.objects.filter(draft__division__tournament=tournament)
    sizes: dict[int, int] = {}
    serpentine = tournament.profile.draft.serpentine
    for team in tournament.teams.filter(slot__isnull=False):
        sizes[team.division_id or 0] = sizes.get(team.division_id or 0, 0) + 1
    chosen = picks.select_related("draft__division", "team", "card", "park")
    made = list(chosen.order_by("draft__division__position", "overall"))
    names = names_on_sheets({(pick.team_id, pick.card_id) for pick in made if pick.card_id is not None})
    for pick in made:
        turn = turn_at(sizes[pick.draft.division_id], pick.overall, serpentine=serpentine)
        player = "" if pick.card_id is None else names[pick.team_id, pick.card_id]
        yield _Drafted(pick, turn, player or _park(pick))


def _park(pick: Pick) -> str:
    if pick.park is not None:
        return pick.park.name
    return str(pick.designed_park["name"]) if pick.designed_park else ""


def _drafted_as(pick: Pick) -> str:
    if pick.card is None:
        return "skipped" if pick.is_skipped else "park"
    return _positions(pick.card)


def _positions(card: PlayerCard) -> str:
    return " ".join((["P"] if card.is_pitcher else []) + list(card.positions))


class _Held(NamedTuple):
    team: Team
    card: PlayerCard
    name: str


ROSTERS = _table(
    "rosters",
    ("Team", lambda row: row.team.name),
    ("Player", lambda row: row.name),
    ("Clubs", lambda row: row.card.clubs),
    ("Positions", lambda row: _positions(row.card)),
    ("Bats", lambda row: row.card.bats),
    ("Throws", lambda row: row.card.throws),
    ("AB", lambda row: row.card.at_bats),
    ("H", lambda row: row.card.hits),
    ("2B", lambda row: row.card.doubles),
    ("3B", lambda row: row.card.triples),
    ("HR", lambda row: row.card.homeruns),
    ("W", lambda row: row.card.walks),
    ("SB", lambda row: row.card.stolen_bases),
    ("IP", lambda row: format_innings(row.card.outs_pitched) if row.card.is_pitcher else ""),
    ("GS", lambda row: row.card.games_started),
    ("Won", lambda row: row.card.wins),
    ("Lost", lambda row: row.card.losses),
    ("Saves", lambda row: row.card.saves),
    ("ER", lambda row: row.card.earned_runs),
)


def _rosters(tournament: Tournament) -> Iterator[_Held]:
    picks = Pick.objects.filter(draft__division__tournament=tournament, card__isnull=False)
    picked = picks.select_related("team", "card").order_by("team__name", "card__is_pitcher", "card__sort_name")
    held = [(pick.team, pick.card) for pick in picked if pick.card is not None]
    names = names_on_sheets({(team.pk, card.pk) for team, card in held})
    return (_Held(team, card, names[team.pk, card.pk]) for team, card in held)


ENTRANTS = _table(
    "entrants",
    ("Team", lambda team: team.name),
    ("Managers", lambda team: " / ".join(manager.name for manager in team.managers.all())),
    ("Home town", lambda team: " / ".join(manager.home_town for manager in team.managers.all() if manager.home_town)),
    ("Division", lambda team: team.division.name if team.division else ""),
    ("Draft position", lambda team: team.slot),
    ("Kind", lambda team: team.get_kind_display()),
)


def _entrants(tournament: Tournament) -> Iterable[Team]:
    return tournament.teams.select_related("division").prefetch_related("managers").order_by("name")


LOG = _table(
    "log",
    ("Number", lambda action: action.pk),
    ("When (UTC)", lambda action: action.at.strftime("%Y-%m-%d %H:%M:%S")),
    ("Who", lambda action: action.actor),
    ("Act", lambda action: action.verb),
    ("What", lambda action: action.sentence),
)


def _log(tournament: Tournament) -> Iterable[Action]:
    return Action.objects.filter(tournament=tournament).order_by("pk")


TABLES: dict[str, FileOf] = {
    "standings": FileOf("Standings", STANDINGS, _standings),
    "schedule": FileOf("Schedule and results", SCHEDULE, _schedule),
    "games": FileOf("Games", GAMES, _games),
    "pitching": FileOf("Pitching sheets", PITCHING, _pitching),
    "draft": FileOf("Draft", DRAFT, _draft),
    "rosters": FileOf("Rosters", ROSTERS, _rosters),
    "entrants": FileOf("Entrants", ENTRANTS, _entrants),
    "log": FileOf("Log", LOG, _log),
}
