"""Record a single action at a table, with all its effects, in one transaction and one row."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.errors import Refused, Stale
from play.models import TableEvent, TableGame
from play.opening import keep_table, open_table_of
from play.queries.clock import seconds_used_at
from play.queries.live import publish_table, with_current_rows
from play.queries.turns import next_turn
from play.refusals import MoveRefusal
from play.services.presence import mark_present
from play.services.reports import enqueue_report
from play.table import PlayTable, new_rolls, read_new_plays
from play.table_rows import lock_seats
from rules_engine.baseball.events import to_document
from rules_engine.baseball.prompts import Over


@contextmanager
def acting(
    game: TableGame,
    kind: TableEvent.Kind,
    *,
    team: int | None = None,
    number: int | None = None,
    content: Mapping[str, Any] | None = None,
    changes_rows: bool = True,
) -> Iterator[PlayTable]:
    """Yield the table to a block that changes it, then store the action.

    Args:
        number: The newest action that the page showed. Raise Stale if there is a newer one. With None, skip this check.
        changes_rows: Whether the block changes the rows of the game or its seats, so that pages must reload them.
    """
    with transaction.atomic():
        table = open_table_of(lock_seats(game.pk))
        if number is not None and number != table.number:
            keep_table(table)
            raise Stale(MoveRefusal.STALE, field="number")
        log_before = table.talk.game.log.number if table.talk is not None else 0
        if team is not None:
            mark_present([table.seats[team]], is_moving=True)
        _charge_turn(table)
        yield table
        _store(table, kind, team, content or {}, log_before)

        def publish() -> None:  # a function, not a partial, because Django logs the callback's name if it fails
            publish_table(with_current_rows(table) if changes_rows else table)

        transaction.on_commit(publish, robust=True)
    keep_table(table)


def _charge_turn(table: PlayTable) -> None:
    """Add the time since the newest action to the seat that had the turn."""
    now = timezone.now()
    table.seconds_used = seconds_used_at(table, now)
    table.changed_at = now  # so that reading the clock within the action doesn't count this time twice


def _store(
    table: PlayTable, kind: TableEvent.Kind, team: int | None, content: Mapping[str, Any], log_before: int
) -> None:
    event = TableEvent(game=table.game, number=table.number + 1, kind=kind, team=team, content=dict(content))
    if table.talk is not None:
        prompt = table.talk.next()
        event.log = [to_document(entry) for entry in table.talk.game.log.events[log_before:]]
        event.readings = read_new_plays(table, log_before)
        event.rolls = [list(roll) for roll in new_rolls(table)]
        event.position = {
            "play": table.talk.to_document(),
            "undo": asdict(table.undo) if table.undo is not None else None,
            "entered": asdict(table.entered) if table.entered is not None else None,
            "time_called_by": table.time_called_by,
            "signed": list(table.signed),
            "seconds_used": list(table.seconds_used),
            "orders": [orders._asdict() for orders in table.talk.orders],
            "suspension_by": table.suspension_by,
            "challenge_by": table.challenge_by,
            "rulings": [asdict(ruling) for ruling in table.rulings],
            "confirmed_halves": table.confirmed_halves,
        }
        state_before = table.game.state
        if isinstance(prompt, Over) and state_before == TableGame.State.PLAYING:
            _end(table.game, prompt)
        if kind == TableEvent.Kind.READY or table.game.state != state_before:
            transaction.on_commit(partial(enqueue_report, table.game.pk))
        table.turn = next_turn(table, event.number)
        event.position["turn"] = asdict(table.turn) if table.turn is not None else None
    event.save()
    table.number, table.changed_at = event.number, event.at


def _end(game: TableGame, prompt: Over) -> None:
    if prompt.ending == "suspended":
        game.state = TableGame.State.SUSPENDED
    else:
        game.state = TableGame.State.OVER
        game.finished_at = timezone.now()
    game.save(update_fields=["state", "finished_at"])


def check_playing(table: PlayTable) -> None:
    """Raise Refused unless the game is in progress and no question to the director is open."""
    if table.game.state != TableGame.State.PLAYING:
        raise Refused(MoveRefusal.NOT_PLAYING)
    if table.game.waits_for_director:
        raise Refused(MoveRefusal.DIRECTOR_ASKED)
