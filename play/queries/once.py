"""Cache the view parts that are the same for everyone, so that several audiences and requests can share them."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from play.table import PlayTable

_Part = TypeVar("_Part")
_Maker = Callable[[PlayTable], _Part]


def once_per_action(make: _Maker[_Part]) -> _Maker[_Part]:
    """Decorate a function that makes a view part, so that it runs only once until the table's next action."""
    return _once(make, lambda table: table.number)


def once_per_event(make: _Maker[_Part]) -> _Maker[_Part]:
    """Decorate a function that makes a view part, so that it runs only once until the log's next event.

    The part must not show the play in progress.
    """
    return _once(make, lambda table: table.play.game.log.number)


def _once(make: _Maker[_Part], newest: Callable[[PlayTable], int]) -> _Maker[_Part]:
    name = make.__qualname__

    @wraps(make)
    def made_once(table: PlayTable) -> _Part:
        number = newest(table)
        made = table.shared_view.get(name)
        if made is None or made[0] != number:
            made = table.shared_view[name] = (number, make(table))
        part: _Part = made[1]
        return part

    return made_once
