"""Let all of a request's queries see the same database state.

Otherwise, queries can contradict each other. For example, a pick made between two queries would be in the list of
picks, but not reflected in the clock that was read first.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from typing import Any, Final, TypeVar

from django.db import InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse

from core.faults import DATABASE_GONE, infrastructure_fault
from core.restore_lock import hold_off_restores

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
View = TypeVar("View")
# these pages respond even if the database is down
_HEALTH_CHECKS: Final = "/health/"
# a failover takes only moments; a longer wait would hold up other visitors while the database is down
_RECONNECT_SECONDS: Final = 0.25


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Let every query inside see the same database state, and reject all writes.

    Inside another transaction, queries see that transaction's state. This also works as a decorator.
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


def rehearses_changes(view: View) -> View:
    """Mark a view whose GET makes a change and rolls it back, such as the preview of an undo.

    Such a view needs the write lock, so it can't run in a snapshot that rejects writes.
    """
    view.rehearses_changes = True  # type: ignore[attr-defined]
    return view


class ReadSnapshotMiddleware:
    """Let GET views read a single database state without any changes. Let other views write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as request.writing:  # type: ignore[attr-defined]
            return self.get_response(request)

    def process_view(
        self, request: Any, view: Callable[..., HttpResponse], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if request.method not in SAFE_METHODS or _rehearses_changes(view):
            request.writing.enter_context(hold_off_restores())
            return None
        if request.path.startswith(_HEALTH_CHECKS):
            return None
        return _read(partial(view, request, *args, **kwargs))


def _read(view: Callable[[], HttpResponse]) -> HttpResponse:
    """Respond to a GET. If the database connection is lost, try again once on a new connection."""
    try:
        with read_snapshot():
            return view()
    except (OperationalError, InterfaceError) as error:
        if infrastructure_fault(error) is not DATABASE_GONE:
            raise
    connection.close()
    time.sleep(_RECONNECT_SECONDS)
    with read_snapshot():
        return view()


def _rehearses_changes(view: Any) -> bool:
    # REST framework views have their class as an attribute
    return hasattr(view, "rehearses_changes") or hasattr(getattr(view, "cls", None), "rehearses_changes")


@contextmanager
def _deferred_on_sqlite() -> Iterator[None]:
    """Begin transactions without the write lock, because in WAL mode readers and writers don't block each other."""
    database: Any = connection
    previous_mode = database.transaction_mode
    database.transaction_mode = "DEFERRED"
    try:
        with _only_queries():
            yield
    finally:
        database.transaction_mode = previous_mode


@contextmanager
def _only_queries() -> Iterator[None]:
    was_on = _pragma("query_only")
    _pragma("query_only = ON")
    try:
        yield
    finally:
        if not was_on and connection.connection is not None:
            _pragma("query_only = OFF")


def _pragma(statement: str) -> bool:
    row = connection.connection.execute(f"PRAGMA {statement}").fetchone()
    return bool(row and row[0])


@contextmanager
def _repeatable_on_postgresql() -> Iterator[None]:
    from psycopg import IsolationLevel  # noqa: PLC0415 - only installed where PostgreSQL is used

    session = connection.connection
    session.isolation_level = IsolationLevel.REPEATABLE_READ
    session.read_only = True
    try:
        yield
    finally:
        if not session.closed:
            session.isolation_level = None
            session.read_only = None
