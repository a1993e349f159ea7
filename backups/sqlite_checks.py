"""Check untrusted SQLite files before using any of their data.

A file can contain only tables and indexes, because a view or trigger could run its own statements. Row ids must be
small enough to leave room for later rows.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

MAX_ROW_NUMBER: Final = 10**15
MAX_SECONDS: Final = 10.0
_ALLOWED_TYPES: Final = ("table", "index")
_INSTRUCTIONS_PER_LOOK: Final = 10_000


class DamagedDatabase(Exception):
    """The file isn't a database that Pennant wrote. The message explains why."""


def check_database(path: Path, seconds: float = MAX_SECONDS) -> None:
    """Raise DamagedDatabase unless the file has plain tables with usable row ids.

    Args:
        seconds: The time limit for the check. A hostile file could otherwise take forever.
    """
    try:
        with _opened_readonly(path, seconds) as database:
            _check_schema(database)
            _check_numbers(database)
    except sqlite3.Error as error:
        reason = "reading it takes too long" if "interrupted" in str(error) else str(error)
        raise DamagedDatabase(reason) from error


@contextmanager
def _opened_readonly(path: Path, seconds: float) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        deadline = time.monotonic() + seconds
        database.set_progress_handler(lambda: time.monotonic() > deadline, _INSTRUCTIONS_PER_LOOK)
        database.execute("PRAGMA trusted_schema = OFF")
        yield database


def _check_schema(database: sqlite3.Connection) -> None:
    for kind, entry, statement in database.execute("SELECT type, name, sql FROM sqlite_master"):
        if kind not in _ALLOWED_TYPES:
            raise DamagedDatabase(f"it contains a {kind} ({str(entry)[:60]})")
        if kind == "table" and str(statement).upper().lstrip().startswith("CREATE VIRTUAL"):
            raise DamagedDatabase(f"{str(entry)[:60]} is a virtual table")
    for table in _tables(database):
        columns = database.execute(f"PRAGMA table_xinfo({_quoted(table)})").fetchall()
        if any(column[-1] for column in columns):  # hidden or generated columns
            raise DamagedDatabase(f"{table[:60]} has computed columns")


def _check_numbers(database: sqlite3.Connection) -> None:
    for table in _tables(database):
        columns = database.execute(f"PRAGMA table_info({_quoted(table)})").fetchall()
        keys = [column[1] for column in columns if column[5]]
        if keys != ["id"]:
            continue
        lowest, highest = database.execute(f"SELECT MIN(id), MAX(id) FROM {_quoted(table)}").fetchone()
        if not (is_row_number(lowest) and is_row_number(highest)):
            raise DamagedDatabase(f"{table} has a row with the number {highest}")
    for sequence, number in _sequences(database):
        if number != 0 and not is_row_number(number):
            raise DamagedDatabase(f"the last number of {str(sequence)[:60]} is {str(number)[:30]}")


def is_row_number(number: object) -> bool:
    return number is None or (isinstance(number, int) and 1 <= number <= MAX_ROW_NUMBER)


def _sequences(database: sqlite3.Connection) -> list[tuple[object, object]]:
    if "sqlite_sequence" not in _tables(database, internal=True):
        return []
    return database.execute("SELECT name, seq FROM sqlite_sequence").fetchall()


def _tables(database: sqlite3.Connection, *, internal: bool = False) -> list[str]:
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in names if internal or not name.startswith("sqlite_")]


def _quoted(table: str) -> str:
    doubled = table.replace('"', '""')
    return f'"{doubled}"'
