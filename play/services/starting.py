"""Start friendly games: create a game, then prepare its cards and lineups."""

import gc
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.db import transaction

from core.errors import Refused
from core.job_queue import send_job
from play.models import AWAY, TEAMS, Seat, TableEvent, TableGame
from play.queries.rulesets import ruleset_titles
from play.queries.situations import check_situation
from play.queries.sources import SEASON, Source, are_cards_ready, find_source, load_club
from play.refusals import NewTableRefusal
from play.services.acting import acting
from play.services.networks import check_hourly_limit, hash_network
from play.services.series_games import lobby_of, prepare_series_game, starter_document
from play.table_rows import lock_seats
from rules_engine import systems
from rules_engine.baseball.manager_styles import DEFAULT, manager_styles
from rules_engine.baseball.optional_rules import ruleset_name
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.system_types import SystemFileError
from seasons.club_games import GameOptions
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.matchups import combine_clubs
from seasons.season_play import STARTERS, SeasonPlay
from tabletop.prepared_games import PreparedGame, new_club_game
from tabletop.season_plays import season_play_for
from tournaments.models import TablePace

PREPARE_TASK: Final = "play.prepare_table_game"
MAX_GAMES_AN_HOUR: Final = 30
PERSON_BY_LINK, BOTH_SEATS, COMPUTER = "link", "both", "computer"
OPPONENTS: Final = {
    PERSON_BY_LINK: "A friend, who opens a link",
    COMPUTER: "The computer",
    BOTH_SEATS: "I manage both teams",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """The options for a new game.

    `ruleset` is a system and ruleset key with optional rules, such as "pine_tar/full-injuries". `away` and `home` are
    clubs of the season or other team sources. See `queries/sources.py`. `situation` is the starting situation of a game
    in progress. `computer_style` is the computer opponent's managing style.
    """

    ruleset: str
    season: int
    away: str
    home: str
    dice: str = TableGame.Dice.COMMITTED
    own_team: int = AWAY
    opponent: str = PERSON_BY_LINK
    has_designated_hitter: bool = False
    pace: str = TablePace.UNTIMED
    computer_style: str = DEFAULT
    situation: Mapping[str, int] = field(default_factory=dict)


def create_game(*, options: StartOptions, network: str) -> tuple[TableGame, tuple[int, ...]]:
    """Create a game and return it with the teams on the creator's device.

    Raise Refused with the invalid field. `network` is the visitor's IP address. Call `prepare_or_enqueue` next.
    """
    system, _, ruleset = options.ruleset.partition("/")
    away, home = _check(options, system)
    situation = check_situation(options.situation)
    creator = hash_network(network)
    with transaction.atomic():
        check_hourly_limit(TableGame.objects.all(), creator, MAX_GAMES_AN_HOUR, NewTableRefusal.TOO_MANY_GAMES)
        game = TableGame.objects.create(
            system=system,
            ruleset=ruleset,
            has_designated_hitter=options.has_designated_hitter,
            situation=situation,
            **_teams(away, home),
            dice=options.dice,
            pace=options.pace,
            created_by=creator,
        )
        teams = TEAMS if options.opponent == BOTH_SEATS else (options.own_team,)
        for team in TEAMS:
            is_computer = options.opponent == COMPUTER and team not in teams
            manager = Seat.Manager.COMPUTER if is_computer else Seat.Manager.PERSON
            style = options.computer_style if is_computer else DEFAULT
            Seat.objects.create(game=game, team=team, manager=manager, style=style, is_ready=is_computer)
    return game, tuple(teams)


def _check(options: StartOptions, system: str) -> tuple[Source, Source]:
    """Validate the options, and return both team sources."""
    _check_ruleset(options.ruleset)
    if options.dice not in TableGame.FRIENDLY_DICE:
        raise Refused(NewTableRefusal.NO_SUCH_DICE, field="dice")
    if options.pace not in TablePace.values:
        raise Refused(NewTableRefusal.NO_SUCH_PACE, field="pace")
    if options.computer_style not in manager_styles():
        raise Refused(NewTableRefusal.NO_SUCH_STYLE, field="computer_style")
    if options.opponent not in OPPONENTS or options.own_team not in TEAMS:
        raise Refused(NewTableRefusal.NO_SUCH_OPPONENT, field="opponent")
    away = _find_source("away", options.away, options.season, system)
    home = _find_source("home", options.home, options.season, system)
    if away == home:
        raise Refused(NewTableRefusal.SAME_CLUB, field="home", club=home.name)
    return away, home


def _check_ruleset(key: str) -> None:
    """Raise Refused unless this ruleset exists with these optional rules."""
    titles = ruleset_titles()
    if key in titles:
        return
    if ruleset_name(key) not in titles:
        raise Refused(NewTableRefusal.NO_SUCH_RULESET, field="ruleset")
    system, _, ruleset = key.partition("/")
    try:
        systems.load(system).edition(ruleset)
    except SystemFileError as fault:
        raise Refused(NewTableRefusal.NO_SUCH_RULES, field="ruleset", fault=fault) from None


def _find_source(field_name: str, text: str, season: int, system: str) -> Source:
    try:
        return find_source(text, season, system)
    except Refused as refused:
        is_about_season = refused.code == NewTableRefusal.NO_SUCH_SEASON.name
        refused.field = "season" if is_about_season else field_name
        raise


def _teams(away: Source, home: Source) -> dict[str, Any]:
    """Return a game's team columns. If the seasons differ, each club's name includes its year."""
    is_same_season = away.season == home.season
    columns: dict[str, Any] = {"season": home.season if is_same_season else None}
    if not (is_same_season and away.kind == home.kind == SEASON):
        columns |= {"away_source": away.text, "home_source": home.text}
    # the home club has the same key in its own card set, see `combine_clubs`
    away_key = f"{away.key} (visitors)" if away.key == home.key else away.key
    names = [
        team.name if is_same_season or team.kind != SEASON else f"{team.season} {team.name}" for team in (away, home)
    ]
    return columns | {"away_club": away_key, "home_club": home.key, "away_name": names[0], "home_name": names[1]}


def prepare_or_enqueue(game: TableGame) -> bool:
    """Prepare a game now if its cards are cached. Otherwise, queue a job for the worker.

    Making a season's cards can take half a minute. Return False if the job queue doesn't respond.
    """
    if _has_cards(game):
        prepare_game(game.pk)
        _freeze_season(game.system, game.ruleset, game.season)
        return True
    return send_job(PREPARE_TASK, game.pk)


@cache
def _freeze_season(system: str, ruleset: str, season: int | None) -> None:
    """Freeze a season's cards, so that the garbage collector doesn't scan them again and again."""
    gc.freeze()


def _has_cards(game: TableGame) -> bool:
    if all(game.sources):
        return all(are_cards_ready(game.system, game.ruleset, source) for source in game.sources)
    return season_play_for(game.system).has_cards(game.ruleset, game.season or 0)


def retry_preparation(*, game: TableGame) -> bool:
    """Prepare a game again after its preparation failed or its job was lost."""
    if game.state not in (TableGame.State.PREPARING, TableGame.State.FAILED):
        raise Refused(NewTableRefusal.NOT_FAILED)
    TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.PREPARING, failure="")
    return prepare_or_enqueue(game)


