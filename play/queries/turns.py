"""Determine whose turn it is at a table, for the clocks and for slow-game notifications."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from play.models import TableEvent, TableGame
from play.queries.presence import is_connected
from play.table import PlayTable, TableTurn
from tournaments.models import Series, TablePace, Tournament


def waiting_team(table: PlayTable) -> int | None:
    """Return the team whose manager must act now, or None if play has stopped. Time-outs don't matter."""
    game = table.game
    if game.state != TableGame.State.PLAYING or game.waits_for_director:
        return None
    return 1 - table.undo.team if table.undo is not None else table.answering_team


def next_turn(table: PlayTable, number: int) -> TableTurn | None:
    """Return the turn after action `number`. During a time-out, it is the turn of the manager who called it."""
    team = waiting_team(table)
    if team is None:
        return None
    if table.time_called_by is not None:
        team = table.time_called_by
    return table.turn if table.turn is not None and table.turn.team == team else TableTurn(team, number)


class SlowTurn(NamedTuple):
    """A manager's turn in a slow series game. `number` is the action that started the turn."""

    game: TableGame
    series: Series
    team: int
    number: int
    is_connected: bool

    @property
    def club(self) -> str:
        return self.game.clubs[self.team]

    @property
    def opponent(self) -> str:
        return self.game.names[1 - self.team]


def slow_turns(tournament: Tournament, now: datetime | None = None) -> Iterator[SlowTurn]:
    """Yield the current turn in each of the tournament's slow games in progress."""
    moment = now or timezone.now()
    games = TableGame.objects.filter(series__tournament=tournament, pace=TablePace.SLOW, state=TableGame.State.PLAYING)
    related = ("series__home", "series__away", "series__covered_by")
    for game in games.select_related(*related).order_by("pk"):
        newest = TableEvent.objects.filter(game=game).order_by("-number").only("position").first()
        turn = newest.position.get("turn") if newest is not None else None
        if turn is not None and game.series is not None:
            seat = game.seats.get(team=turn["team"])
            yield SlowTurn(game, game.series, turn["team"], turn["number"], is_connected(seat, moment))


def tournaments_with_slow_games() -> list[int]:
    """Return the tournaments with slow games in progress."""
    games = TableGame.objects.filter(pace=TablePace.SLOW, state=TableGame.State.PLAYING, series__isnull=False)
    return list(games.order_by().values_list("series__tournament", flat=True).distinct())
