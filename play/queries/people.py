"""Build the data about the people at a table: presence, clocks, last phrases and volunteers."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from play.models import TEAMS, Seat, TableEvent, TableGame
from play.phrases import Phrase
from play.queries.clock import Clock, clock_of
from play.queries.presence import Presence, presence_of
from play.table import PlayTable

# How long a phrase stays visible.
_PHRASE_LASTS: Final = timedelta(seconds=60)


def people_view(table: PlayTable, teams: Sequence[int], now: datetime | None = None) -> dict[str, Any]:
    """Return presence, clocks and phrases as JSON values. Pages load them more often than the game.

    `claims` lists this device's teams that can ask the director about the opponent's clock.
    """
    moment = now or timezone.now()
    clocks = [clock_of(table, team, moment) for team in TEAMS] if _has_clocks(table) else []
    return {
        "own_teams": list(teams),
        "pace": table.game.pace,
        "pace_label": table.game.get_pace_display(),
        "seats": [_seat_view(table, seat, clocks, moment) for seat in table.seats],
        "claims": [team for team in teams if clocks and may_ask_about_clock(table, clocks[1 - team])],
        "clock_question_by": table.game.clock_question_by,
    }


def _has_clocks(table: PlayTable) -> bool:
    return table.game.bank_minutes > 0 and table.game.state in (TableGame.State.PLAYING, TableGame.State.OVER)


def may_ask_about_clock(table: PlayTable, clock: Clock) -> bool:
    """Return whether the opponent of this clock's team can ask the director.

    That is possible in a tournament, after the countdown.
    """
    game = table.game
    is_possible = game.is_tournament_game and game.state == TableGame.State.PLAYING and game.clock_question_by is None
    return is_possible and clock.until_claim <= timedelta()


def _seat_view(table: PlayTable, seat: Seat, clocks: Sequence[Clock], now: datetime) -> dict[str, Any]:
    presence = presence_of(seat, now)
    is_fresh = seat.phrase_at is not None and now - seat.phrase_at < _PHRASE_LASTS
    return {
        "team": seat.team,
        "name": table.game.names[seat.team],
        "side": seat.get_team_display(),
        "readiness": _readiness(table, seat),
        "presence": presence.value,
        "minutes_lost": _minutes_lost(seat, presence, now),
        "volunteer": seat.volunteer,
        "phrase": Phrase[seat.phrase].value if is_fresh else "",
        "clock": _clock_view(table, clocks[seat.team], now) if clocks and seat.is_person else None,
    }


def _readiness(table: PlayTable, seat: Seat) -> str:
    """Return "ready" or "choosing" for a manager in the lobby, otherwise ""."""
    is_managed = seat.is_person and (seat.is_taken or table.game.has_scorekeeper)
    if table.game.state != TableGame.State.LOBBY or not is_managed:
        return ""
    return "ready" if seat.is_ready else "choosing"


def _minutes_lost(seat: Seat, presence: Presence, now: datetime) -> int | None:
    """Return how many minutes ago the seat lost its connection, or None if it is connected or never connected."""
    if presence != Presence.LOST or seat.seen_at is None:
        return None
    return int((now - seat.seen_at).total_seconds() // 60)


def _clock_view(table: PlayTable, clock: Clock, now: datetime) -> dict[str, Any]:
    """Return the seconds left, and the time when they run out if the clock keeps running."""
    seconds = int(clock.remaining.total_seconds())
    counts_down = clock.is_used_up and table.game.is_tournament_game and table.game.clock_question_by is None
    return {
        "seconds": seconds,
        "text": _minutes_text(seconds),
        "is_running": clock.is_running,
        "is_used_up": clock.is_used_up,
        "deadline": (now + clock.remaining).isoformat() if clock.is_running else None,
        "claim_text": _minutes_text(max(int(clock.until_claim.total_seconds()), 0)) if counts_down else "",
        "claim_at": (now + clock.until_claim).isoformat() if counts_down and clock.is_running else None,
    }


def _minutes_text(seconds: int) -> str:
    """Return the time as m:ss, with "over by" after a time bank has run out."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'over by ' if seconds < 0 else ''}{minutes}:{rest:02}"


def notes_by_play(table: PlayTable) -> dict[int, list[str]]:
    """Return the notes about volunteers and clock rulings, keyed by the preceding play in the log."""
    if not (table.game.is_tournament_game and table.game.people_number):
        return {}
    kinds = (TableEvent.Kind.SEAT_VOLUNTEER, TableEvent.Kind.GET_UP, TableEvent.Kind.ANSWER_CLOCK)
    events = TableEvent.objects.filter(game=table.game, kind__in=kinds).order_by("number")
    numbers = table.play.game.log.numbers_in_force()
    notes: dict[int, list[str]] = {}
    for content in events.values_list("content", flat=True):
        followed = [number for number in numbers if number <= content["log"]] or numbers[:1]
        for number in followed[-1:]:
            notes.setdefault(number, []).append(content["note"])
    return notes
