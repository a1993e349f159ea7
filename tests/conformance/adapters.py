"""Collect the adapters and find the one for a case.

An adapter calls the engine with a case's `given` facts and converts the result into the keys of `expect`:
`adapter(given, edition) -> dict`. `given` is a CaseFacts, and any key that the adapter does not read makes the case
fail. `edition` is the tournament profile for star_tournament, or the `ruleset` name for the game systems. The adapter
never sees the case's id or the expected result.

Any module in this package that defines `ADAPTERS = {"area": function}` and `SYSTEM = "pine_tar"` (or
`SYSTEMS = ("som_1", "som_2")`) is found automatically. It may also define:

- `SETS = {"key", ...}` for lists without a meaningful order
- `PARTIAL = {"key", ...}` for objects where only the named entries are asserted
- `WORDS` for the vocabularies that translate the values of keys
- `DATABASE = {"area", ...}` for areas whose cases become database rows and are run through a service or query
- `STORY = {"area": {"key", ...}}` for an area's keys that contain only names and prose
"""

import importlib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_engine.profile import load_profile
from tests.conformance.case_files import Case
from tests.conformance.comparing import differences
from tests.conformance.given import CaseFacts, Words, check_all_read
from tests.conformance.words.som_facts import RULE_WORDS
from tests.conformance.words.translation import TranslationTable, table_of

Adapter = Callable[[Any, Any], dict[str, Any]]

TOURNAMENT = "star_tournament"
TOURNAMENT_PROFILE = "purestrat@1"
HARNESS = {
    "__init__",
    "adapters",
    "case_files",
    "comparing",
    "conftest",
    "given",
    "innings",
    "playing",
} | {"inside_pitch_scene"}
SYSTEMS_BY_RULESET = {
    "inside_pitch": ("inside_pitch",),
    "pine_tar": ("pine_tar",),
    "senior_seminar": ("senior_seminar",),
    "som_basic": ("som_1", "som_2"),
    "som_advanced": ("som_1", "som_2"),
    "som_super_advanced": ("som_1", "som_2"),
    "star": ("som_1", "som_2"),
    TOURNAMENT: (TOURNAMENT,),
}
SYSTEM_BY_ID_PREFIX = {
    "IP": "inside_pitch",
    "PT": "pine_tar",
    "SS": "senior_seminar",
    "SOM1": "som_1",
    "SOM2": "som_2",
}


@dataclass
class Registry:
    adapters: dict[tuple[str, str], Adapter] = field(default_factory=dict)
    sets: set[tuple[str, str]] = field(default_factory=set)
    partial: set[tuple[str, str]] = field(default_factory=set)
    words: dict[tuple[str, str], Words] = field(default_factory=dict)  # by system and area, like the next field
    story: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    database: set[tuple[str, str]] = field(default_factory=set)  # areas with cases stored as database rows
    faults: dict[str, str] = field(default_factory=dict)  # module -> import error or conflict

    def system_of(self, case: Case) -> str:
        """Return the system whose rules a case tests, based on ruleset and id, not only on its file name."""
        prefix = SYSTEM_BY_ID_PREFIX.get(case.id.split("-")[0].upper())
        candidates = SYSTEMS_BY_RULESET.get(case.ruleset or prefix or TOURNAMENT, (prefix or TOURNAMENT,))
        ordered = sorted(candidates, key=lambda system: (system != prefix, system != case.stem))
        return next((system for system in ordered if (system, case.area) in self.adapters), ordered[0])

    def adapter(self, case: Case) -> Adapter | None:
        return self.adapters.get((self.system_of(case), case.area))

    def needs_database(self, case: Case) -> bool:
        return (self.system_of(case), case.area) in self.database

    def uncovered(self, cases: Iterable[Case]) -> Counter[str]:
        """Return system/area -> cases for areas without an adapter. These cases don't run, so they can't pass."""
        return Counter(f"{self.system_of(case)}/{case.area}" for case in cases if not self.adapter(case))

    def answer(self, case: Case, example_facts: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the engine's result for a case, or for other facts if given.

        Raise UnreadError for an unread fact.
        """
        place = self.system_of(case), case.area
        table = table_for(place[0])
        translated = table.translated(case.facts if example_facts is None else example_facts)
        table.check(translated)
        facts = CaseFacts(translated, self.words.get(place, {}))
        answer = self.adapters[place](facts, self.edition(case))
        check_all_read(facts, self.story.get(place, frozenset()), RULE_WORDS)
        return answer

    def edition(self, case: Case) -> Any:
        """Return the adapter's second argument."""
        system = self.system_of(case)
        return load_profile(TOURNAMENT_PROFILE) if system == TOURNAMENT else (case.ruleset or system)

    def wrong(self, case: Case, facts: Mapping[str, Any] | None = None) -> dict[str, tuple[Any, Any]]:
        """Return key -> (expected, actual) for every key in the case with a different result."""
        sets, partial = (self._entries_for(self.system_of(case), keys) for keys in (self.sets, self.partial))
        table = table_for(self.system_of(case))
        expected, answered = table.translated(case.expect), table.translated(self.answer(case, facts))
        return differences(expected, answered, sets, partial)

    def _entries_for(self, system: str, keys: set[tuple[str, str]]) -> frozenset[str]:
        return frozenset(key for name, key in keys if name == system)


def table_for(system: str) -> TranslationTable:
    """Return a system's translation table. The two Strat-O-Matic chapters share one."""
    return table_of("som" if system in ("som_1", "som_2") else system)


def gather() -> Registry:
    registry = Registry()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem not in HARNESS and not path.stem.startswith("test_"):
            _add(registry, path.stem)
    return registry


def _add(registry: Registry, name: str) -> None:
    try:
        module = importlib.import_module(f"tests.conformance.{name}")
        systems = getattr(module, "SYSTEMS", None) or (module.SYSTEM,)
        areas = module.ADAPTERS
    except Exception:  # a broken module must not stop the other modules' cases; a test reports the error
        registry.faults[name] = traceback.format_exc(limit=-3)
        return
    for system in systems:
        registry.sets |= {(system, key) for key in getattr(module, "SETS", ())}
        registry.partial |= {(system, key) for key in getattr(module, "PARTIAL", ())}
        registry.database |= {(system, area) for area in getattr(module, "DATABASE", ())}
        for area, adapter in areas.items():
            if (system, area) in registry.adapters:
                registry.faults[name] = f"{system}/{area} has an adapter in another module too"
            registry.adapters[system, area] = adapter
            registry.words[system, area] = getattr(module, "WORDS", {})
            registry.story[system, area] = frozenset(getattr(module, "STORY", {}).get(area, ()))
