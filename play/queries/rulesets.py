"""The rulesets that a game can be played by."""

from collections.abc import Iterator

from rules_engine import systems
from rules_engine.baseball.ruleset_words import ruleset_title


def ruleset_titles() -> dict[str, str]:
    """Return the titles of all rulesets of all systems by a key such as "pine_tar/full"."""
    return dict(_titles())


def _titles() -> Iterator[tuple[str, str]]:
    for key in systems.system_keys():
        system = systems.load(key)
        for ruleset in system.editions:
            yield f"{key}/{ruleset}", ruleset_title(system, ruleset)
