"""Limit how long writes wait for a locked database."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import OperationalError, connection, transaction

from core.faults import LOCKED, infrastructure_fault

_DEFAULT_TIMEOUT_MS = 20_000  # same as in config/settings.py
_PAUSE_SECONDS: Final = 0.05  # SQLite's waiting connections look for the lock ten times a second


@contextmanager
def wait_at_most_a_second() -> Iterator[None]:
    """Skip the block if the database stays locked for over a second. A later request does the work."""
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
    """Leave SQLite's write lock free for a moment, between two transactions of long work.

    SQLite has no queue for its lock. Work that takes the lock again at once starves the connections that wait for it.
    """
    if connection.vendor == "sqlite":
        time.sleep(_PAUSE_SECONDS)
