"""Undo play by consent: request it, agree or decline. Recorded dice count again, so an undo changes no luck."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.queries.clock import seconds_used_before
from play.refusals import MoveRefusal, TableUndoRefusal
from play.services.acting import acting
from play.table import PlayTable, UndoRequest
from rules_engine.baseball.events import LogError

MAX_REQUESTS: Final = 5
PERIOD_MINUTES: Final = 10
LAST_ANSWER: Final = -2  # undo the last answer of the play in progress


def request_undo(*, game: TableGame, team: int, number: int, to: int) -> None:
    """Request to undo everything after event `to` of the game's log. LAST_ANSWER undoes one answer.

    If one person manages every team, it is undone at once. A request lapses with the next move. Raises Refused.
    """
    with acting(game, TableEvent.Kind.REQUEST_UNDO, team=team, number=number, content={"to": to}) as table:
        _check_playing(table)
        if table.undo is not None:
            raise Refused(TableUndoRefusal.ALREADY_REQUESTED)
        _check_target(table, to)
        if table.opponent_must_agree(team):
            _check_rate(table, team)
            table.undo = UndoRequest(team, to)
        else:
            _undo(table, to)


def agree(*, game: TableGame, team: int, number: int) -> None:
    """Agree to the opponent's request."""
    with acting(game, TableEvent.Kind.AGREE, team=team, number=number) as table:
        _undo(table, _take_request(table, team).to)


def decline(*, game: TableGame, team: int, number: int) -> None:
    """Decline the opponent's request, or withdraw one's own."""
    with acting(game, TableEvent.Kind.DECLINE, team=team, number=number) as table:
        _check_playing(table)
        if table.undo is None:
            raise Refused(TableUndoRefusal.NO_REQUEST)
        table.undo = None


def _check_playing(table: PlayTable) -> None:
    if table.game.state != TableGame.State.PLAYING:
        raise Refused(MoveRefusal.NOT_PLAYING)


def _check_target(table: PlayTable, to: int) -> None:
    talk = table.play
    if to == LAST_ANSWER:
        if not any(entry.typed for entry in talk.given):
            raise Refused(TableUndoRefusal.NOTHING_TO_UNDO)
        return
    numbers = talk.game.log.numbers_in_force()
    if not numbers or to not in (0, *numbers[:-1]):
        raise Refused(TableUndoRefusal.NO_SUCH_PLAY)


def _check_rate(table: PlayTable, team: int) -> None:
    since = timezone.now() - timedelta(minutes=PERIOD_MINUTES)
    requests = TableEvent.objects.filter(
        game=table.game, team=team, kind=TableEvent.Kind.REQUEST_UNDO, at__gt=since
    ).count()
    if requests >= MAX_REQUESTS:
        raise Refused(TableUndoRefusal.TOO_MANY_REQUESTS, count=requests, minutes=PERIOD_MINUTES)


def _take_request(table: PlayTable, team: int) -> UndoRequest:
    _check_playing(table)
    request = table.undo
    if request is None or request.team == team:
        raise Refused(TableUndoRefusal.NO_REQUEST)
    table.undo = None
    return request


def _undo(table: PlayTable, to: int) -> None:
    table.entered = None
    if to == LAST_ANSWER:
        table.play.undo_answer()
        return
    table.seconds_used = seconds_used_before(table, to)
    try:
        table.play.rewind(to, "undone")
    except LogError as fault:
        raise Refused(MoveRefusal.NOT_POSSIBLE, fault=str(fault)) from None
