"""Editions: the optional rules in use, read from editions/*.toml."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from rules_engine.rule_files import RuleFiles

FOLDER: Final = Path(__file__).parent
OPTION_SEPARATOR: Final = "+"  # between an edition key and its extra options


class EditionError(ValueError):
    """An edition is invalid. The message names the file, key and problem."""


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


SWITCHES: Final[Mapping[str, str]] = {
    "base_stealing": "Runners steal second and third by spending points (PTB1).",
    "defensive_rolls": "Good fielders take hits away, and poor fielders give them up (PTPD1, PTND1).",
    "hit_and_run": "Runners may go with the pitch twice a game (PTHR1).",
    "additional_mip": "A starter keeps pitching until a runner reaches (PTMI1).",
    "risp_penalty": "A runner in scoring position lowers the grade against batters of the other side (PTRI1).",
    "season_use_limits": "Relievers rest after two innings, or after three straight games (PTSU1).",
    "plays_at_plate": "Outfielders may throw out a runner who would score (PTPP1).",
    "injuries": "Players can be injured after the game and miss games (PTIN1).",
    "alternate_randomizer": "A six-sided die decides which die shows the tens (PTAR1).",
    "so_bb_rating": "The pitcher's rating makes some batter rolls strikeouts or walks (PTSB1).",
}


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition. `key` includes extra options, such as "standard+hit_and_run"."""

    key: str
    title: str
    options: Options


_FILES = RuleFiles(EditionError, "edition", {"title": str}, {"options": Options})


@cache
def load_edition(key: str) -> Edition:
    """Load an edition by a key such as "standard+base_stealing+injuries". Raises EditionError."""
    name, *options = key.split(OPTION_SEPARATOR)
    if name not in editions():
        raise EditionError(f"unknown edition {name!r}; choose from {', '.join(editions())}")
    if unknown := [option for option in options if option not in SWITCHES]:
        raise EditionError(f"unknown option {unknown[0]!r}; choose from {', '.join(SWITCHES)}")
    edition = Edition(key=key, **_FILES.read(FOLDER / f"{name}.toml"))
    return replace(edition, options=replace(edition.options, **dict.fromkeys(options, True)))


@cache
def editions() -> Mapping[str, str]:
    """Return edition titles by key, the default first."""
    names = sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (name != "standard", name))
    return {name: str(_FILES.read(FOLDER / f"{name}.toml")["title"]) for name in names}
