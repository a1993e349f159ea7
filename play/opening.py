"""Open a game's table from its newest action and a cached or rebuilt game."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from play.models import TableEvent, TableGame
from play.table import EnteredDice, PlayTable, TableRuling, TableTurn, UndoRequest, start_play
from play.table_rows import Seats, newest_event, seats_of
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.standing_orders import read_orders

MAX_CACHED_GAMES: Final = 50


class _Progress(NamedTuple):
    """An engine game, its play readings, and the view parts that everyone can see."""

    talk: Dialogue
    readings: dict[str, list[str]]
    shared_view: dict[str, tuple[int, Any]]


# An action's number and time. The time is needed because a restored backup can assign the same number to another
# action.
_ActionMark = tuple[int, datetime | None]


class _CachedGames:
    """The most recently used engine games by ID, each with the newest action that it includes."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, tuple[_ActionMark, _Progress]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, game_id: int, newest: _ActionMark) -> _Progress | None:
        """Remove and return the game if it includes all actions up to `newest` and no others."""
        with self._lock:
            included, progress = self._games.pop(game_id, (None, None))
        return progress if included == newest else None

    def put(self, game_id: int, newest: _ActionMark, progress: _Progress) -> None:
        with self._lock:
            self._games[game_id] = (newest, progress)
            self._games.move_to_end(game_id)
            if len(self._games) > MAX_CACHED_GAMES:
                self._games.popitem(last=False)

    def clear(self) -> None:
        self._games.clear()


cached_games = _CachedGames()


def open_table(game: TableGame) -> PlayTable:
    """Return a game's table. Call `keep_table` afterward if the table can be reused."""
    return open_table_of(seats_of(game))


def open_table_of(seats: Seats) -> PlayTable:
    """Return the table for seats that are already loaded. See `open_table`."""
    table, newest = _open_rows(seats)
    if newest is not None and table.game.has_started:
        _add_play(table, newest.position)
    return table


def open_seats(seats: Seats) -> PlayTable:
    """Return a table with the people and any clocks, but without the engine's game."""
    game = seats[0].game
    if not game.pace:
        return PlayTable(game, seats, 0)
    table, _ = _open_rows(seats)
    return table


def _open_rows(seats: Seats) -> tuple[PlayTable, TableEvent | None]:
    """Return the table, built from its seats and its newest action, and that action."""
    game = seats[0].game
    newest = newest_event(game.pk)
    if newest is None:
        return PlayTable(game, seats, 0), None
    table = PlayTable(game, seats, newest.number, newest.at)
    _read_position(table, newest.position)
    return table, newest


def keep_table(table: PlayTable) -> None:
    """Cache the table's engine game for the next request. Call this only after the table's changes are stored."""
    if table.talk is not None:
        newest = (table.number, table.changed_at)
        cached_games.put(table.game.pk, newest, _Progress(table.talk, table.readings, table.shared_view))


def _read_position(table: PlayTable, position: Mapping[str, Any]) -> None:
    """Set the pending requests, the current turn and the clocks."""
    if (undo := position.get("undo")) is not None:
        table.undo = UndoRequest(undo["team"], undo["to"], undo.get("is_misread", False))
    if (entered := position.get("entered")) is not None:
        table.entered = EnteredDice(entered["team"], tuple(entered["faces"]))
    table.time_called_by = position.get("time_called_by")
    table.signed = tuple(position.get("signed", ()))
    if (turn := position.get("turn")) is not None:
        table.turn = TableTurn(turn["team"], turn["number"])
    away_seconds, home_seconds = position.get("seconds_used", (0.0, 0.0))
    table.seconds_used = (away_seconds, home_seconds)
    table.suspension_by = position.get("suspension_by")
    table.challenge_by = position.get("challenge_by")
    table.rulings = tuple(TableRuling(**ruling) for ruling in position.get("rulings", ()))
    table.confirmed_halves = position.get("confirmed_halves", 0)


def _add_play(table: PlayTable, position: Mapping[str, Any]) -> None:
    """Add the engine's game and the play in progress."""
    progress = cached_games.take(table.game.pk, (table.number, table.changed_at)) or _rebuild(table, position)
    table.talk, table.readings, table.shared_view = progress
    table.talk.seat(table.people)


def _rebuild(table: PlayTable, position: Mapping[str, Any]) -> _Progress:
    rows = TableEvent.objects.filter(game=table.game).order_by("number").values_list("log", "rolls", "readings")
    documents: list[Mapping[str, Any]] = []
    readings: dict[str, list[str]] = {}
    roll_count = 0
    for log, rolls, new_readings in rows:
        documents += log
        roll_count += len(rolls)
        readings |= new_readings
    table.game.refresh_from_db(fields=["start", "cards"])  # one query, because both fields are deferred
    talk = start_play(table, documents, roll_count)
    talk.restore(position["play"])
    talk.orders = [read_orders(document) for document in position.get("orders", ({}, {}))]
    talk.next()
    return _Progress(talk, readings, {})
