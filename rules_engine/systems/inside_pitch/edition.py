"""Rulesets of Inside Pitch: who makes strategy decisions, and the optional rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, cast

Strategy = Literal["roll", "suggest", "off"]
ADDED: Final = "+"  # between an edition's key and the options switched on
EDITIONS: Final[Mapping[str, str]] = {
    "roll": "The strategy roll manages on the bases (IP11)",
    "suggest": "The managers decide, and the strategy roll advises them (IP11)",
    "off": "The managers decide on their own (IP11)",
}
SWITCHES: Final = {
    "pull": "The computer manager replaces a pitcher who is past his pull rating (IP12.2).",
    "exhausted": "A tired pitcher who rolls (??), (S1) or K(W) must leave before the next batter (IP12.3).",
    "foul_popups": "A range play made on the catcher's popup is a foul ball, not an out (IP2.17).",
    "infield_fly": "An infield fly is an out, and a range check can't turn it into a hit (IP5.1).",
}


class EditionError(ValueError):
    """An unknown edition or option. The message lists the known ones."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A ruleset. `strategy` says who decides; the others are optional rules."""

    key: str
    title: str
    strategy: Strategy
    pull: bool = False
    exhausted: bool = False
    foul_popups: bool = False
    infield_fly: bool = False


@cache
def load_edition(key: str) -> Edition:
    """Parse "roll", or "suggest+pull+exhausted" with options. Raises EditionError."""
    name, *added = key.split(ADDED)
    if name not in EDITIONS:
        raise EditionError(f"unknown edition {name!r}; choose from {', '.join(EDITIONS)}")
    if unknown := [option for option in added if option not in SWITCHES]:
        raise EditionError(f"unknown option {unknown[0]!r}; choose from {', '.join(SWITCHES)}")
    strategy = cast(Strategy, name)
    return Edition(key, EDITIONS[name], strategy, **dict.fromkeys(added, True))
