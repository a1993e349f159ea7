"""A reader sees one state of the database, and writes nothing."""

import threading

import pytest
from django.db import DatabaseError, connection, connections
from django.http import HttpResponse
from django.test import RequestFactory

from core.read_snapshot import ReadSnapshotMiddleware, read_snapshot
from tests.factories import TournamentFactory
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def add_tournament_elsewhere():
    def add():
        TournamentFactory()
        connections.close_all()

    other = threading.Thread(target=add)
    other.start()
    other.join(60)


def test_what_another_connection_writes_is_seen_after_the_snapshot_and_not_in_it():
    with read_snapshot():
        before = Tournament.objects.count()
        add_tournament_elsewhere()
        assert Tournament.objects.count() == before
    assert Tournament.objects.count() == before + 1


def test_a_write_in_a_snapshot_is_refused_and_the_next_one_outside_is_not():
    with pytest.raises(DatabaseError), read_snapshot():
        TournamentFactory()
    TournamentFactory()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_a_request_that_only_reads_cannot_write(method):
    def view(request):
        TournamentFactory()
        return HttpResponse()

    with pytest.raises(DatabaseError):
        ReadSnapshotMiddleware(view)(getattr(RequestFactory(), method)("/"))
    assert ReadSnapshotMiddleware(view)(RequestFactory().post("/")).status_code == 200
    assert Tournament.objects.count() == 1


def test_the_usual_transactions_take_the_write_lock_again_after_a_snapshot():
    with read_snapshot():
        Tournament.objects.count()
    if connection.vendor == "sqlite":
        assert connection.transaction_mode == "IMMEDIATE"
    else:
        assert (connection.connection.isolation_level, connection.connection.read_only) == (None, None)
