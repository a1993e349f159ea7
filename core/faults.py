"""What failed below the program - disk, folder, database - in a sentence for whoever waits for an answer."""

import errno
import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError


class Fault(NamedTuple):
    status: int
    title: str
    sentence: str
    retry_after: int = 0  # seconds; 0: only when somebody has done something about it


FULL: Final = Fault(
    507,
    "The disk is full",
    "Nothing was saved, and nothing that was saved is lost. Make room on the disk, then try again.",
)
READ_ONLY: Final = Fault(
    503,
    "The data cannot be written",
    "Nothing was saved. The folder of the data, or its disk, is read-only: see to that, then try again.",
)
LOCKED: Final = Fault(
    503, "The database is held by another program", "Nothing was saved. Try again in a few seconds.", retry_after=5
)
GONE: Final = Fault(
    503,
    "The database does not answer",
    "Nothing was saved. It is used again by itself as soon as it is back; try again in a few seconds.",
    retry_after=5,
)

_OF_THE_SYSTEM: Final = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}
_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
}
_DISK_FULL, _CANNOT_CONNECT, _ENDED, _LOCK_NOT_GIVEN = "53100", ("08", "53"), "57P", "55P03"


def fault_of(exception: BaseException | None) -> Fault | None:
    """None where the fault is the program's own."""
    for cause in _chain(exception):
        if isinstance(cause, sqlite3.Error):
            # the lower byte is the kind, what lies above says more about it
            return _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if isinstance(cause, OSError) and cause.errno in _OF_THE_SYSTEM:
            return _OF_THE_SYSTEM[cause.errno]
        if state := getattr(cause, "sqlstate", None):
            return _of_postgresql(str(state))
    # a connection that broke has no code: PostgreSQL could not say anything any more
    return GONE if isinstance(exception, (OperationalError, InterfaceError)) else None


def _chain(exception: BaseException | None) -> Iterator[BaseException]:
    while exception is not None:
        yield exception
        exception = exception.__cause__ if isinstance(exception, DatabaseError) else None


def _of_postgresql(state: str) -> Fault | None:
    if state in (_DISK_FULL, _LOCK_NOT_GIVEN):
        return FULL if state == _DISK_FULL else LOCKED
    return GONE if state.startswith((*_CANNOT_CONNECT, _ENDED)) else None
