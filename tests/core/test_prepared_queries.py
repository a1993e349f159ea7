"""Statements that are compiled once store what Django's own would store."""

from datetime import UTC, datetime

import pytest

from core.prepared_queries import PreparedInsert, PreparedUpdate
from play.models import Seat, TableEvent, TableGame

pytestmark = pytest.mark.django_db


def _game() -> TableGame:
    return TableGame.objects.create(system="pine_tar", ruleset="full", created_by="test")


def test_an_inserted_row_has_the_values_of_its_object() -> None:
    game, insert = _game(), PreparedInsert(TableEvent)
    for number in (1, 2):
        position = {"play": ["é", number], "turn": None}
        insert.insert(TableEvent(game=game, number=number, kind=TableEvent.Kind.ROLL, position=position))
    rows = TableEvent.objects.filter(game=game).order_by("number")
    assert [row.position for row in rows] == [{"play": ["é", 1], "turn": None}, {"play": ["é", 2], "turn": None}]
    assert [(row.team, row.kind, row.log, row.content) for row in rows] == [(None, "roll", [], {})] * 2
    assert all(row.at.tzinfo is not None for row in rows)


def test_an_update_sets_the_field_in_its_row_alone() -> None:
    game, update = _game(), PreparedUpdate(Seat, "seen_at")
    away, home = (Seat.objects.create(game=game, team=team) for team in (0, 1))
    moment = datetime(2026, 11, 29, 12, 30, tzinfo=UTC)
    for seen_at in (None, moment):
        update.update(home.pk, seen_at)
        away.refresh_from_db()
        home.refresh_from_db()
        assert (away.seen_at, home.seen_at) == (None, seen_at)
