"""Make the parts of a view that everyone may see once for each action, because several audiences get a view of it."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from play.table import PlayTable

_Part = TypeVar("_Part")


def once_per_action(make: Callable[[PlayTable], _Part]) -> Callable[[PlayTable], _Part]:
    """Let a function that makes a part of the view run once until the table's next action."""
    name = make.__qualname__

    @wraps(make)
    def made_once(table: PlayTable) -> _Part:
        number, parts = table.shared_view
        if number != table.number:
            parts = {}
            table.shared_view = (table.number, parts)
        if name not in parts:
            parts[name] = make(table)
        part: _Part = parts[name]
        return part

    return made_once
