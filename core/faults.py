"""Describe failures below the program: disk, folder, database."""

import errno
import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError


class Fault(NamedTuple):
    status: int
    title: str
    sentence: str
    retry_after: int = 0  # seconds; 0 if trying again doesn't help until someone acts


DISK_FULL: Final = Fault(
    507,
    "The disk is full",
    "Nothing was saved, and earlier data is safe. Free some disk space, then try again.",
)
READ_ONLY: Final = Fault(
    503,
    "The data folder is read-only",
    "Nothing was saved. Make the data folder and its disk writable, then try again.",
)
LOCKED: Final = Fault(
    503, "Another program is using the database", "Nothing was saved. Try again in a few seconds.", retry_after=5
)
DATABASE_GONE: Final = Fault(
    503,
    "The database does not answer",
    "Nothing was saved. Pennant reconnects by itself. Try again in a few seconds.",
    retry_after=5,
)

_OS_FAULTS: Final = {errno.ENOSPC: DISK_FULL, errno.EDQUOT: DISK_FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}
_SQLITE_FAULTS: Final = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
}
# PostgreSQL's SQLSTATE codes and their prefixes
_DISK_FULL = "53100"
_LOCK_NOT_GIVEN = "55P03"
_CONNECTION_LOST = ("08", "53", "57P")


def infrastructure_fault(exception: BaseException | None) -> Fault | None:
    """Return the fault below the program that caused an exception, or None if the program itself failed."""
    for cause in _cause_chain(exception):
        if isinstance(cause, sqlite3.Error):
            # the lower byte is the primary code, the upper ones refine it
            return _SQLITE_FAULTS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if isinstance(cause, OSError) and cause.errno in _OS_FAULTS:
            return _OS_FAULTS[cause.errno]
        if state := getattr(cause, "sqlstate", None):
            return _postgresql_fault(str(state))
    # a broken connection has no code
    return DATABASE_GONE if isinstance(exception, (OperationalError, InterfaceError)) else None


def _cause_chain(exception: BaseException | None) -> Iterator[BaseException]:
    while exception is not None:
        yield exception
        exception = exception.__cause__ if isinstance(exception, DatabaseError) else None


def _postgresql_fault(state: str) -> Fault | None:
    if state == _DISK_FULL:
        return DISK_FULL
    if state == _LOCK_NOT_GIVEN:
        return LOCKED
    return DATABASE_GONE if state.startswith(_CONNECTION_LOST) else None
