"""Compile the SQL of small queries once, because for every move or heartbeat that takes longer than running them."""

from collections.abc import Callable
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)


class PreparedQuery(Generic[_Row]):
    """A query that differs only in its parameters.

    Args:
        make: Returns the query for example parameters. Every parameter of its SQL is given to `rows` again, in order.
    """

    def __init__(self, make: Callable[[], QuerySet[_Row]]) -> None:
        self._make = make
        self._model: type[_Row] | None = None
        self._sql = ""

    def rows(self, *parameters: object) -> list[_Row]:
        """Return the rows. Fields that the query defers are read when they are used, as usual."""
        if self._model is None:
            query = self._make()
            self._sql, _ = query.query.sql_with_params()
            self._model = query.model
        return [*self._model._default_manager.raw(self._sql, parameters)]
