"""Compile the SQL of small queries once, because for every move or heartbeat that takes longer than running them."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import connections
from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)


class _Column(NamedTuple):
    """A column whose values are converted for Python: its position in the row, and Django's converters."""

    position: int
    converters: Sequence[Callable[..., Any]]
    expression: Any


class _ModelColumns(NamedTuple):
    """The columns of one model in a row. `add_to` gives a related object to the object whose row it is."""

    model: type[Model]
    positions: list[int]
    fields: list[str]
    add_to: Callable[[Model, Model], None] | None = None


class _CompiledQuery(NamedTuple):
    database: str
    sql: str
    converted_columns: list[_Column]
    own: _ModelColumns
    related: list[_ModelColumns]


class PreparedQuery(Generic[_Row]):
    """A query that differs only in its parameters.

    Args:
        make: Returns the query for example parameters. Every parameter of its SQL is given to `rows` again, in order.
            `select_related` may name required relations of the model itself.
    """

    def __init__(self, make: Callable[[], QuerySet[_Row]]) -> None:
        self._make = make
        self._compiled: _CompiledQuery | None = None

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
        return [cast(_Row, _object(query, row)) for row in rows]


def _object(query: _CompiledQuery, row: Sequence[Any]) -> Model:
    instance = _from_columns(query, query.own, row)
    for columns in query.related:
        if columns.add_to is not None:
            columns.add_to(instance, _from_columns(query, columns, row))
    return instance


def _from_columns(query: _CompiledQuery, columns: _ModelColumns, row: Sequence[Any]) -> Model:
    values = [row[position] for position in columns.positions]
    return columns.model.from_db(query.database, columns.fields, values)


def _compile(query: QuerySet[_Row]) -> _CompiledQuery:
    compiler = query.query.get_compiler(query.db)
    sql, _ = compiler.as_sql()
    expressions = [expression for expression, _, _ in compiler.select]
    attributes = [expression.target.attname for expression in expressions]

    def columns_of(info: dict[str, Any]) -> _ModelColumns:
        positions = info["select_fields"]
        fields = [attributes[position] for position in positions]
        return _ModelColumns(info["model"], positions, fields, info.get("local_setter"))

    own = compiler.klass_info
    converters = compiler.get_converters(expressions)
    converted = [_Column(position, *converting) for position, converting in converters.items()]
    related = [columns_of(info) for info in own.get("related_klass_infos", ())]
    return _CompiledQuery(query.db, sql, converted, columns_of(own), related)
