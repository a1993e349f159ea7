"""Test a full disk, a read-only directory, and a locked or missing database: one message, and nothing saved."""

import sqlite3
from contextlib import closing, suppress

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client

from core.faults import DATABASE_GONE, DISK_FULL, LOCKED, READ_ONLY, infrastructure_fault
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.models import Action, Team

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3", reason="these faults are a laptop's"
)


@pytest.fixture
def client():
    tournament = TournamentFactory()
    director = AccessFactory(tournament=tournament, role="director", team=None)
    browser = signed_in(director)
    browser.raise_request_exception = False
    by_token = Client(headers={"authorization": f"Bearer {link_token(director)}"}, raise_request_exception=False)
    return tournament, browser, by_token


def both_say(client, fault) -> None:
    """Check the page's and the API's responses to entering a team."""
    tournament, browser, by_token = client
    page = browser.post(f"/t/{tournament.slug}/people/add/", {"team": "Sharks", "manager": "Ann"})
    assert page.status_code == fault.status
    assert f"<h1>{fault.title}</h1>" in page.content.decode()
    assert page.headers.get("Retry-After", "0") == str(fault.retry_after)
    answer = by_token.post(
        f"/api/v1/tournaments/{tournament.slug}/teams/",
        {"name": "Sharks", "managers": [{"name": "Ann"}]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["detail"]) == (fault.status, f"{fault.title}. {fault.sentence}")


def run(*sentences: str) -> None:
    with connection.cursor() as cursor:
        for sentence in sentences:
            cursor.execute(sentence)


@on_sqlite
def test_full_disk_is_reported_until_there_is_room(client) -> None:
    run("PRAGMA max_page_count = 1")  # SQLite can't grow, and has no free page
    try:
        fill_what_is_free(client)
        both_say(client, DISK_FULL)
        assert not Team.objects.filter(name="Sharks").exists()
    finally:
        run("PRAGMA max_page_count = 4294967294")
    assert client[1].get(f"/t/{client[0].slug}/people/").status_code == 200


def fill_what_is_free(client) -> None:
    """Fill the database until no row fits: first its free pages, then the space for teams in used ones."""
    tournament, browser, _ = client
    for letters in (400, 40, 0):
        with suppress(OperationalError):
            while True:
                Action.objects.create(tournament=tournament, actor="x", verb="x", sentence="x" * letters)
    for number in range(1_000):
        page = browser.post(
            f"/t/{tournament.slug}/people/add/", {"team": f"Filler {number}", "manager": f"Al {number}"}
        )
        if page.status_code == DISK_FULL.status:
            return


@on_sqlite
def test_read_only_database_is_reported(client) -> None:
    run("PRAGMA query_only = 1")
    try:
        both_say(client, READ_ONLY)
    finally:
        run("PRAGMA query_only = 0")


@on_sqlite
def test_locked_database_is_reported_with_a_retry_time(client) -> None:
    run("PRAGMA busy_timeout = 100")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as second_connection:
        second_connection.execute("BEGIN IMMEDIATE")
        both_say(client, LOCKED)
        second_connection.execute("ROLLBACK")
    run("PRAGMA busy_timeout = 20000")
    assert client[1].get(f"/t/{client[0].slug}/people/").status_code == 200


def test_infrastructure_faults_are_distinguished_from_bugs() -> None:
    assert infrastructure_fault(ZeroDivisionError()) is None
    assert infrastructure_fault(OperationalError("server closed the connection unexpectedly")) == DATABASE_GONE
    assert infrastructure_fault(OSError(28, "No space left on device")) == DISK_FULL


@on_sqlite
def test_prepare_command_reports_a_read_only_database(client) -> None:
    run("PRAGMA query_only = 1")
    try:
        with pytest.raises(CommandError, match=r"The data folder is read-only \(.*\)\. Nothing was saved"):
            call_command("prepare")
    finally:
        run("PRAGMA query_only = 0")
