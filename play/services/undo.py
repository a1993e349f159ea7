"""Undo play by consent: request an undo, agree or decline. Recorded dice are used again, so no luck changes."""

from datetime import timedelta
from typing import Final

from core.errors import Refused, TooManyAttempts
from core.rate_limits import seconds_until_allowed
from play.models import TableEvent, TableGame
from play.queries.clock import seconds_used_before
from play.refusals import MoveRefusal, TableUndoRefusal
from play.services.acting import acting, check_playing
from play.table import PlayTable, UndoRequest
from rules_engine.baseball.events import LogError, PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.eligibility.remedies import check_misread_play

MAX_REQUESTS: Final = 5
PERIOD_MINUTES: Final = 10
LAST_ANSWER: Final = -2  # undo the last answer in the current play


def request_undo(*, game: TableGame, team: int, number: int, to: int) -> None:
    """Request to undo everything after log event `to`. LAST_ANSWER undoes a single answer.

    If one person manages every team, the undo happens at once. A request lapses with the next move. Raise Refused if
    play can't return to that event.
    """
    with acting(game, TableEvent.Kind.REQUEST_UNDO, team=team, number=number, content={"to": to}) as table:
        check_playing(table)
        _check_target(table, to)
        _request(table, UndoRequest(team, to))


def report_misread(*, game: TableGame, team: int, number: int, to: int) -> None:
    """Report that the dice entered for the play after event `to` were misread (T31.8).

    If the opponent agrees, play returns to that play, and its dice are entered again. In a tournament, this is possible
    until the first batter of the next half-inning. Raise Refused after that.
    """
    with acting(game, TableEvent.Kind.REPORT_MISREAD, team=team, number=number, content={"to": to}) as table:
        check_playing(table)
        if table.game.dice == TableGame.Dice.COMMITTED:
            raise Refused(TableUndoRefusal.NO_TYPED_DICE)
        log = table.play.game.log
        following = next((event for event in log.numbers_in_force() if event > to), 0)
        if not following or to < table.first_undo or not isinstance(log.events[following - 1], PlayMade):
            raise Refused(TableUndoRefusal.NO_SUCH_PLAY)
        ruling = check_misread_play(both_agree=True, recognized_in_time=_is_in_time(log, to))
        if table.game.is_tournament_game and not ruling:
            raise Refused(ruling)
        _request(table, UndoRequest(team, to, is_misread=True))


def _is_in_time(log: GameLog, to: int) -> bool:
    """Return whether no one has batted in a later half-inning since the play after event `to` (T31.8)."""
    misread = log.state_after(to)
    half = (misread.inning, misread.bottom)
    plays = [before for before, event in log.in_force() if isinstance(event, PlayMade)]
    return all((before.inning, before.bottom) <= half for before in plays)


def _request(table: PlayTable, request: UndoRequest) -> None:
    """Ask the opponent for consent. If no one can give it, undo at once."""
    if table.undo is not None:
        raise Refused(TableUndoRefusal.ALREADY_REQUESTED)
    if table.opponent_must_agree(request.team):
        _check_rate(table, request.team)
        table.undo = request
    else:
        _undo(table, request)


def agree(*, game: TableGame, team: int, number: int) -> None:
    """Agree to the opponent's request."""
    with acting(game, TableEvent.Kind.AGREE, team=team, number=number) as table:
        _undo(table, _take_request(table, team))


def decline(*, game: TableGame, team: int, number: int) -> None:
    """Decline the opponent's request, or withdraw your own request."""
    with acting(game, TableEvent.Kind.DECLINE, team=team, number=number) as table:
        check_playing(table)
        if table.undo is None:
            raise Refused(TableUndoRefusal.NO_REQUEST)
        table.undo = None


def _check_target(table: PlayTable, to: int) -> None:
    talk = table.play
    if to == LAST_ANSWER:
        if not any(entry.typed for entry in talk.entries):
            raise Refused(TableUndoRefusal.NOTHING_TO_UNDO)
        return
    check_undo_target(table, to)


def check_undo_target(table: PlayTable, to: int) -> None:
    """Raise Refused unless play can return to log event `to`."""
    numbers = table.play.game.log.numbers_in_force()
    if not numbers or to not in (0, *numbers[:-1]) or to < table.first_undo:
        raise Refused(TableUndoRefusal.NO_SUCH_PLAY)


def _check_rate(table: PlayTable, team: int) -> None:
    kinds = (TableEvent.Kind.REQUEST_UNDO, TableEvent.Kind.REPORT_MISREAD)
    requests = TableEvent.objects.filter(game=table.game, team=team, kind__in=kinds)
    wait = seconds_until_allowed(requests, "at", most=MAX_REQUESTS, period=timedelta(minutes=PERIOD_MINUTES))
    if wait:
        refusal = TableUndoRefusal.TOO_MANY_REQUESTS
        raise TooManyAttempts(refusal, retry_after=wait, count=MAX_REQUESTS, minutes=PERIOD_MINUTES)


def _take_request(table: PlayTable, team: int) -> UndoRequest:
    check_playing(table)
    request = table.undo
    if request is None or request.team == team:
        raise Refused(TableUndoRefusal.NO_REQUEST)
    table.undo = None
    return request


def _undo(table: PlayTable, request: UndoRequest) -> None:
    if request.to == LAST_ANSWER:
        table.entered = None
        table.play.undo_answer()
    elif request.is_misread:
        table.seconds_used = seconds_used_before(table, request.to)
        rewind(table, request.to, "misread dice, T31.8")
        table.play.fresh()
    else:
        table.seconds_used = seconds_used_before(table, request.to)
        rewind(table, request.to, "undone")


def rewind(table: PlayTable, to: int, why: str) -> None:
    """Return to log event `to`."""
    table.entered = None
    try:
        table.play.rewind(to, why)
    except LogError as fault:
        raise Refused(MoveRefusal.NOT_POSSIBLE, fault=str(fault)) from None
