"""Optional rules of a ruleset. A key such as "som_basic+plus_signs-holds" switches them on (+) and off (-)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

SIGNS: Final = {"+": True, "-": False}
_SIGN_AND_RULE: Final = re.compile(r"([+-])([^+-]*)")


class OptionalRule(NamedTuple):
    """A rule that players can switch on or off.

    Attributes:
        key: Its name in the ruleset's key.
        rule: Its printed rule number.
        sentence: Its effect, in players' words.
        is_on: Whether it is in force by default.
        needs: Key of the optional rule that it depends on, or "".
        option: A command's option that the rule needs to have any effect, or "". The browser doesn't offer such rules.
    """

    key: str
    rule: str
    sentence: str
    is_on: bool
    needs: str = ""
    option: str = ""


class OptionalRuleError(ValueError):
    """A key includes an unknown optional rule, or rules that exclude each other."""


def ruleset_name(key: str) -> str:
    """Return a ruleset's key without its optional rules."""
    return re.split("[+-]", key, maxsplit=1)[0]


def choices_in(key: str) -> dict[str, bool]:
    """Return the optional rules that a ruleset's key switches on or off.

    Raises OptionalRuleError if the key is invalid.
    """
    choices: dict[str, bool] = {}
    for sign, rule in _SIGN_AND_RULE.findall(key):
        if choices.setdefault(rule, SIGNS[sign]) != SIGNS[sign]:
            raise OptionalRuleError(f"{rule} can't be both on and off")
    return choices


def rules_in_force(rules: Sequence[OptionalRule], choices: Mapping[str, bool]) -> dict[str, bool]:
    """Return whether each optional rule is on. Raise OptionalRuleError if the choices conflict.

    A rule is off, and can't be switched on, if the rule that it needs is off.
    """
    keys = {rule.key for rule in rules}
    for key in choices:
        if key not in keys:
            listed = ", ".join(sorted(keys)) or "none for this ruleset"
            raise OptionalRuleError(f"unknown optional rule {key!r}; choose from {listed}")
    is_on = {rule.key: choices.get(rule.key, rule.is_on) for rule in rules}
    for rule in rules:
        if is_on[rule.key] and not is_on.get(rule.needs, True):
            if choices.get(rule.key):
                raise OptionalRuleError(f"{rule.key} ({rule.rule}) needs {rule.needs}, which is off")
            is_on[rule.key] = False
    return is_on


def key_of(name: str, choices: Mapping[str, bool]) -> str:
    """Return the key of a ruleset with these optional rules switched, in alphabetical order."""
    signs = {on: sign for sign, on in SIGNS.items()}
    return name + "".join(f"{signs[choices[rule]]}{rule}" for rule in sorted(choices))


def key_with_choices(name: str, rules: Iterable[OptionalRule], is_on: Mapping[str, bool]) -> str:
    """Return a ruleset's key with these optional rules on or off. Default settings are left out."""
    changed = [rule for rule in rules if is_on.get(rule.key, rule.is_on) != rule.is_on]
    return key_of(name, {rule.key: not rule.is_on for rule in changed})
