"""Game systems by key. `rules_engine.systems` registers each with a function that imports it.

Installed packages can add others (see `added_systems.py`). They can't replace a registered system.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rules_engine.baseball.added_systems import added_systems
from rules_engine.baseball.system import AnySystem

_loaders: Final[dict[str, Callable[[], AnySystem]]] = {}


class NoSuchSystemError(ValueError):
    """No game system has this key. The message lists the existing keys."""


def register(key: str, load: Callable[[], AnySystem]) -> None:
    """Register a game system. `load` is called when the system is first needed."""
    _loaders[key] = load


def system_keys() -> Sequence[str]:
    """Return the keys of all systems, the default first and those of installed packages last."""
    return tuple(dict.fromkeys((*_loaders, *added_systems())))


def is_registered(key: str) -> bool:
    """Return whether this system is part of Pennant itself."""
    return key in _loaders


def load_system(key: str) -> AnySystem:
    """Return the game system with this key. Raise NoSuchSystemError if there is none."""
    if key in _loaders:
        return _loaders[key]()
    if key in added_systems():
        return added_systems()[key]
    raise NoSuchSystemError(f"unknown game system “{key}”; choose from {', '.join(system_keys())}")