def prepare_game(game_id: int) -> None:
    """Make or load the cards, propose the lineups, and open the lobby. Mark the game as failed if that fails."""
    game = TableGame.objects.get(pk=game_id)
    if game.state != TableGame.State.PREPARING:
        return
    try:
        changes = _preparation(game)
    except (SeasonError, SystemFileError, ValueError) as fault:  # Refused is a ValueError
        changes = {"state": TableGame.State.FAILED, "failure": str(fault)}
    with transaction.atomic():
        if lock_seats(game_id)[0].game.state != TableGame.State.PREPARING:
            return  # another worker was faster, and the managers may already be playing
        with acting(game, TableEvent.Kind.PREPARE):
            TableGame.objects.filter(pk=game_id).update(**changes)


def _preparation(game: TableGame) -> dict[str, Any]:
    return _prepare_friendly(game) if game.series_id is None else prepare_series_game(game)


def _combined_cards(game: TableGame, season_play: SeasonPlay) -> SeasonCardSet | None:
    """Return a single card set for both teams, or None for two clubs of the same season."""
    if not all(game.sources):
        return None
    away, home = (load_club(season_play, game.ruleset, source) for source in game.sources)
    return combine_clubs(away, home, game.clubs)


def _prepare_friendly(game: TableGame) -> dict[str, Any]:
    options = GameOptions(
        system=game.system,
        edition=game.ruleset,
        season=game.season or 0,  # combined cards need no season
        away=game.away_club,
        home=game.home_club,
        has_designated_hitter=game.has_designated_hitter,
        types_dice=game.dice == TableGame.Dice.REAL,
        seed=0,
        styles=_styles(game),
    )
    season_play = season_play_for(game.system)
    prepared = new_club_game(options, _combined_cards(game, season_play))
    return lobby_of(game, prepared, [_lineups(game, prepared, season_play, team) for team in TEAMS])


def _styles(game: TableGame) -> tuple[str, str]:
    """Return both managers' styles. Only a computer manager's style counts."""
    away, home = game.seats.order_by("team").values_list("style", flat=True)
    return away, home


def _lineups(game: TableGame, prepared: PreparedGame, season_play: SeasonPlay, team: int) -> list[dict[str, Any]]:
    """Return the proposed lineup for each starter in the rotation, beginning with the next starter."""
    setup, club = prepared.game.setup, game.clubs[team]
    rotation = season_play.available_starters(setup, prepared.season, club)[:STARTERS]
    lineups = []
    for starter in rotation:
        side = season_play.club_side(setup, prepared.season, club, starter, hitter=game.has_designated_hitter)
        if prepared.game.system.lineup_ruling(setup, side):
            lineups.append(_lineup_document(prepared, side))
    return lineups


def _lineup_document(prepared: PreparedGame, side: Side) -> dict[str, Any]:
    return starter_document(prepared, side.pitcher) | {
        "order": list(side.order),
        "field": dict(zip(POSITIONS, side.field, strict=True)),
        "bench": list(side.bench),
    }
