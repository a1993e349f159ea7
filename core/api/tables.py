"""Rows of a table as the API answers them: its fields are the columns that the API shows."""

from typing import Any, ClassVar

from rest_framework import serializers

from core.tables import Column, Place, Table

_FIELDS: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
}


class RowSerializer(serializers.Serializer[Any]):
    table: ClassVar[Table[Any]]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {column.name: column.value(instance) for column in self.table.at(Place.API)}


def row_serializer(name: str, table: Table[Any]) -> type[RowSerializer]:
    """`name`: of the class, from which the schema takes the name of the row."""
    fields = {column.name: _field(column) for column in table.at(Place.API)}
    return type(name, (RowSerializer,), {"__module__": __name__, "table": table, **fields})


def _field(column: Column[Any]) -> serializers.Field[Any, Any, Any, Any]:
    about: dict[str, Any] = {"help_text": column.help} if column.help else {}
    if isinstance(column.kind, tuple):
        return serializers.ChoiceField(choices=list(column.kind), **about)
    return _FIELDS[column.kind](**about)
