"""Ask the director about a time bank that has run out, and answer. The program never forfeits a game."""

from django.db.models import F
from django.utils import timezone

from core.errors import Refused
from play.models import Seat, TableEvent, TableGame
from play.queries.clock import clock_of
from play.queries.people import may_ask_about_clock
from play.refusals import PeopleRefusal
from play.services.acting import acting
from play.services.presence import announce_people

MAX_EXTRA_MINUTES = 60


def ask_about_clock(*, game: TableGame, team: int, number: int) -> None:
    """Ask the director about the opponent's clock after its time bank has run out and the countdown is over."""
    with acting(game, TableEvent.Kind.ASK_ABOUT_CLOCK, team=team, number=number) as table:
        if not table.game.is_tournament_game or not table.game.bank_minutes:
            raise Refused(PeopleRefusal.NO_CLAIMS)
        now = timezone.now()
        if not may_ask_about_clock(table, clock_of(table, 1 - team, now)):
            raise Refused(PeopleRefusal.CLOCK_IS_NOT_UP, team=table.game.names[1 - team])
        _set_question(game, clock_question_by=team, clock_question_at=now)


def answer_clock_question(*, game: TableGame, director: str, extra_minutes: int = 0) -> None:
    """Add minutes to the team whose time bank ran out, or close the question without adding any.

    `director` is the director's name for the play-by-play.
    """
    if not 0 <= extra_minutes <= MAX_EXTRA_MINUTES:
        raise Refused(PeopleRefusal.WRONG_MINUTES, field="minutes", most=MAX_EXTRA_MINUTES)
    content = {"director": director, "minutes": extra_minutes}
    with acting(game, TableEvent.Kind.ANSWER_CLOCK, content=content) as table:
        asking_team = table.game.clock_question_by
        if asking_team is None:
            raise Refused(PeopleRefusal.NO_CLOCK_QUESTION)
        team = 1 - asking_team
        content["log"] = table.play.game.log.number
        content["note"] = _note(director, table.game.names[team], extra_minutes)
        Seat.objects.filter(pk=table.seats[team].pk).update(extra_minutes=F("extra_minutes") + extra_minutes)
        _set_question(game, clock_question_by=None, clock_question_at=None)


def _note(director: str, club: str, minutes: int) -> str:
    if minutes:
        return f"{director} gave {club} {minutes} more minute{'' if minutes == 1 else 's'}."
    return f"{director} answered the question about {club}'s clock."


def _set_question(game: TableGame, **changes: object) -> None:
    TableGame.objects.filter(pk=game.pk).update(**changes)
    announce_people(game)
