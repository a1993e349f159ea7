"""List the rulesets available for a game, and the switches for their optional rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import Refused
from play.refusals import NewTableRefusal
from rules_engine import systems
from rules_engine.baseball.optional_rules import OptionalRule, choices_in, key_with_choices, ruleset_name
from rules_engine.baseball.ruleset_words import ruleset_title
from rules_engine.baseball.system import AnySystem


def ruleset_titles() -> dict[str, str]:
    """Return the titles of all systems' rulesets, keyed by strings such as "pine_tar/full"."""
    return {key: ruleset_title(system, ruleset) for key, (system, ruleset) in _rulesets().items()}


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A switch for an optional rule. `key` is the ruleset's key after switching only this rule."""

    key: str
    title: str
    rule: str
    sentence: str


def rule_switches() -> dict[str, list[RuleSwitch]]:
    """Return the switches for each ruleset with optional rules, by ruleset key."""
    switches = {}
    for key, (system, ruleset) in _rulesets().items():
        rules = [rule for rule in system.optional_rules(ruleset) if not rule.option]
        if rules:
            switches[key] = [_switch(key, rule) for rule in rules]
    return switches


def _switch(key: str, rule: OptionalRule) -> RuleSwitch:
    switched = key_with_choices(key, [rule], {rule.key: not rule.is_on})
    word = "Without" if rule.is_on else "With"
    return RuleSwitch(switched, f"{word} {rule.key.replace('_', ' ')}", rule.rule, rule.sentence)


def with_switches(key: str, switched: Iterable[str]) -> str:
    """Return the ruleset's key with these switches. Raise Refused if a switch belongs to another ruleset."""
    is_on: dict[str, bool] = {}
    for switched_key in switched:
        if ruleset_name(switched_key) != key:
            raise Refused(NewTableRefusal.OTHER_RULES, field="rules")
        is_on |= choices_in(switched_key)
    system, ruleset = _rulesets()[key]
    return key_with_choices(key, system.optional_rules(ruleset), is_on)


def _rulesets() -> dict[str, tuple[AnySystem, str]]:
    """Return every system's rulesets, keyed by strings such as "pine_tar/full"."""
    rulesets = {}
    for key in systems.system_keys():
        system = systems.load(key)
        for ruleset in system.editions:
            rulesets[f"{key}/{ruleset}"] = system, ruleset
    return rulesets
