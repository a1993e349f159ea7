"""Prevent writes during a restore on PostgreSQL. On SQLite, the database's write lock does that.

A restore replaces every row. A form submitted during the restore would wait for rows that no longer exist, and fail.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import Error, connection

_LOCK_NUMBER: Final = 7_368_111  # the number of an advisory lock, which is specific to a database
_MAX_WAIT: Final = "20s"


class RestoreInProgress(Exception):
    """The database is read-only while a backup is being restored."""


@contextmanager
def hold_off_restores() -> Iterator[None]:
    """Make a restore wait until the block has finished writing.

    Raises:
        RestoreInProgress: A restore is running or is waiting for other requests to finish.
    """
    if connection.vendor != "postgresql":
        yield
        return
    if not _lock_function("pg_try_advisory_lock_shared"):
        raise RestoreInProgress
    try:
        yield
    finally:
        _unlock("pg_advisory_unlock_shared")


@contextmanager
def hold_off_writers() -> Iterator[None]:
    """Wait for running requests to write, and reject new writes until the block exits. Reads are still possible."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [_MAX_WAIT])
    try:
        _lock_function("pg_advisory_lock")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        _unlock("pg_advisory_unlock")


def _unlock(function: str) -> None:
    """Release a lock. Closing the connection also releases it."""
    try:
        _lock_function(function)
    except Error:
        connection.close()


def _lock_function(name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {name}(%s)", [_LOCK_NUMBER])
        row = cursor.fetchone()
    return bool(row and row[0])
