"""Start friendly games: create one, and prepare its cards and lineups."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from core.job_queue import send_job
from play.models import AWAY, TEAMS, Seat, TableEvent, TableGame
from play.queries.rulesets import ruleset_titles
from play.refusals import NewTableRefusal
from play.services.acting import acting
from play.services.series_games import lobby_of, prepare_series_game
from rules_engine.baseball.settling import player_note
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.system_types import SystemFileError
from seasons.club_games import GameOptions
from seasons.lahman import SeasonError, club_names, first_and_last_season
from seasons.season_play import STARTERS, SeasonPlay
from tabletop.prepared_games import PreparedGame, new_club_game
from tabletop.season_plays import season_play_for

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
    """The choices for a new game. `ruleset` is the key of a system and one of its rulesets: "pine_tar/full"."""

    ruleset: str
    season: int
    away: str
    home: str
    dice: str = TableGame.Dice.COMMITTED
    own_team: int = AWAY
    opponent: str = PERSON_BY_LINK
    has_designated_hitter: bool = False


def create_game(*, options: StartOptions, network: str) -> tuple[TableGame, tuple[int, ...]]:
    """Create a game and return it with the teams of the creator's device. Raises Refused with the field at fault.

    Call `prepare_or_enqueue` next. `network` is the visitor's address.
    """
    names = _check(options)
    system, _, ruleset = options.ruleset.partition("/")
    creator = _hash_network(network)
    with transaction.atomic():
        _check_rate(creator)
        game = TableGame.objects.create(
            system=system,
            ruleset=ruleset,
            season=options.season,
            away_club=options.away,
            home_club=options.home,
            away_name=names[options.away],
            home_name=names[options.home],
            has_designated_hitter=options.has_designated_hitter,
            dice=options.dice,
            created_by=creator,
        )
        teams = TEAMS if options.opponent == BOTH_SEATS else (options.own_team,)
        for team in TEAMS:
            is_computer = options.opponent == COMPUTER and team not in teams
            manager = Seat.Manager.COMPUTER if is_computer else Seat.Manager.PERSON
            Seat.objects.create(game=game, team=team, manager=manager, is_ready=is_computer)
    return game, tuple(teams)


def _check(options: StartOptions) -> dict[str, str]:
    """Check the choices, and return the names of the season's clubs."""
    if options.ruleset not in ruleset_titles():
        raise Refused(NewTableRefusal.NO_SUCH_RULESET, field="ruleset")
    if options.dice not in TableGame.FRIENDLY_DICE:
        raise Refused(NewTableRefusal.NO_SUCH_DICE, field="dice")
    if options.opponent not in OPPONENTS or options.own_team not in TEAMS:
        raise Refused(NewTableRefusal.NO_SUCH_OPPONENT, field="opponent")
    first, last = first_and_last_season()
    if not first <= options.season <= last:
        raise Refused(NewTableRefusal.NO_SUCH_SEASON, field="season", season=options.season, first=first, last=last)
    names = club_names(options.season)
    for field, club in (("away", options.away), ("home", options.home)):
        if club not in names:
            raise Refused(NewTableRefusal.NO_SUCH_CLUB, field=field, season=options.season, text=club)
    if options.away == options.home:
        raise Refused(NewTableRefusal.SAME_CLUB, field="home", club=names[options.home])
    return names


def _check_rate(creator: str) -> None:
    since = timezone.now() - timedelta(hours=1)
    count = TableGame.objects.filter(created_by=creator, created_at__gt=since).count()
    if count >= MAX_GAMES_AN_HOUR:
        raise Refused(NewTableRefusal.TOO_MANY_GAMES, count=count)


def _hash_network(network: str) -> str:
    """Hash with the installation's secret, so that the table of games reveals no addresses."""
    return hmac.new(settings.SECRET_KEY.encode(), f"pennant.play:{network}".encode(), hashlib.sha256).hexdigest()


def prepare_or_enqueue(game: TableGame) -> bool:
    """Prepare a game now if its cards are cached, or else have the worker do it.

    Making the cards of a season can take half a minute. Returns False if the job queue doesn't answer.
    """
    if season_play_for(game.system).has_cards(game.ruleset, game.season):
        prepare_game(game.pk)
        return True
    return send_job(PREPARE_TASK, game.pk)


def retry_preparation(*, game: TableGame) -> bool:
    """Prepare a game whose preparation failed or was lost."""
    if game.state not in (TableGame.State.PREPARING, TableGame.State.FAILED):
        raise Refused(NewTableRefusal.NOT_FAILED)
    TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.PREPARING, failure="")
    return prepare_or_enqueue(game)


def prepare_game(game_id: int) -> None:
    """Make or read the cards, propose the lineups, and open the lobby. A game that can't be played fails."""
    game = TableGame.objects.get(pk=game_id)
    if game.state != TableGame.State.PREPARING:
        return
    try:
        changes = _preparation(game)
    except (SeasonError, SystemFileError, ValueError) as fault:  # Refused is a ValueError
        changes = {"state": TableGame.State.FAILED, "failure": str(fault)}
    with acting(game, TableEvent.Kind.PREPARE):
        # another worker may have been faster
        TableGame.objects.filter(pk=game_id, state=TableGame.State.PREPARING).update(**changes)


def _preparation(game: TableGame) -> dict[str, Any]:
    return _friendly(game) if game.series_id is None else prepare_series_game(game)


def _friendly(game: TableGame) -> dict[str, Any]:
    options = GameOptions(
        system=game.system,
        edition=game.ruleset,
        season=game.season,
        away=game.away_club,
        home=game.home_club,
        has_designated_hitter=game.has_designated_hitter,
        types_dice=game.dice == TableGame.Dice.REAL,
        seed=0,
    )
    prepared = new_club_game(options)
    season_play = season_play_for(game.system)
    return lobby_of(game, prepared, [_lineups(game, prepared, season_play, team) for team in TEAMS])


def _lineups(game: TableGame, prepared: PreparedGame, season_play: SeasonPlay, team: int) -> list[dict[str, Any]]:
    """Return the proposed lineup behind each starter of the rotation, the next starter first."""
    setup, club = prepared.game.setup, game.clubs[team]
    rotation = season_play.available_starters(setup, prepared.season, club)[:STARTERS]
    lineups = []
    for starter in rotation:
        side = season_play.club_side(setup, prepared.season, club, starter, hitter=game.has_designated_hitter)
        if prepared.game.system.lineup_ruling(setup, side):
            lineups.append(_lineup_document(prepared, side))
    return lineups


def _lineup_document(prepared: PreparedGame, side: Side) -> dict[str, Any]:
    names = prepared.season.names_of((*side.order, *side.field))
    return {
        "starter": side.pitcher,
        "name": names[side.pitcher],
        "note": player_note(prepared.game, side.pitcher),
        "batting": [[names[player], side.position_of(player) or "dh"] for player in side.order],
        "order": list(side.order),
        "field": dict(zip(POSITIONS, side.field, strict=True)),
        "bench": list(side.bench),
    }
