"""A ruleset's key in words: its title and its optional rules."""

from rules_engine.baseball.optional_rules import OptionalRule, choices_in, rules_in_force, ruleset_name
from rules_engine.baseball.system import AnySystem


def optional_rules_of(system: AnySystem, key: str) -> list[tuple[OptionalRule, bool]]:
    """Return a ruleset's optional rules, and whether its key switches them on."""
    if key in system.editions:
        return [(rule, rule.is_on) for rule in system.optional_rules(key)]
    rules = system.optional_rules(ruleset_name(key))
    is_on = rules_in_force(rules, choices_in(key))
    return [(rule, is_on[rule.key]) for rule in rules]


def switched_rules(system: AnySystem, key: str) -> list[tuple[OptionalRule, bool]]:
    """Return the optional rules that differ from the ruleset's defaults."""
    return [(rule, is_on) for rule, is_on in optional_rules_of(system, key) if is_on != rule.is_on]


def rule_in_words(rule: OptionalRule, *, is_on: bool) -> str:
    return f"{rule.key} {'on' if is_on else 'off'} ({rule.rule}): {rule.sentence}"


def ruleset_title(system: AnySystem, key: str) -> str:
    """Return a ruleset's title, with the optional rules that differ from the defaults."""
    title = system.editions.get(key) or system.editions[ruleset_name(key)]
    if not title.startswith(system.title):
        title = f"{system.title}, {title}"
    for rule, is_on in switched_rules(system, key):
        title += f", {'with' if is_on else 'without'} {rule.key.replace('_', ' ')}"
    return title
