"""Describe infrastructure failures: disk, directory or database."""

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError

from core.restore_lock import RestoreInProgress


class Fault(NamedTuple):
    status: int
    title: str
    sentence: str
    retry_after: int = 0  # in seconds; 0 if retrying doesn't help until someone fixes the fault
    code: str = ""  # for log lines


DISK_FULL: Final = Fault(
    507,
    "The disk is full",
    "Nothing was saved, and earlier data is safe. Free up some disk space, then try again.",
    code="DISK_FULL",
)
READ_ONLY: Final = Fault(
    503,
    "The data folder is read-only",
    "Nothing was saved. Make the data folder and its disk writable, then try again.",
    code="READ_ONLY",
)
LOCKED: Final = Fault(
    503,
    "Another program is using the database",
    "Nothing was saved. Try again in a few seconds.",
    retry_after=5,
    code="LOCKED",
)
DATABASE_GONE: Final = Fault(
    503,
    "The database isn't responding",
    "Nothing was saved. Pennant will reconnect on its own. Try again in a few seconds.",
    retry_after=5,
    code="DATABASE_GONE",
)

RESTORING: Final = Fault(
    503,
    "A backup is being restored",
    "Nothing was saved. Reload the page in a few seconds to see the restored data.",
    retry_after=10,
    code="RESTORING",
)

_OS_FAULTS: Final = {errno.ENOSPC: DISK_FULL, errno.EDQUOT: DISK_FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}
_SQLITE_FAULTS: Final = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
}
# PostgreSQL SQLSTATE codes and prefixes
_DISK_FULL = "53100"
_LOCK_NOT_GIVEN = "55P03"
_DEADLOCK = "40"
_CONNECTION_LOST = ("08", "53", "57P")


def infrastructure_fault(exception: BaseException | None) -> Fault | None:
    """Return the infrastructure fault that caused an exception, or None if the program itself failed."""
    if isinstance(exception, RestoreInProgress):
        return RESTORING
    for cause in _cause_chain(exception):
        if isinstance(cause, sqlite3.Error):
            # the low byte is the primary code, the higher bytes refine it
            return _SQLITE_FAULTS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if isinstance(cause, OSError) and cause.errno in _OS_FAULTS:
            return _OS_FAULTS[cause.errno]
        if state := getattr(cause, "sqlstate", None):
            return _postgresql_fault(str(state))
    # broken connections have no code
    return DATABASE_GONE if isinstance(exception, (OperationalError, InterfaceError)) else None


def _cause_chain(exception: BaseException | None) -> Iterator[BaseException]:
    while exception is not None:
        yield exception
        exception = exception.__cause__ if isinstance(exception, DatabaseError) else None


def _postgresql_fault(state: str) -> Fault | None:
    if state == _DISK_FULL:
        return DISK_FULL
    if state == _LOCK_NOT_GIVEN or state.startswith(_DEADLOCK):
        return LOCKED
    return DATABASE_GONE if state.startswith(_CONNECTION_LOST) else None


def connection_problem(error: BaseException, database: Mapping[str, Any]) -> str:
    """Return the problem with the database settings, based on the first connection's error.

    Args:
        database: Django's database settings.
    """
    if any(isinstance(cause, sqlite3.Error) for cause in _cause_chain(error)):
        return _sqlite_problem(error, Path(database["NAME"]))
    server = f"{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}"
    message = str(error)
    if f'database "{database["NAME"]}" does not exist' in message:
        return f"The database “{database['NAME']}” doesn't exist on {server}. Create it, or correct DATABASE_URL."
    if "authentication failed" in message or f'role "{database["USER"]}" does not exist' in message:
        return f"{server} doesn't accept user “{database['USER']}” with this password. Correct DATABASE_URL."
    if "permission denied" in message:
        return f"User “{database['USER']}” can't change the database “{database['NAME']}”. Make the user its owner."
    return f"No PostgreSQL server is responding at {server}. Start it, or correct DATABASE_URL."


def _sqlite_problem(error: BaseException, file: Path) -> str:
    if file.is_dir():
        return f"{file} is a folder, not a database. Correct DATABASE_URL."
    if not file.parent.is_dir():
        return f"The folder {file.parent} doesn't exist. Create it, or correct DATABASE_URL."
    fault = infrastructure_fault(error)
    if fault is not None:
        return f"{fault.title} ({file}). {fault.sentence}"
    return f"The database {file} is damaged. Restore a backup with `pennant restore`."
