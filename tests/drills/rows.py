"""Compare and restore every row of the database."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, transaction

Row = tuple[Any, ...]
_LEFT_OUT = {"django_migrations", "django_content_type"}


class Table(NamedTuple):
    """A table and its columns. Each table's first column is its key."""

    name: str
    columns: Sequence[str]


class Rows:
    """All rows at a single moment, by table and key."""

    def __init__(self, rows_by_table: Mapping[Table, Mapping[Any, Row]]) -> None:
        self._rows_by_table = rows_by_table

    @classmethod
    def read(cls) -> "Rows":
        with transaction.atomic(), connection.cursor() as cursor:
            return cls({table: _read_table(cursor, table) for table in table_columns()})

    def __eq__(self, value: object) -> bool:
        return isinstance(value, Rows) and self._rows_by_table == value._rows_by_table

    __hash__ = None  # type: ignore[assignment]

    def restore(self, changed: "Rows") -> None:
        """Restore the rows that differ from `changed`, which has the current rows."""
        with transaction.atomic(), connection.cursor() as cursor:
            _defer_references(cursor)
            for table, rows in self._rows_by_table.items():
                present = changed._rows_by_table[table]
                _delete(cursor, table, [key for key, row in present.items() if rows.get(key) != row])
                _insert(cursor, table, [row for key, row in rows.items() if present.get(key) != row])

    def differences(self, value: "Rows") -> list[str]:
        """Return the tables with differences."""
        tables = self._rows_by_table.items()
        return [table.name for table, rows in tables if value._rows_by_table[table] != rows]


def table_columns() -> list[Table]:
    """Return the tables of all models."""
    problems = []
    for model in apps.get_models(include_auto_created=True):
        options = model._meta
        if options.managed and not options.proxy and options.db_table not in _LEFT_OUT:
            key = options.pk.column
            columns = [field.column for field in options.local_concrete_fields if field.column != key]
            problems.append(Table(options.db_table, (key, *columns)))
    return problems


def _read_table(cursor: Any, table: Table) -> dict[Any, Row]:
    columns = ", ".join(f'"{column}"' for column in table.columns)
    cursor.execute(f'SELECT {columns} FROM "{table.name}"')
    return {row[0]: row for row in cursor.fetchall()}


def _defer_references(cursor: Any) -> None:
    if connection.vendor == "postgresql":
        cursor.execute("SET LOCAL session_replication_role = replica")
    else:
        cursor.execute("PRAGMA defer_foreign_keys = ON")


def _delete(cursor: Any, table: Table, keys: Sequence[Any]) -> None:
    cursor.executemany(f'DELETE FROM "{table.name}" WHERE "{table.columns[0]}" = %s', [(key,) for key in keys])


def _insert(cursor: Any, table: Table, rows: Sequence[Row]) -> None:
    columns = ", ".join(f'"{column}"' for column in table.columns)
    values = ", ".join(["%s"] * len(table.columns))
    cursor.executemany(f'INSERT INTO "{table.name}" ({columns}) VALUES ({values})', rows)
