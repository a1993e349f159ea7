"""Stop a game before its last out: a manager concedes, or both agree to suspend it."""

from django.db import transaction

from core.errors import Refused
from core.job_queue import send_job
from games.queries.of_series import suspension_ruling
from play.models import TableEvent, TableGame
from play.refusals import EndingRefusal
from play.services.acting import acting, check_playing
from play.services.series_games import ENTER_TASK, series_id_of
from play.table import PlayTable
from rules_engine.baseball.events import GameHalted
from rules_engine.eligibility.game_ending import may_concede
from tabletop.queries.drafted_game import series_of


def concede(*, game: TableGame, team: int, number: int) -> None:
    """Concede the game for a team.

    Raise Refused unless the team trails by enough for the tournament's rules (T0.05). In a friendly game, it must not
    be ahead.
    """
    with acting(game, TableEvent.Kind.CONCEDE, team=team, number=number) as table:
        check_playing(table)
        table.play.happen(GameHalted("conceded", _check_concession(table, team)))
        _drop_requests(table)


def _check_concession(table: PlayTable, team: int) -> str:
    """Return the log text for a concession: the rule, or the team in a friendly game.

    Raise Refused if the team can't concede.
    """
    talk = table.play
    score = talk.game.state.score
    if not table.game.is_tournament_game or talk.profile is None:
        if score[team] > score[1 - team]:
            raise Refused(EndingRefusal.AHEAD)
        return f"by {table.game.names[team]}"
    innings = talk.game.state.inning - 1
    ruling = may_concede(score[1 - team], score[team], talk.profile, innings=innings)
    if not ruling:
        raise Refused(EndingRefusal.MAY_NOT_CONCEDE, ruling.rule, why=ruling.reason)
    return "T0.05"


def suspend(*, game: TableGame, team: int, number: int) -> None:
    """Request to suspend the game, or agree to the opponent's request (T33.0).

    A request lapses with the next move. Raise Refused if the ruleset or the director doesn't allow suspended games.
    """
    with acting(game, TableEvent.Kind.SUSPEND, team=team, number=number) as table:
        check_playing(table)
        check_suspension(table)
        if table.suspension_by == team and table.opponent_must_agree(team):
            raise Refused(EndingRefusal.ALREADY_REQUESTED)
        if table.suspension_by is None and table.opponent_must_agree(team):
            table.suspension_by = team
        else:
            stop_for_now(table)


def decline_suspension(*, game: TableGame, team: int, number: int) -> None:
    """Decline the opponent's request to suspend the game, or withdraw your own request."""
    with acting(game, TableEvent.Kind.DECLINE, team=team, number=number) as table:
        check_playing(table)
        if table.suspension_by is None:
            raise Refused(EndingRefusal.NO_REQUEST_TO_SUSPEND)
        table.suspension_by = None


def check_suspension(table: PlayTable) -> None:
    """Raise Refused unless this game can be suspended (T33.0)."""
    if not table.game.is_tournament_game:
        raise Refused(EndingRefusal.FRIENDLY_NOT_SUSPENDED)
    ruling = suspension_ruling(series_of(series_id_of(table.game)))
    if not ruling:
        raise Refused(EndingRefusal.MAY_NOT_SUSPEND, ruling.rule, why=ruling.reason)


def stop_for_now(table: PlayTable) -> None:
    """Suspend the game, and queue a job that enters it in its series."""
    table.play.happen(GameHalted("suspended", "T33.0"))
    _drop_requests(table)
    game_id = table.game.pk
    transaction.on_commit(lambda: send_job(ENTER_TASK, game_id))


def _drop_requests(table: PlayTable) -> None:
    table.undo = table.entered = table.time_called_by = table.suspension_by = None
