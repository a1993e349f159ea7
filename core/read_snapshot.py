"""One state of the database for everything that a page, an answer or a printout reads.

Several queries that each see the newest state can contradict each other: a pick made in between belongs to the list of
picks, but not to the clock that was read before it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
# Answered even while the database does not answer.
_WITHOUT_DATABASE: Final = "/health/"


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Let every query inside see the same state of the database, and refuse every write.

    Inside another transaction, that transaction's state is shown. Usable as a decorator.
    """
    is_sqlite = connection.vendor == "sqlite"
    if connection.in_atomic_block:
        with _only_queries() if is_sqlite else nullcontext():
            yield
        return
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with _deferred_on_sqlite() if is_sqlite else _repeatable_on_postgresql(), transaction.atomic():
        yield


class ReadSnapshotMiddleware:
    """A GET reads one state of the database and changes nothing in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE_METHODS or request.path.startswith(_WITHOUT_DATABASE):
            return self.get_response(request)
        with read_snapshot():
            return self.get_response(request)


@contextmanager
def _deferred_on_sqlite() -> Iterator[None]:
    """Begin transactions without the write lock: in WAL mode, readers and the writer don't wait for each other."""
    mode: Any = connection
    usual = mode.transaction_mode
    mode.transaction_mode = "DEFERRED"
    try:
        with _only_queries():
            yield
    finally:
        mode.transaction_mode = usual


@contextmanager
def _only_queries() -> Iterator[None]:
    was_on = _pragma("query_only")
    _pragma("query_only = ON")
    try:
        yield
    finally:
        if not was_on and connection.connection is not None:
            _pragma("query_only = OFF")


def _pragma(words: str) -> bool:
    found = connection.connection.execute(f"PRAGMA {words}").fetchone()
    return bool(found and found[0])


@contextmanager
def _repeatable_on_postgresql() -> Iterator[None]:
    from psycopg import IsolationLevel  # noqa: PLC0415 - only installed where PostgreSQL is used

    line = connection.connection
    line.isolation_level, line.read_only = IsolationLevel.REPEATABLE_READ, True
    try:
        yield
    finally:
        if not line.closed:
            line.isolation_level = line.read_only = None
