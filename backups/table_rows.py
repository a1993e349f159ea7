"""Copy all rows unchanged from one database to another, including between SQLite and PostgreSQL."""

import copy
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.db.utils import load_backend

_BATCH_SIZE = 500
# Rebuilt by every migration, and none of our tables refer to them.
_DJANGO_TABLES = {"contenttypes", "sessions"}

Models = list[type[Model]]


@contextmanager
def sqlite_file(path: Path) -> Iterator[str]:
    """Open a second SQLite database and yield its alias."""
    alias = f"kept-{uuid4()}"
    facts = copy.deepcopy(connections.settings["default"])
    facts |= {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": {}, "CONN_HEALTH_CHECKS": False}
    connections[alias] = load_backend(facts["ENGINE"]).DatabaseWrapper(facts, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def migration_state(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """Return each app's last applied migration."""
    loader = MigrationLoader(connection)
    applied = {key for key in loader.applied_migrations if key in loader.graph.nodes}
    followed = {parent for key in applied for parent in loader.graph.node_map[key].parents if parent.key[0] == key[0]}
    return sorted((node[0], node[1]) for node in applied - {node.key for node in followed})


def database_identity(connection: BaseDatabaseWrapper) -> str:
    """Return a value that identifies this database: the time of its first migration, in microseconds."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return ""
    first = recorder.migration_qs.order_by("pk").values_list("applied", flat=True).first()
    return first.isoformat() if first else ""


def models_at(connection: BaseDatabaseWrapper, state: Iterable[tuple[str, str]]) -> Models:
    """Return the models at a migration state, which may be older than the code."""
    project = MigrationLoader(connection).project_state(list(state))
    return concrete_models(project.apps)


def concrete_models(apps: Apps) -> Models:
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and model._meta.app_label not in _DJANGO_TABLES]


def copy_rows(models: Models, source: str, target: str) -> int:
    """Copy all rows into empty tables in one transaction. Return the number of rows."""
    copied = 0
    with transaction.atomic(using=target):
        for model in models:
            rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=_BATCH_SIZE)
            copied += insert_rows(model, rows, target)
        _reset_sequences(models, target)
    return copied


def read_rows(model: type[Model], alias: str) -> Generator[Model, None, None]:
    """Yield a table's rows by primary key. Close the generator before the database is closed."""
    yield from model._base_manager.using(alias).order_by("pk").iterator(chunk_size=_BATCH_SIZE)


def insert_rows(model: type[Model], rows: Iterable[Model], target: str) -> int:
    """Insert rows with their own primary keys. Return the number of rows."""
    fields, copied = list(model._meta.concrete_fields), 0
    for piece in _batches(rows):
        # raw preserves the values of auto_now fields
        model._base_manager._insert(piece, fields=fields, using=target, raw=True)  # type: ignore[attr-defined]
        copied += len(piece)
    return copied


def empty_tables(models: Models, alias: str) -> None:
    """Delete all rows, inside a transaction. Foreign keys are checked at its end."""
    with connections[alias].cursor() as cursor:
        if connections[alias].vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for model in models:
            cursor.execute(f"DELETE FROM {connections[alias].ops.quote_name(model._meta.db_table)}")


def highest_number(model: type[Model], alias: str) -> int:
    quoted = connections[alias].ops.quote_name
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SELECT MAX({quoted(str(model._meta.pk.column))}) FROM {quoted(model._meta.db_table)}")
        (number,) = cursor.fetchone()
    return int(number or 0)


def last_number(model: type[Model], alias: str) -> int:
    """Return the highest id that a row in this table has ever had."""
    table = model._meta.db_table
    with connections[alias].cursor() as cursor:
        if connections[alias].vendor == "postgresql":
            place = [table, model._meta.pk.column]
            cursor.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)", place)
        else:
            cursor.execute("SELECT MAX(seq) FROM sqlite_sequence WHERE name = %s", [table])
        (number,) = cursor.fetchone()
    return max(int(number or 0), highest_number(model, alias))


def reset_sequence(model: type[Model], number: int, alias: str) -> None:
    """Make the next row's id higher than `number` and all earlier ids."""
    table, number = model._meta.db_table, max(number, last_number(model, alias))
    if not number:
        return
    with connections[alias].cursor() as cursor:
        if connections[alias].vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, model._meta.pk.column, number])
            return
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [number, table])
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])


def _batches(rows: Iterable[Model]) -> Iterator[list[Model]]:
    piece: list[Model] = []
    for row in rows:
        piece.append(row)
        if len(piece) == _BATCH_SIZE:
            yield piece
            piece = []
    if piece:
        yield piece


def _reset_sequences(models: Models, alias: str) -> None:
    """Make new ids start after the last one. SQLite does this by itself."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for sentence in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sentence)
