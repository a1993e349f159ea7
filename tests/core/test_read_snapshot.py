"""Test that a read snapshot sees a single database state and can't write."""

import threading

import pytest
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.http import HttpResponse
from django.test import RequestFactory

from core.read_snapshot import ReadSnapshotMiddleware, read_snapshot, rehearses_changes
from tests.factories import TournamentFactory
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def add_tournament_elsewhere():
    def add():
        TournamentFactory()
        connections.close_all()

    writer = threading.Thread(target=add)
    writer.start()
    writer.join(60)


def respond(view, request):
    def get_response(request):
        return middleware.process_view(request, view, (), {}) or view(request)

    middleware = ReadSnapshotMiddleware(get_response)
    return middleware(request)


def test_snapshot_hides_concurrent_writes():
    with read_snapshot():
        before = Tournament.objects.count()
        add_tournament_elsewhere()
        assert Tournament.objects.count() == before
    assert Tournament.objects.count() == before + 1


def test_write_in_a_snapshot_fails_and_later_writes_succeed():
    with pytest.raises(DatabaseError), read_snapshot():
        TournamentFactory()
    TournamentFactory()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_read_only_request_cannot_write(method):
    def view(request):
        TournamentFactory()
        return HttpResponse()

    with pytest.raises(DatabaseError):
        respond(view, getattr(RequestFactory(), method)("/"))
    assert respond(view, RequestFactory().post("/")).status_code == 200
    assert Tournament.objects.count() == 1


def test_preview_view_can_write_and_roll_back():
    @rehearses_changes
    def preview(request):
        with transaction.atomic():
            TournamentFactory()
            count = Tournament.objects.count()
            transaction.set_rollback(True)
        return HttpResponse(count)

    assert respond(preview, RequestFactory().get("/")).content == b"1"
    assert Tournament.objects.count() == 0


def test_transactions_use_the_write_lock_again_after_a_snapshot():
    with read_snapshot():
        Tournament.objects.count()
    if connection.vendor == "sqlite":
        assert connection.transaction_mode == "IMMEDIATE"
    else:
        assert (connection.connection.isolation_level, connection.connection.read_only) == (None, None)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a connection to a server can be lost")
@pytest.mark.parametrize(("losses", "is_answered"), [(0, True), (1, True), (2, False)])
def test_read_is_retried_once_after_a_lost_connection(losses, is_answered):
    TournamentFactory()
    calls = []

    def view(request):
        calls.append(request)
        if len(calls) <= losses:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return HttpResponse(str(Tournament.objects.count()))

    if is_answered:
        assert respond(view, RequestFactory().get("/")).content == b"1"
    else:
        with pytest.raises(OperationalError):
            respond(view, RequestFactory().get("/"))
    assert len(calls) == min(losses + 1, 2)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a connection to a server can be lost")
def test_post_is_not_retried():
    calls = []

    def view(request):
        calls.append(request)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return HttpResponse()

    with pytest.raises(OperationalError):
        respond(view, RequestFactory().post("/"))
    assert len(calls) == 1
