"""The time banks of a game's seats, derived from the times of its actions.

A seat's clock runs while it is the seat's turn, and stops while the seat is not connected. Nothing is written while it
runs: an action stores the time that was used until then.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from play.models import Seat, SeatAbsence, TableEvent, TableGame
from play.queries.presence import is_connected
from play.table import PlayTable
from tournaments.models import Tournament

# How long a used-up time bank must run on before the opponent can ask the director.
CLAIM_AFTER: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time bank. `remaining` is negative after the bank is used up."""

    team: int
    remaining: timedelta
    is_running: bool

    @property
    def is_used_up(self) -> bool:
        return self.remaining <= timedelta()

    @property
    def until_claim(self) -> timedelta:
        """The clock time until the opponent can ask the director; zero or less if that is possible."""
        return self.remaining + CLAIM_AFTER


def clock_of(table: PlayTable, team: int, now: datetime) -> Clock:
    """Return a seat's clock in a game with time banks."""
    seat = table.seats[team]
    bank = timedelta(minutes=table.game.bank_minutes + seat.extra_minutes)
    used = timedelta(seconds=seconds_used_at(table, now)[team])
    is_turn = table.turn is not None and table.turn.team == team and table.game.state == TableGame.State.PLAYING
    return Clock(team, bank - used, is_turn and is_connected(seat, now))


def seconds_used_at(table: PlayTable, now: datetime) -> tuple[float, float]:
    """Return the seconds that each seat has used: those of the newest action, and the turn since then."""
    away, home = table.seconds_used
    if table.turn is None or table.changed_at is None or not table.game.bank_minutes:
        return away, home
    seconds = _connected_time(table.seats[table.turn.team], table.changed_at, now).total_seconds()
    return (away, home + seconds) if table.turn.team else (away + seconds, home)


def _connected_time(seat: Seat, start: datetime, end: datetime) -> timedelta:
    """Return how long a seat was connected between two times."""
    absences = [*SeatAbsence.objects.filter(seat=seat, until__gt=start).values_list("since", "until")]
    if not is_connected(seat, end):
        absences.append((seat.seen_at or start, end))
    connected = end - start
    for since, until in absences:
        connected -= max(min(until, end) - max(since, start), timedelta())
    return max(connected, timedelta())


def seconds_used_before(table: PlayTable, to: int) -> tuple[float, float]:
    """Return the seconds used when event `to` of the game's log was the newest, before the plays after it."""
    count = 0
    rows = TableEvent.objects.filter(game=table.game).order_by("number").values_list("log", "position")
    for log, position in rows:
        count += len(log)
        if count >= to and "seconds_used" in position:
            away, home = position["seconds_used"]
            return away, home
    return table.seconds_used


def games_with_clock_question(tournament: Tournament) -> Iterable[TableGame]:
    """Return the tables of a tournament where a manager waits for the director's answer, the first question first."""
    games = TableGame.objects.filter(series__tournament=tournament, clock_question_by__isnull=False)
    return games.order_by("clock_question_at")
