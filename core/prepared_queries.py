"""Compile the SQL of small queries once, because for every move or heartbeat that takes longer than running them."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)


class _Column(NamedTuple):
    """A column whose values are converted for Python: its position in the row, and Django's converters."""

    position: int
    converters: Sequence[Callable[..., Any]]
    expression: Any


class _CompiledQuery(NamedTuple, Generic[_Row]):
    model: type[_Row]
    database: str
    sql: str
    fields: list[str]
    converted_columns: list[_Column]


class PreparedQuery(Generic[_Row]):
    """A query that differs only in its parameters.

    Args:
        make: Returns the query for example parameters. Every parameter of its SQL is given to `rows` again, in order.
    """

    def __init__(self, make: Callable[[], QuerySet[_Row]]) -> None:
        self._make = make
        self._compiled: _CompiledQuery[_Row] | None = None

    def rows(self, *parameters: str | int) -> list[_Row]:
        """Return the rows. Fields that the query defers are read when they are used, as usual."""
        if self._compiled is None:
            self._compiled = _compile(self._make())
        query = self._compiled
        connection = connections[query.database]
        with connection.cursor() as cursor:
            cursor.execute(query.sql, parameters)
            rows = [list(row) for row in cursor.fetchall()]
        for row in rows:
            for position, converters, expression in query.converted_columns:
                for convert in converters:
                    row[position] = convert(row[position], expression, connection)
        return [query.model.from_db(query.database, query.fields, row) for row in rows]


def _compile(query: QuerySet[_Row]) -> _CompiledQuery[_Row]:
    compiler = query.query.get_compiler(query.db)
    sql, _ = compiler.as_sql()
    expressions = [expression for expression, _, _ in compiler.select]
    fields = [expression.target.attname for expression in expressions]
    converters = compiler.get_converters(expressions)
    columns = [_Column(position, *converting) for position, converting in converters.items()]
    return _CompiledQuery(query.model, query.db, sql, fields, columns)
