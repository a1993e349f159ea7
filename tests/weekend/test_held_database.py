"""Test that readers don't wait while another program locks the database and many requests wait to write."""

import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from urllib.error import HTTPError

import psycopg
import pytest

from tests.browser.installation import Site

pytestmark = [pytest.mark.database]

HELD = 12  # seconds
BUILD = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Draft
from weekend.practice.weekend import PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
over = timezone.now() - timedelta(minutes=5)
Draft.objects.update(state="running", on_expiry="auto_pick", deadline=over, clock_from=None, clock_until=None)
print(weekend.get_absolute_url())
"""


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    site = Site(tmp_path)
    try:
        site.open()
        yield site
    finally:
        site.close()


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Lock the database, so that no tournament row can be written."""
    if site.database_url.startswith("postgres"):
        with psycopg.connect(site.database_url.replace("postgres://", "postgresql://")) as connection:
            connection.execute("SELECT 1 FROM tournaments_tournament FOR UPDATE")
            yield
            connection.rollback()
    else:
        connection = sqlite3.connect(site.folder / "site.sqlite3", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            connection.close()


MARK = "x" * 32
FORM = f"csrfmiddlewaretoken={MARK}".encode()


def seconds_for(address: str) -> float:
    started_at = time.monotonic()
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200
        answer.read()
    return time.monotonic() - started_at


def test_read_only_pages_wait_briefly_for_a_locked_database(site):
    address = site.address + site.shell(BUILD)
    link = site.organizer_link()
    usual = seconds_for(f"{site.address}/")
    with ThreadPoolExecutor(10) as visitors, locked(site):
        until = time.monotonic() + HELD

        def sign_in() -> None:  # which writes, so it waits
            with suppress(HTTPError):
                urllib.request.urlopen(urllib.request.Request(link, FORM, {"Cookie": f"csrftoken={MARK}"}), timeout=60)
            with suppress(HTTPError):
                urllib.request.urlopen(f"{site.address}/sign-in/", data=b"link=no", timeout=60)

        for _ in range(10):
            visitors.submit(sign_in)
        time.sleep(1)
        took = {page: seconds_for(address + page) for page in ("", "draft/", "log/", "standings/", "rosters/")}
        assert max(took.values()) < usual + 4, took
        assert time.monotonic() < until, "the database was not held long enough to tell"
