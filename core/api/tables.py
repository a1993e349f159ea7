"""Serialize a table's rows. Each column shown in the API is a field."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar, get_args, get_origin

from django.db.models import Choices
from rest_framework import serializers

from core.tables import Column, Place, TableDefinition

_Field = serializers.Field[Any, Any, Any, Any]
_FIELDS: dict[Any, type[_Field]] = {
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    dict: serializers.DictField,
}


class RowSerializer(serializers.Serializer[Any]):
    _table: ClassVar[TableDefinition[Any]]  # the underscore allows a column named table
    _place: ClassVar[Place]
    _row_of: ClassVar[Callable[[Any], Any]]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row = type(self)._row_of(instance)
        return {column.name: self._serialize_cell(column, row) for column in self._table.at(self._place)}

    def _serialize_cell(self, column: Column[Any], row: Any) -> Any:
        value = column.value(row)
        if value is None or column.kind in (int, float, str, bool):
            return value
        return self.fields[column.name].to_representation(value)


def row_serializer(
    name: str,
    table: TableDefinition[Any],
    row_of: Callable[[Any], Any] = lambda item: item,
    place: Place = Place.API,
    **fields: _Field,
) -> type[RowSerializer]:
    """Return a serializer class for a table's rows. `name` is its name in the schema.

    `row_of` turns an item into a row. `fields` replaces the fields for columns with these names.
    """
    column_fields = {column.name: fields.get(column.name) or _column_field(column) for column in table.at(place)}
    attributes = {"__module__": __name__, "_table": table, "_place": place, "_row_of": staticmethod(row_of)}
    return type(name, (RowSerializer,), {**attributes, **column_fields})


def _column_field(column: Column[Any]) -> _Field:
    options: dict[str, Any] = {"help_text": column.help} if column.help else {}
    return _field_type(column.kind, **options, **({"allow_null": True} if column.is_nullable else {}))


def _field_type(kind: Any, **options: Any) -> _Field:
    if get_origin(kind) is dict:
        return serializers.DictField(child=_field_type(get_args(kind)[1]), **options)
    if get_origin(kind) is list:
        return serializers.ListField(child=_field_type(get_args(kind)[0]), **options)
    if isinstance(kind, tuple):
        return serializers.ChoiceField(choices=list(kind), **options)
    if isinstance(kind, type) and issubclass(kind, Choices):
        return serializers.ChoiceField(choices=kind.choices, **options)
    return _FIELDS[kind](**options)
