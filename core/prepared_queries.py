"""Compile the SQL for small queries only once, because building it takes longer than running it."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from django.db import connections
from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)
EXAMPLE_ID: Final = -1  # a placeholder in queries, replaced by the ID for each call
EXAMPLE_OTHER_ID: Final = -2  # a placeholder for a second ID
_MAX_ID: Final = 2**63 - 1  # No row has a larger ID, and SQLite raises OverflowError for one.


class _Column(NamedTuple):
    """A column that needs conversion to Python: its position in the row and Django's converters."""

    position: int
    converters: Sequence[Callable[..., Any]]
    expression: Any


class _ModelColumns(NamedTuple):
    """A model's columns in a row, and its related models' columns. `add_to` sets the relation on the related object."""

    model: type[Model]
    positions: list[int]
    fields: list[str]
    key_position: int  # primary key position; the key is None if the row has no such object
    add_to: Callable[[Model, Model | None], None]
    related: "list[_ModelColumns]"


class _CompiledQuery(NamedTuple):
    database: str
    sql: str
    parameters: Sequence[Any]
    converted_columns: list[_Column]


class PreparedQuery(Generic[_Row]):
    """A query for model objects, compiled once and run with different parameters.

    Args:
        make: A function that returns the query with example parameters. It can use `select_related`.
    """

    def __init__(self, make: Callable[[], QuerySet[_Row]]) -> None:
        self._make = make
        self._compiled: tuple[_CompiledQuery, _ModelColumns] | None = None

    def rows(self, *parameters: str | int) -> list[_Row]:
        """Return the objects for these parameters, which are all of the SQL's parameters in order.

        Deferred fields are loaded on first access, as usual.
        """
        query, columns = self._compile()
        return [cast(_Row, _object(query.database, columns, row)) for row in _fetch(query, parameters)]

    def rows_of(self, number: int, second: int = 0) -> list[_Row]:
        """Return the objects for these IDs, which replace the example IDs."""
        query, columns = self._compile()
        rows = _fetch_by_ids(query, number, second)
        return [cast(_Row, _object(query.database, columns, row)) for row in rows]

    def _compile(self) -> tuple[_CompiledQuery, _ModelColumns]:
        if self._compiled is None:
            self._compiled = _compile_objects(self._make())
        return self._compiled


class PreparedValues:
    """A `values_list` query compiled once and run with different values for `EXAMPLE_ID` and `EXAMPLE_OTHER_ID`."""

    def __init__(self, make: Callable[[], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._make = make
        self._compiled: _CompiledQuery | None = None

    def rows_of(self, number: int, second: int = 0) -> list[tuple[Any, ...]]:
        if self._compiled is None:
            self._compiled = _compile(self._make())[0]
        query = self._compiled
        return [tuple(row) for row in _fetch_by_ids(query, number, second)]


def _fetch_by_ids(query: _CompiledQuery, number: int, second: int) -> list[list[Any]]:
    """Run the query with these IDs in place of the example IDs."""
    if max(number, second) > _MAX_ID:
        return []
    ids = {EXAMPLE_ID: number, EXAMPLE_OTHER_ID: second}
    parameters = [ids.get(value, value) if isinstance(value, int) else value for value in query.parameters]
    return _fetch(query, parameters)


def _fetch(query: _CompiledQuery, parameters: Sequence[Any]) -> list[list[Any]]:
    """Run the query and convert its rows' values."""
    connection = connections[query.database]
    with connection.cursor() as cursor:
        cursor.execute(query.sql, parameters)
        rows = [list(row) for row in cursor.fetchall()]
    for row in rows:
        for position, converters, expression in query.converted_columns:
            for convert in converters:
                row[position] = convert(row[position], expression, connection)
    return rows


def _object(database: str, columns: _ModelColumns, row: Sequence[Any]) -> Model:
    instance = columns.model.from_db(database, columns.fields, [row[position] for position in columns.positions])
    for related in columns.related:
        has_object = row[related.key_position] is not None
        related.add_to(instance, _object(database, related, row) if has_object else None)
    return instance


def _compile(query: QuerySet[Any, Any]) -> tuple[_CompiledQuery, Any]:
    """Return the compiled query and its compiler."""
    compiler = query.query.get_compiler(query.db)
    sql, parameters = compiler.as_sql()
    converters = compiler.get_converters([expression for expression, _, _ in compiler.select])
    converted = [_Column(position, *converting) for position, converting in converters.items()]
    return _CompiledQuery(query.db, sql, parameters, converted), compiler


def _compile_objects(query: QuerySet[Any]) -> tuple[_CompiledQuery, _ModelColumns]:
    compiled, compiler = _compile(query)
    attributes = [expression.target.attname for expression, _, _ in compiler.select]

    def columns_of(info: dict[str, Any]) -> _ModelColumns:
        positions = info["select_fields"]
        fields = [attributes[position] for position in positions]
        key_position = positions[fields.index(info["model"]._meta.pk.attname)]
        related = [columns_of(relation) for relation in info.get("related_klass_infos", ())]
        return _ModelColumns(info["model"], positions, fields, key_position, info.get("local_setter", _drop), related)

    return compiled, columns_of(compiler.klass_info)


def _drop(instance: Model, related: Model | None) -> None:
    """Ignore an object that isn't related to another."""
