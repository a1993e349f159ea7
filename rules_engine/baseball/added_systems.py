"""Game systems of installed packages, found by their entry points in the group `pennant.rulesets`.

They are found here and not handed in, because the processes that simulate games load systems by themselves.
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
    """The object of a package isn't a game system. The message says what is missing."""


def check_system(system: object) -> None:
    """Check that an object has all parts of a game system. Raises UnusableSystemError."""
    if missing := sorted(name for name in _PARTS if not hasattr(system, name)):
        raise UnusableSystemError(f"it has no {', '.join(missing[:5])}; import the defaults of system_defaults")
    key, editions = getattr(system, "key", ""), getattr(system, "editions", None)
    if not isinstance(key, str) or not re.fullmatch(KEY_PATTERN, key):
        raise UnusableSystemError(f"its key must be text that matches {KEY_PATTERN}")
    if not isinstance(editions, dict) or not editions:
        raise UnusableSystemError("its editions must be a dict with the title of each ruleset by key")


@cache
def added_systems() -> dict[str, AnySystem]:
    """Return the usable systems of installed packages by key. The first package by name counts."""
    systems: dict[str, AnySystem] = {}
    for point in sorted(entry_points(group=GROUP), key=_order):
        try:
            system = point.load()
            check_system(system)
            systems.setdefault(system.key, system)
        except (Exception, SystemExit):
            # games still work, whatever a stranger's package does when it is imported
            logger.exception("The rulesets “%s” can't be loaded.", point.name)
    return systems


def _order(point: EntryPoint) -> tuple[str, str]:
    return point.name, "" if point.dist is None else point.dist.name
