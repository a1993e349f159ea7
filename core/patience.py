"""How long a reader waits for a database that somebody else holds: a page that only looks is not kept by who writes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

from core.faults import LOCKED, fault_of

_USUAL = 20_000  # milliseconds, as config/settings.py has it


@contextmanager
def at_most_a_second() -> Iterator[None]:
    """What is done inside is left undone where the database is held for longer; whoever looks next does it."""
    if connection.vendor == "sqlite":
        with _locked_is_no_fault():
            _wait(1_000)
            try:
                yield
            finally:
                _wait(_USUAL)
    else:
        with _locked_is_no_fault(), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
            yield


def _wait(milliseconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")


@contextmanager
def _locked_is_no_fault() -> Iterator[None]:
    try:
        yield
    except OperationalError as fault:
        if fault_of(fault) is not LOCKED:
            raise
