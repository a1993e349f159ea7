"""Game systems from installed packages, discovered through the `pennant.rulesets` entry point group.

Systems are discovered here because simulation worker processes load them on their own.
"""

import logging
import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from rules_engine.baseball.system import AnySystem, System

GROUP: Final = "pennant.rulesets"
KEY_PATTERN: Final = r"[a-z][a-z0-9_]{0,19}"
_PARTS: Final = frozenset(name for base in System.__mro__ for name in vars(base) if not name.startswith("_"))

logger = logging.getLogger(__name__)


class UnusableSystemError(ValueError):
    """The entry point's object isn't a game system. The message lists what is missing."""


def check_system(system: object) -> None:
    """Check that an object has every part of a game system. Raise UnusableSystemError if it doesn't."""
    if missing := sorted(name for name in _PARTS if not hasattr(system, name)):
        raise UnusableSystemError(f"it has no {', '.join(missing[:5])}; import the defaults of system_defaults")
    key, editions = getattr(system, "key", ""), getattr(system, "editions", None)
    if not isinstance(key, str) or not re.fullmatch(KEY_PATTERN, key):
        raise UnusableSystemError(f"its key must be text that matches {KEY_PATTERN}")
    if not isinstance(editions, dict) or not editions:
        raise UnusableSystemError("its editions must be a dict with the title of each ruleset by key")


@cache
def added_systems() -> dict[str, AnySystem]:
    """Return the usable systems of installed packages by key. If keys collide, the first package by name wins."""
    systems: dict[str, AnySystem] = {}
    for point in sorted(entry_points(group=GROUP), key=_order):
        try:
            system = point.load()
            check_system(system)
            systems.setdefault(system.key, system)
        except (Exception, SystemExit):
            # Games must still work, whatever a third-party package does on import.
            logger.exception("The rulesets “%s” can't be loaded.", point.name)
    return systems


def _order(point: EntryPoint) -> tuple[str, str]:
    return point.name, "" if point.dist is None else point.dist.name
