"""Provide an extra table column, for tests that check that every view shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from core.tables import Column, TableDefinition


@contextmanager
def added(table: TableDefinition[Any], column: Column[Any]) -> Iterator[None]:
    columns = table.columns
    _set(table, (*columns, column))
    try:
        yield
    finally:
        _set(table, columns)


def _set(table: TableDefinition[Any], columns: tuple[Column[Any], ...]) -> None:
    object.__setattr__(table, "columns", columns)
    table.__dict__.pop("_by_place", None)
