"""Provide fixtures for every test: clean caches, and browsers signed in by role."""

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings as django_settings
from django.core.cache import caches
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.test import Client
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from core import cached_reads, static_build
from tests.browser.installation import migrated_on
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.plugin_packages import forget_plugins
from tournaments.access.attempts import failures_in_memory
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Team, Tournament

# a slow example on a busy machine isn't a failure
os.environ.setdefault("ANNOUNCE_NAME", "false")  # programs started by tests send nothing to the local network
settings.register_profile("pennant", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pennant")


_BEGUN_FIRST = (
    "tests/browser",
    "tests/launcher",
    "tests/drafts/test_draft_in_browser.py",
    "tests/drafts/test_draft_worker.py",
    "tests/seasons",
    "tests/weekend/test_api_fuzz.py",
    "tests/weekend/test_drills.py",
    "tests/weekend/test_hosted_drills.py",
    "tests/weekend/test_killed_game.py",
    "tests/weekend/test_league_weekend.py",
    "tests/weekend/test_many_and_slow_lines.py",
    "tests/weekend/test_moving.py",
    "tests/weekend/test_outages.py",
    "tests/weekend/test_own_charts.py",
    "tests/weekend/test_play_rest.py",
    "tests/weekend/test_print_pack_workers.py",
    "tests/weekend/test_reconnects.py",
)


def pytest_configure() -> None:
    """Build the static files, and let WhiteNoise look up only the files that a test requests."""
    static_build.build(minify=True)
    django_settings.WHITENOISE_AUTOREFRESH = True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow files first, so that no core waits for the last of them. The other files keep their order."""
    items.sort(key=lambda item: not item.nodeid.startswith(_BEGUN_FIRST))


def pytest_collection_finish() -> None:
    """Freeze the collected objects, because scanning them for garbage costs a tenth of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Copy a worker's PostgreSQL database from a template that was migrated once for the run."""
    if connection.vendor == "postgresql":
        server = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated_on(server)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Close other connections before the test database is dropped, because a killed worker's may still be open."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            _send_others_away(cursor)


def _send_others_away(cursor: CursorWrapper) -> None:
    sessions = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        cursor.execute(f"SELECT pg_terminate_backend(pid) {sessions}")
        if not cursor.fetchall():
            return
        time.sleep(0.1)


Made = TypeVar("Made")
Keep = Callable[[Callable[[], Made]], AbstractContextManager[Made]]


@pytest.fixture(scope="module")
def shared_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Keep:
    """Create expensive rows once for all tests in a file, and restore them after each test.

    Tests may change these rows in the database. They share the Python objects, so a file returns copies if its tests
    change them. Tests that commit their transactions can't use this fixture.
    """

    @contextmanager
    def shared(make: Callable[[], Made]) -> Iterator[Made]:
        outer_transaction = transaction.atomic()
        with django_db_blocker.unblock():
            outer_transaction.__enter__()
            made = make()
        yield made
        with django_db_blocker.unblock():
            transaction.set_rollback(True)
            outer_transaction.__exit__(None, None, None)

    return shared


@pytest.fixture(autouse=True)
def _clean_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    _clear_caches()
    failures_in_memory.clear()
    monkeypatch.setattr(
        cached_reads, "_readings", cached_reads.SingleBuildCache(100)
    )  # log numbers restart in each test
    yield
    _clear_caches()


def _clear_caches() -> None:
    for cache in caches.all():
        cache.clear()


def signed_in(access: Access) -> Client:
    """Return a browser that signed in with this invitation link but hasn't opened the page it leads to."""
    client = Client()
    assert client.post(f"/join/{link_token(access)}/").status_code == 302
    return client


@pytest.fixture
def director_of() -> Callable[[Tournament], Client]:
    return lambda tournament: signed_in(AccessFactory(tournament=tournament))


@pytest.fixture
def assistant_of() -> Callable[[Tournament], Client]:
    return lambda tournament: signed_in(AccessFactory(tournament=tournament, role=Role.ASSISTANT, label="Assistant"))


@pytest.fixture
def manager_of() -> Callable[[Team], Client]:
    return lambda team: signed_in(ManagerAccessFactory(team=team))


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER, label="Organiser"))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a directory of installed packages where this process looks for plugins."""
    loaded = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    forget_plugins()
    yield tmp_path
    forget_plugins()
    for name in set(sys.modules) - loaded:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
