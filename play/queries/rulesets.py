"""The rulesets that a game can be played by."""

from collections.abc import Iterator

from rules_engine import systems
from rules_engine.baseball.system import AnySystem


def ruleset_titles() -> dict[str, str]:
    """Return the titles of all rulesets of all systems by a key such as "pine_tar/full"."""
    return dict(_titles())


def _titles() -> Iterator[tuple[str, str]]:
    for key in systems.system_keys():
        system = systems.load(key)
        for ruleset in system.editions:
            yield f"{key}/{ruleset}", _title(system, ruleset)


def ruleset_title(system: str, ruleset: str) -> str:
    return _title(systems.load(system), ruleset)


def _title(system: AnySystem, ruleset: str) -> str:
    title = system.editions[ruleset]
    return title if title.startswith(system.title) else f"{system.title}, {title}"
