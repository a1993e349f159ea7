"""The game systems by key. `rules_engine.systems` registers each with a function that imports it."""

from collections.abc import Callable, Sequence
from typing import Final

from rules_engine.baseball.system import AnySystem

_loaders: Final[dict[str, Callable[[], AnySystem]]] = {}


class NoSuchSystemError(ValueError):
    """There is no game system with this key; the message names the existing ones."""


def register(key: str, load: Callable[[], AnySystem]) -> None:
    """Make a game system known. `load` is called when the system is first needed."""
    _loaders[key] = load


def system_keys() -> Sequence[str]:
    """Return the keys of the registered systems, the usual one first."""
    return tuple(_loaders)


def load_system(key: str) -> AnySystem:
    """Return the game system with this key. Raises NoSuchSystemError."""
    if key not in _loaders:
        raise NoSuchSystemError(f"there is no game system “{key}”; there are {', '.join(_loaders)}")
    return _loaders[key]()
