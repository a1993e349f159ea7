"""Every table of a tournament as columns and rows, for the files people take home."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from drafts.models import Pick
from games.models import Game, Outing
from games.queries.names import Man, names_on_sheets
from rules_engine.draft.order import turn_at
from rules_engine.innings import format_innings
from tournaments.models import Action, Team, Tournament
from tournaments.queries.standings import standings_of

Value = str | int | None
Rows = Iterator[tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` reads the tournament when the file is written."""

    title: str
    columns: tuple[str, ...]
    rows: Callable[[Tournament], Rows]


def _standings(tournament: Tournament) -> Rows:
    for table in standings_of(tournament):
        for place, line in enumerate(table.lines, start=1):
            row = line.row
            yield (
                *(table.division.name, place, row.rank, line.team.name, row.wins, row.losses, row.ties),
                *(row.games_over_500, row.streak, row.remaining, row.runs_for, row.runs_against),
                str(line.verdict),
            )


def _schedule(tournament: Tournament) -> Rows:
    series = tournament.series.select_related("division", "home", "away").order_by("stage", "round", "table", "pk")
    for one in series:
        yield (
            *(one.get_stage_display(), one.division.name if one.division else "", one.round, one.table),
            *(one.away.name, one.home.name, one.games_planned, one.get_status_display()),
            *(one.away_wins, one.home_wins, one.ties, one.away_runs, one.home_runs),
        )


def _games(tournament: Tournament) -> Rows:
    games = Game.objects.filter(series__tournament=tournament).select_related("home", "away", "series")
    for game in games.order_by("series__stage", "series__round", "series_id", "number"):
        yield (
            *(game.series.get_stage_display(), game.series.round, game.number, game.away.name, game.home.name),
            *(game.away_runs, game.home_runs, _line(game.away_line), _line(game.home_line)),
            *(game.get_status_display(), game.get_ending_display()),
        )


def _line(runs: list[int]) -> str:
    return " ".join(map(str, runs))


def _pitching(tournament: Tournament) -> Rows:
    pitched = Outing.objects.filter(game__series__tournament=tournament).select_related("team", "game__series", "game")
    places = ("team__name", "game__series__stage", "game__series__round", "game__number", "order")
    outings = list(pitched.order_by(*places))
    names = names_on_sheets({(one.team_id, one.card_id) for one in outings})
    for one in outings:
        yield (
            *(one.team.name, one.game.series.get_stage_display(), one.game.series.round, one.game.number),
            *(names[one.team_id, one.card_id], one.get_part_display(), format_innings(one.outs), one.runs),
            *(one.accepted_rule, one.footnote),
        )


def _draft(tournament: Tournament) -> Rows:
    picks = Pick.objects.filter(draft__division__tournament=tournament)
    sizes: dict[int, int] = {}
    for team in tournament.teams.filter(slot__isnull=False):
        sizes[team.division_id or 0] = sizes.get(team.division_id or 0, 0) + 1
    chosen = picks.select_related("draft__division", "team", "card", "park")
    made = list(chosen.order_by("draft__division__position", "overall"))
    names = _names_of(made)
    for pick in made:
        turn = turn_at(sizes[pick.draft.division_id], pick.overall)
        yield (
            *(pick.draft.division.name, pick.overall, turn.round, turn.position, pick.team.name),
            *(_picked(pick, names), _positions(pick), pick.get_made_by_display()),
        )


def _names_of(picks: Iterable[Pick]) -> dict[Man, str]:
    return names_on_sheets({(pick.team_id, pick.card_id) for pick in picks if pick.card_id is not None})


def _picked(pick: Pick, names: Mapping[Man, str]) -> str:
    if pick.card_id is not None:
        return names[pick.team_id, pick.card_id]
    if pick.park is not None:
        return pick.park.name
    return str(pick.designed_park["name"]) if pick.designed_park else ""


def _positions(pick: Pick) -> str:
    if pick.card is None:
        return "skipped" if pick.is_skipped else "park"
    return " ".join((["P"] if pick.card.is_pitcher else []) + list(pick.card.positions))


def _rosters(tournament: Tournament) -> Rows:
    picks = Pick.objects.filter(draft__division__tournament=tournament, card__isnull=False)
    held = list(picks.select_related("team", "card").order_by("team__name", "card__is_pitcher", "card__sort_name"))
    names = _names_of(held)
    for pick in held:
        card = pick.card
        assert card is not None  # filtered above
        innings = format_innings(card.outs_pitched) if card.is_pitcher else ""
        yield (
            *(pick.team.name, names[pick.team_id, card.pk], card.clubs, _positions(pick), card.bats, card.throws),
            *(card.at_bats, card.hits, card.doubles, card.triples, card.homeruns, card.walks, card.stolen_bases),
            *(innings, card.games_started, card.wins, card.losses, card.saves, card.earned_runs),
        )


def _entrants(tournament: Tournament) -> Rows:
    for team in _teams(tournament):
        names = [manager.name for manager in team.managers.all()]
        towns = " / ".join(manager.home_town for manager in team.managers.all() if manager.home_town)
        division = team.division.name if team.division else ""
        yield (team.name, " / ".join(names), towns, division, team.slot, team.get_kind_display())


def _teams(tournament: Tournament) -> list[Team]:
    return list(tournament.teams.select_related("division").prefetch_related("managers").order_by("name"))


def _log(tournament: Tournament) -> Rows:
    for action in Action.objects.filter(tournament=tournament).order_by("pk"):
        yield (action.pk, action.at.strftime("%Y-%m-%d %H:%M:%S"), action.actor, action.verb, action.sentence)


_SERIES_SCORE = ("Away won", "Home won", "Ties", "Away runs", "Home runs")

TABLES: dict[str, Table] = {
    "standings": Table(
        "Standings",
        (
            *("Division", "Place", "Rank", "Team", "W", "L", "T", "Over .500", "Streak", "Left"),
            *("Runs for", "Runs against", "Advances"),
        ),
        _standings,
    ),
    "schedule": Table(
        "Schedule and results",
        ("Stage", "Division", "Round", "Table", "Away", "Home", "Games", "State", *_SERIES_SCORE),
        _schedule,
    ),
    "games": Table(
        "Games",
        (
            *("Stage", "Round", "Game", "Away", "Home", "Away runs", "Home runs"),
            *("Away by inning", "Home by inning", "State", "Ending"),
        ),
        _games,
    ),
    "pitching": Table(
        "Pitching sheets",
        ("Team", "Stage", "Round", "Game", "Pitcher", "Part", "Innings", "Runs", "Accepted under", "Footnote"),
        _pitching,
    ),
    "draft": Table("Draft", ("Division", "Overall", "Round", "Position", "Team", "Selected", "As", "Made by"), _draft),
    "rosters": Table(
        "Rosters",
        (
            *("Team", "Player", "Clubs", "Positions", "Bats", "Throws", "AB", "H", "2B", "3B", "HR", "W", "SB"),
            *("IP", "GS", "Won", "Lost", "Saves", "ER"),
        ),
        _rosters,
    ),
    "entrants": Table("Entrants", ("Team", "Managers", "Home town", "Division", "Draft position", "Kind"), _entrants),
    "log": Table("Log", ("Number", "When (UTC)", "Who", "Act", "What"), _log),
}
