"""Ask the director, who sees the table and can let play continue, undo plays or suspend the game."""

from typing import Final

from core.errors import Refused
from games.services.rulings import ask_ruling, give_ruling
from play.models import TableEvent, TableGame
from play.refusals import DirectorRefusal
from play.services.acting import acting, check_playing
from play.services.endings import check_suspension, stop_for_now
from play.services.series_games import series_id_of
from play.services.undo import check_undo_target, rewind
from play.table import TableRuling
from tabletop.queries.drafted_game import series_of
from tournaments.action_log.writing import Actor

CONTINUE, UNDO, SUSPEND = "continue", "undo", "suspend"
ANSWERS: Final = {CONTINUE: "Let play continue", UNDO: "Undo to the chosen line", SUSPEND: "Suspend the game"}


def ask_director(*, game: TableGame, team: int, number: int, question: str) -> None:
    """Ask the tournament director a question. Play stops until the answer.

    Raise Refused if play has already stopped.
    """
    with acting(game, TableEvent.Kind.ASK_DIRECTOR, team=team, number=number, content={"question": question}) as table:
        if not table.game.is_tournament_game:
            raise Refused(DirectorRefusal.FRIENDLY)
        if table.game.waits_for_director:
            raise Refused(DirectorRefusal.ALREADY_ASKED)
        check_playing(table)
        series = series_of(series_id_of(table.game))
        actor = Actor(f"{table.game.names[team]}, at the table")
        table.game.question = ask_ruling(series=series, question=question, actor=actor)
        table.game.question_team = team
        table.game.save(update_fields=["question", "question_team"])


def answer_question(
    *, game: TableGame, number: int, actor: Actor, ruling: str, rule: str = "", answer: str = CONTINUE, to: int = 0
) -> None:
    """Record the director's ruling, then let play continue, return to an earlier event or suspend the game.

    Args:
        to: For UNDO, the log event to return to.
    """
    content = {"ruling": ruling, "rule": rule, "answer": answer, "to": to}
    with acting(game, TableEvent.Kind.GIVE_RULING, number=number, content=content) as table:
        stored = table.game
        if not stored.waits_for_director:
            raise Refused(DirectorRefusal.NOT_ASKED)
        if answer not in ANSWERS:
            raise Refused(DirectorRefusal.NO_SUCH_ANSWER, field="answer")
        question = stored.question
        if question is not None:
            give_ruling(request=question, ruling=ruling, rule=rule, actor=actor)
        stored.question, stored.question_team = None, None
        stored.save(update_fields=["question", "question_team"])
        table.undo = table.suspension_by = None
        if answer == UNDO:
            check_undo_target(table, to)
            rewind(table, to, "by the director")
        after = table.newest_in_force
        text = question.question if question is not None else ""
        table.rulings = (*table.rulings, TableRuling(after, text, ruling.strip(), rule.strip()))
        if answer == SUSPEND:
            check_suspension(table)
            stop_for_now(table)
