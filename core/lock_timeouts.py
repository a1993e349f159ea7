"""Limit the time that writes wait for a locked database."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import OperationalError, connection, transaction

from core.faults import LOCKED, infrastructure_fault

_DEFAULT_TIMEOUT_MS = 20_000  # the same as in config/settings.py
_PAUSE_SECONDS: Final = 0.05  # waiting SQLite connections check the lock ten times per second


@contextmanager
def wait_at_most_a_second() -> Iterator[None]:
    """Skip the block if the database stays locked for more than a second. A later request does the work."""
    if connection.vendor == "sqlite":
        with _ignore_lock_timeout():
            _set_busy_timeout(1_000)
            try:
                yield
            finally:
                _set_busy_timeout(_DEFAULT_TIMEOUT_MS)
    else:
        with _ignore_lock_timeout(), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
            yield


def _set_busy_timeout(milliseconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")


@contextmanager
def _ignore_lock_timeout() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        if infrastructure_fault(error) is not LOCKED:
            raise


def yield_write_lock() -> None:
    """Release SQLite's write lock for a moment between two transactions in a long-running job.

    SQLite has no lock queue. A job that reacquires the lock at once starves the connections waiting for it.
    """
    if connection.vendor == "sqlite":
        time.sleep(_PAUSE_SECONDS)
