"""Compute each seat's time bank from the times of the game's actions.

A seat's clock runs during its turn and stops while the seat is disconnected. Nothing is written while the clock runs.
Each action stores the time used so far.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from play.models import Seat, SeatAbsence, TableEvent, TableGame
from play.queries.presence import is_connected
from play.table import PlayTable
from tournaments.models import Tournament

# Overtime before the opponent can ask the director.
CLAIM_AFTER: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time bank. `remaining` is negative when the seat is over time."""

    team: int
    remaining: timedelta
    is_running: bool

    @property
    def is_used_up(self) -> bool:
        return self.remaining <= timedelta()

    @property
    def until_claim(self) -> timedelta:
        """Clock time until the opponent can ask the director. It is zero or less if the opponent can ask now."""
        return self.remaining + CLAIM_AFTER


def clock_of(table: PlayTable, team: int, now: datetime) -> Clock:
    """Return a seat's clock in a timed game."""
    seat = table.seats[team]
    bank = timedelta(minutes=table.game.bank_minutes + seat.extra_minutes)
    used = timedelta(seconds=seconds_used_at(table, now)[team])
    is_turn = table.turn is not None and table.turn.team == team and table.game.state == TableGame.State.PLAYING
    return Clock(team, bank - used, is_turn and is_connected(seat, now))


def seconds_used_at(table: PlayTable, now: datetime) -> tuple[float, float]:
    """Return the seconds that each seat has used: the total at the newest action plus the current turn."""
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
    """Return the seconds that each team had used at log event `to`, before any later plays."""
    count = 0
    rows = TableEvent.objects.filter(game=table.game).order_by("number").values_list("log", "position")
    for log, position in rows:
        count += len(log)
        if count >= to and "seconds_used" in position:
            away, home = position["seconds_used"]
            return away, home
    return table.seconds_used


def games_with_clock_question(tournament: Tournament) -> Iterable[TableGame]:
    """Return the tournament's games with an open clock question, oldest question first."""
    games = TableGame.objects.filter(series__tournament=tournament, clock_question_by__isnull=False)
    return games.order_by("clock_question_at")
