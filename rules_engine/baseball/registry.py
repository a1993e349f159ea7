"""The game systems by key. `rules_engine.systems` registers each with a function that imports it.

Installed packages may add others, see `added_systems.py`. They can't replace one that is registered.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rules_engine.baseball.added_systems import added_systems
from rules_engine.baseball.system import AnySystem

_loaders: Final[dict[str, Callable[[], AnySystem]]] = {}


class NoSuchSystemError(ValueError):
    """There is no game system with this key; the message names the existing ones."""


def register(key: str, load: Callable[[], AnySystem]) -> None:
    """Make a game system known. `load` is called when the system is first needed."""
    _loaders[key] = load


def system_keys() -> Sequence[str]:
    """Return the keys of all systems, the usual one first and those of installed packages last."""
    return tuple(dict.fromkeys((*_loaders, *added_systems())))


def is_registered(key: str) -> bool:
    """Return whether this system belongs to Pennant itself."""
    return key in _loaders


def load_system(key: str) -> AnySystem:
    """Return the game system with this key. Raises NoSuchSystemError."""
    if key in _loaders:
        return _loaders[key]()
    if key in added_systems():
        return added_systems()[key]
    raise NoSuchSystemError(f"unknown game system “{key}”; choose from {', '.join(system_keys())}")
