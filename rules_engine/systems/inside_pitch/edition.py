"""Inside Pitch rulesets: strategy decisions and optional rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, cast

from rules_engine.baseball.optional_rules import (
    OptionalRule,
    OptionalRuleError,
    choices_in,
    rules_in_force,
    ruleset_name,
)

Strategy = Literal["roll", "suggest", "off"]
EDITIONS: Final[Mapping[str, str]] = {
    "roll": "The strategy roll decides strategy on the bases (IP11)",
    "suggest": "The managers decide, with the strategy roll as advice (IP11)",
    "off": "The managers decide on their own (IP11)",
}
_RULES: Final = (
    OptionalRule("pull", "IP12.2", "The computer manager replaces a pitcher who is past his pull rating.", is_on=False),
    OptionalRule(
        "exhausted",
        "IP12.3",
        "A tired pitcher who rolls (??), (S1) or K(W) must leave before the next batter.",
        is_on=False,
    ),
    OptionalRule(
        "foul_popups", "IP2.17", "A range play made on the catcher's popup is a foul ball, not an out.", is_on=False
    ),
    OptionalRule(
        "infield_fly", "IP5.1", "An infield fly is an out, and a range check can't turn it into a hit.", is_on=False
    ),
)
_REPEAT_ROLLS: Final = OptionalRule(
    "repeat_rolls", "IP11-a", "The strategy roll is repeated after runners move.", is_on=False
)


class EditionError(ValueError):
    """The ruleset or option is unknown. The message lists the known ones."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A ruleset. `strategy` is who decides, and the other fields are optional rules."""

    key: str
    title: str
    strategy: Strategy
    pull: bool = False
    exhausted: bool = False
    foul_popups: bool = False
    infield_fly: bool = False
    repeat_rolls: bool = False


@cache
def load_edition(key: str) -> Edition:
    """Parse "roll", or "suggest+pull+exhausted" with optional rules. Raise EditionError if a part is unknown."""
    name = ruleset_name(key)
    if name not in EDITIONS:
        raise EditionError(f"unknown edition {name!r}; choose from {', '.join(EDITIONS)}")
    try:
        is_on = rules_in_force(optional_rules(name), choices_in(key))
    except OptionalRuleError as error:
        raise EditionError(str(error)) from None
    return Edition(key, EDITIONS[name], cast(Strategy, name), **is_on)


def optional_rules(edition: str) -> tuple[OptionalRule, ...]:
    """Return a ruleset's optional rules. Only a strategy roll can be repeated."""
    return _RULES if edition == "off" else (*_RULES, _REPEAT_ROLLS)
