"""Sit down at a table, and get ready for the first pitch."""

import secrets
from dataclasses import replace
from typing import Final

from core.errors import Refused
from core.signed_tokens import WrongToken, read_token, sign_token
from play.models import AWAY, HOME, TEAMS, Seat, TableEvent, TableGame, new_nonce
from play.queries.lobby import find_lineup, lobby_team
from play.queries.situations import start_in_situation
from play.refusals import SeatRefusal, SeriesTableRefusal
from play.services.acting import acting
from play.services.seating import give_seat
from play.services.series_games import reopen_lobby, start_series_game
from play.services.starting import prepare_or_enqueue
from play.services.volunteers import get_up, seat_of_volunteer
from play.table import PlayTable, start_play
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.saved_games import read_saved, saved_text
from rules_engine.baseball.state import Side, start_game

MAX_PART_LENGTH: Final = 64
PART_SEPARATOR: Final = "|"
_SALT: Final = "pennant.seat"


def seat_token(seat: Seat) -> str:
    """Return the last part of a seat's link."""
    return sign_token(seat.pk, seat.nonce, _SALT)


def seat_of_token(token: str) -> Seat | None:
    """Return the seat for a link's token or an API token, or None if the token is invalid."""
    try:
        number, nonce = read_token(token, _SALT)
    except WrongToken:
        return None
    return Seat.objects.select_related("game").filter(pk=number, nonce=nonce).first()


def seat_of_bearer(authorization: str) -> Seat | None:
    """Return the seat whose token is in an `Authorization` header, or None for a spectator.

    The token is either a manager's token or the invitation of a volunteer in this seat.
    """
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        return None
    volunteer_seat = seat_of_volunteer(token.strip())
    if volunteer_seat is not None and volunteer_seat.volunteer:
        return volunteer_seat
    return seat_of_token(token.strip())


def sit_down(*, seat: Seat, key: str = "") -> str:
    """Assign the seat to a device and return the device's key. The previous device loses the seat.

    The first device gets a new link for the manager's other devices, so the host who sent the first link can't use the
    seat. A volunteer in the seat is removed.

    Args:
        key: The key of a device that already has the opponent's seat.
    """
    if not seat.is_person:
        raise Refused(SeatRefusal.COMPUTER)
    if seat.volunteer:
        get_up(game=seat.game, team=seat.team)
    key = key or secrets.token_hex(16)
    changes = {"device_key": key} if seat.device_key else {"device_key": key, "nonce": new_nonce()}
    if seat.game.state in (TableGame.State.PREPARING, TableGame.State.LOBBY):
        # the opponent's page shows the new arrival
        with acting(seat.game, TableEvent.Kind.SIT_DOWN, team=seat.team):
            give_seat(seat, **changes)
    else:
        give_seat(seat, **changes)
    return key


def get_ready(*, game: TableGame, team: int, starter: str = "", part: str = "") -> None:
    """Choose the starter, add a random value for the dice, and start the game if both managers are ready.

    Without `starter`, the next pitcher in the rotation starts. The page's number isn't checked, because both managers
    get ready at the same time. Raise Refused if the choices aren't valid. If changed sheets or rosters keep a
    tournament game from starting, both managers must get ready again.
    """
    if len(part) > MAX_PART_LENGTH or PART_SEPARATOR in part:
        raise Refused(SeatRefusal.BAD_PART, field="part")
    is_starting = False
    try:
        with acting(game, TableEvent.Kind.READY, team=team) as table:
            _mark_ready(table, team, starter, part)
            if all(seat.is_ready for seat in table.seats):
                is_starting = True
                _start(table)
    except Refused:
        if is_starting and game.is_tournament_game:
            reopen_lobby(game)
            prepare_or_enqueue(game)
        raise


def _mark_ready(table: PlayTable, team: int, starter: str, part: str) -> None:
    if table.game.state in (TableGame.State.PREPARING, TableGame.State.FAILED):
        raise Refused(SeatRefusal.NOT_PREPARED)
    if table.game.state != TableGame.State.LOBBY:
        raise Refused(SeatRefusal.NOT_IN_LOBBY)
    if table.game.is_tournament_game and team == HOME and not table.seats[AWAY].is_ready:
        raise Refused(SeriesTableRefusal.VISITORS_FIRST, "T0.13", team=table.game.away_name)
    seat = table.seats[team]
    if seat.is_ready:
        raise Refused(SeatRefusal.ALREADY_READY)
    seat.starter = find_lineup(table.game, team, starter)["starter"]
    lobby_team(table, team, seat.starter).side(seat.lineup)  # the lineup must be legal with this starter
    seat.part = part
    seat.is_ready = True
    seat.save(update_fields=["starter", "part", "is_ready"])


def _start(table: PlayTable) -> None:
    """Start the game: store the chosen lineups and let the engine prompt for its first decision."""
    game = table.game
    if game.is_tournament_game:
        start_series_game(table)
    else:
        _use_lineups(table)
    game.state = TableGame.State.PLAYING
    game.save(update_fields=["start", "state"])
    table.talk = start_play(table)


def _use_lineups(table: PlayTable) -> None:
    game = table.game
    away, home = (_own_side(table, team) for team in TEAMS)
    saved = read_saved(game.start)
    start = start_in_situation(start_game(away, home, saved.log.start.rules), game.situation)
    log = GameLog(start)
    game.start = saved_text(replace(saved, log=log))


def _own_side(table: PlayTable, team: int) -> Side:
    seat = table.seats[team]
    return lobby_team(table, team, seat.starter).side(seat.lineup)
