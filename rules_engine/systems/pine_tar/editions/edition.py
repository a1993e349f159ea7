"""Rulesets: the optional rules in use, loaded from editions/*.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rules_engine.baseball.optional_rules import (
    OptionalRule,
    OptionalRuleError,
    choices_in,
    rules_in_force,
    ruleset_name,
)
from rules_engine.rule_files import RuleFiles

FOLDER: Final = Path(__file__).parent


class EditionError(ValueError):
    """A ruleset is invalid. The message names the file, key and problem."""


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules, each with its own switch."""

    base_stealing: bool  # PTB1
    defensive_rolls: bool  # PTPD1, PTND1
    hit_and_run: bool  # PTHR1
    additional_mip: bool  # PTMI1
    risp_penalty: bool  # PTRI1
    season_use_limits: bool  # PTSU1
    plays_at_plate: bool  # PTPP1
    injuries: bool  # PTIN1
    alternate_randomizer: bool  # PTAR1
    so_bb_rating: bool  # PTSB1


_RULES: Final[Mapping[str, tuple[str, str]]] = {
    "base_stealing": ("PTB1", "Teams spend points to steal second and third."),
    "defensive_rolls": ("PTPD1", "Good fielders take hits away, and poor fielders give them up."),
    "hit_and_run": ("PTHR1", "Runners may go with the pitch twice a game."),
    "additional_mip": ("PTMI1", "A starter keeps pitching until a runner reaches."),
    "risp_penalty": ("PTRI1", "A runner in scoring position lowers the grade against batters from the opposite side."),
    "season_use_limits": ("PTSU1", "Relievers rest after two innings, or after three straight games."),
    "plays_at_plate": ("PTPP1", "Outfielders may throw out a runner who would score."),
    "injuries": ("PTIN1", "Players can be injured after the game and miss games."),
    "alternate_randomizer": ("PTAR1", "A six-sided die decides which die shows the tens."),
    "so_bb_rating": ("PTSB1", "The pitcher's rating makes some batter rolls strikeouts or walks."),
}


@dataclass(frozen=True, slots=True)
class Edition:
    """A ruleset. `key` includes extra options, such as "standard+hit_and_run"."""

    key: str
    title: str
    options: Options


_FILES = RuleFiles(EditionError, "edition", {"title": str}, {"options": Options})


@cache
def load_edition(key: str) -> Edition:
    """Load a ruleset by a key such as "standard+base_stealing+injuries". Raise EditionError if it's invalid."""
    name = ruleset_name(key)
    if name not in editions():
        raise EditionError(f"unknown edition {name!r}; choose from {', '.join(editions())}")
    try:
        is_on = rules_in_force(optional_rules(name), choices_in(key))
    except OptionalRuleError as error:
        raise EditionError(str(error)) from None
    printed = _FILES.read(FOLDER / f"{name}.toml")
    return Edition(key=key, title=printed["title"], options=Options(**is_on))


def optional_rules(edition: str) -> tuple[OptionalRule, ...]:
    """Return a ruleset's optional rules."""
    options = _FILES.read(FOLDER / f"{edition}.toml")["options"]
    return tuple(OptionalRule(key, rule, sentence, getattr(options, key)) for key, (rule, sentence) in _RULES.items())


@cache
def editions() -> Mapping[str, str]:
    """Return ruleset titles by key, default first."""
    names = sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (name != "standard", name))
    return {name: str(_FILES.read(FOLDER / f"{name}.toml")["title"]) for name in names}
