"""Filter backends for lists: `?ordering=name,-wins` and `?search=akron`.

Each view lists its `ordering_fields` and `search_fields`. Rows from queries and sequences behave the same. Nulls sort
last in either direction, and text comparisons ignore case.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from django.db.models import CharField, F, OrderBy, QuerySet, TextField
from django.db.models.expressions import BaseExpression
from django.db.models.functions import Lower
from rest_framework import exceptions, filters

from core.tables import Place, TableDefinition

Value = Callable[[Any], Any]
OrderingFields = Mapping[str, str | BaseExpression | Value]
SearchFields = Sequence[str | Value]

_MAX_TERM_CHARACTERS: Final = 200
_SORTABLE_KINDS: Final = (int, float, str, bool)
_NAMES_OF_ROWS: Final = ("name", "player", "team", "tournament", "managers")


def same_fields(*names: str, **sources: str | BaseExpression | Value) -> OrderingFields:
    """Return ordering fields: those with the same name in the rows, followed by those with different names."""
    return {**{name: name for name in names}, **sources}


def table_ordering(table: TableDefinition[Any], row_of: Value = lambda row: row) -> dict[str, Value]:
    """Return the ordering fields for a table's rows: its numeric and text columns."""
    columns = (column for column in table.at(Place.API) if column.kind in _SORTABLE_KINDS and not column.is_restricted)
    return {column.name: _column_value(column.value, row_of) for column in columns}


def table_search(table: TableDefinition[Any]) -> tuple[Value, ...]:
    """Return the search fields for a table's rows: the names in them."""
    return tuple(column.value for column in table.at(Place.API) if column.name in _NAMES_OF_ROWS)


def _column_value(value: Value, row_of: Value) -> Value:
    return lambda row: value(row_of(row))


def value_reader(source: str | Value) -> Value:
    """Return a function that reads a value from a row in a sequence."""
    return attrgetter(source) if isinstance(source, str) else source


class RowOrdering(filters.OrderingFilter):
    """Order a list by the fields in `?ordering=`, each with `-` for descending order."""

    def check(self, request: Any, view: Any) -> None:
        """Raise ValidationError if the list can't be ordered by one of the fields."""
        allowed = view.ordering_fields
        unknown = [name for name in _names(request) if name.removeprefix("-") not in allowed]
        if unknown:
            sentence = f"Can't order by {', '.join(unknown)[:80]}. Choose from: {', '.join(sorted(allowed))}."
            raise exceptions.ValidationError({self.ordering_param: [sentence]})

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        names = _names(request)
        if not names:
            return queryset
        keys = [(view.ordering_fields[name.removeprefix("-")], name.startswith("-")) for name in names]
        if isinstance(queryset, QuerySet):
            return queryset.order_by(*(_order_by(queryset, source, is_down) for source, is_down in keys), "pk")
        rows = list(queryset)
        for source, is_down in reversed(keys):
            rows = _sorted(rows, value_reader(source), is_down)
        return rows

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        names = sorted(getattr(view, "ordering_fields", {}))
        if not names:
            return []
        choices = [choice for name in names for choice in (name, f"-{name}")]
        schema = {"type": "array", "items": {"type": "string", "enum": choices}}
        description = "fields to order by, with - for descending order"
        # comma-separated, as in OpenAPI
        parameter = {"name": self.ordering_param, "in": "query", "required": False, "description": description}
        return [{**parameter, "schema": schema, "style": "form", "explode": False}]


def _names(request: Any) -> list[str]:
    return [name.strip() for name in request.query_params.get("ordering", "").split(",") if name.strip()]


def _order_by(queryset: QuerySet[Any], source: Any, is_down: bool) -> OrderBy:
    expression = F(source) if isinstance(source, str) else source
    if isinstance(expression.resolve_expression(queryset.query).output_field, (CharField, TextField)):
        expression = Lower(expression)
    return OrderBy(expression, descending=is_down, nulls_last=True)


def _sorted(rows: list[Any], read: Value, is_down: bool) -> list[Any]:
    """Return the rows sorted by a single value, in a stable order."""
    rows_with_value = [row for row in rows if read(row) is not None]
    rows_without = [row for row in rows if read(row) is None]
    return [*sorted(rows_with_value, key=lambda row: _comparable(read(row)), reverse=is_down), *rows_without]


def _comparable(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


class RowSearch(filters.SearchFilter):
    """Filter a list to the rows that contain every word of `?search=`."""

    search_description = "words that must all occur"

    def check(self, request: Any, view: Any) -> None:
        """Raise ValidationError if the search isn't valid."""
        text = request.query_params.get(self.search_param, "")
        if len(text) > _MAX_TERM_CHARACTERS or "\x00" in text:
            sentence = f"Enter at most {_MAX_TERM_CHARACTERS} characters, without null characters."
            raise exceptions.ValidationError({self.search_param: [sentence]})

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        if isinstance(queryset, QuerySet):
            return super().filter_queryset(request, queryset, view)
        terms = [term.casefold() for term in self.get_search_terms(request)]
        readers = [value_reader(source) for source in view.search_fields]
        return [row for row in queryset if _has_terms(terms, readers, row)] if terms else queryset

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return super().get_schema_operation_parameters(view) if getattr(view, "search_fields", ()) else []


def _has_terms(terms: Iterable[str], readers: Iterable[Value], row: Any) -> bool:
    texts = [str(read(row) or "").casefold() for read in readers]
    return all(any(term in text for text in texts) for term in terms)
