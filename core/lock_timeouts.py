"""How long a reader waits for a database that somebody else holds: a page that only looks is not kept by who writes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

from core.faults import LOCKED, infrastructure_fault

_DEFAULT_TIMEOUT_MS = 20_000  # milliseconds, as config/settings.py has it


@contextmanager
def wait_at_most_a_second() -> Iterator[None]:
    """What is done inside is left undone where the database is held for longer; whoever looks next does it."""
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
    except OperationalError as fault:
        if infrastructure_fault(fault) is not LOCKED:
            raise
