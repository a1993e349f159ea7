"""Compile the SQL of small queries once, because building it takes longer than running them."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from django.db import connections
from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)
EXAMPLE_ID: Final = -1  # in a query, the place of the id that each call gives
EXAMPLE_OTHER_ID: Final = -2  # for a second id


class _Column(NamedTuple):
    """A column whose values are converted for Python: its position in the row, and Django's converters."""

    position: int
    converters: Sequence[Callable[..., Any]]
    expression: Any


class _ModelColumns(NamedTuple):
    """The columns of one model in a row, and of its relations. `add_to` gives the object to the one related to it."""

    model: type[Model]
    positions: list[int]
    fields: list[str]
    key_position: int  # of the primary key, which is empty if a row has no such object
    add_to: Callable[[Model, Model | None], None]
    related: "list[_ModelColumns]"


class _CompiledQuery(NamedTuple):
    database: str
    sql: str
    parameters: Sequence[Any]
    converted_columns: list[_Column]


class PreparedQuery(Generic[_Row]):
    """A query for objects that differs only in its parameters.

    Args:
        make: Returns the query for example parameters. Relations of `select_related` are read too.
    """

    def __init__(self, make: Callable[[], QuerySet[_Row]]) -> None:
        self._make = make
        self._compiled: tuple[_CompiledQuery, _ModelColumns] | None = None

    def rows(self, *parameters: str | int) -> list[_Row]:
        """Return the objects for these parameters: every parameter of the SQL, in order.

        Fields that the query defers are read when they are used, as usual.
        """
        query, columns = self._compile()
        return [cast(_Row, _object(query.database, columns, row)) for row in _fetch(query, parameters)]

    def rows_of(self, number: int, second: int = 0) -> list[_Row]:
        """Return the objects for these ids in place of the examples."""
        query, columns = self._compile()
        rows = _fetch(query, _with_ids(query, number, second))
        return [cast(_Row, _object(query.database, columns, row)) for row in rows]

    def _compile(self) -> tuple[_CompiledQuery, _ModelColumns]:
        if self._compiled is None:
            self._compiled = _compile_objects(self._make())
        return self._compiled


class PreparedValues:
    """A query for tuples, made with `values_list`, that differs only in ids: `EXAMPLE_ID`, and `EXAMPLE_OTHER_ID`."""

    def __init__(self, make: Callable[[], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._make = make
        self._compiled: _CompiledQuery | None = None

    def rows_of(self, number: int, second: int = 0) -> list[tuple[Any, ...]]:
        if self._compiled is None:
            self._compiled = _compile(self._make())[0]
        query = self._compiled
        return [tuple(row) for row in _fetch(query, _with_ids(query, number, second))]


def _with_ids(query: _CompiledQuery, number: int, second: int) -> list[Any]:
    ids = {EXAMPLE_ID: number, EXAMPLE_OTHER_ID: second}
    return [ids.get(value, value) if isinstance(value, int) else value for value in query.parameters]


def _fetch(query: _CompiledQuery, parameters: Sequence[Any]) -> list[list[Any]]:
    """Run the query and convert the values of its rows."""
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
    """Return the compiled query, and the compiler that did it."""
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
    """Do nothing with an object that isn't related to another."""
