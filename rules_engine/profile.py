"""A profile is one named, versioned edition of the tournament rules: its numbers and switches, read from TOML.

A profile that a tournament has used is never edited: a change gets a new version. Every line names its printed rule,
the sentences that tell it, and its reader: the function that asks for it. A line without a reader fails to load.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from rules_engine.profile_lines import (
    CardRules,
    DivisionRules,
    DraftRules,
    GameRules,
    Line,
    PitchingRules,
    StandingsRules,
)
from rules_engine.rule_files import RuleFiles

PROFILE_FOLDER = Path(__file__).parent / "profiles"


class ProfileError(ValueError):
    """A profile file cannot be used; the message names file, key and fault."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One edition. `key` is what a tournament stores: name@version. `extends`: the key of its base, or ""."""

    name: str
    version: int
    title: str
    extends: str
    draft: DraftRules
    division: DivisionRules
    cards: CardRules
    pitching: PitchingRules
    game: GameRules
    standings: StandingsRules

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"


SECTIONS: Final[Mapping[str, type]] = {
    "draft": DraftRules,
    "division": DivisionRules,
    "cards": CardRules,
    "pitching": PitchingRules,
    "game": GameRules,
    "standings": StandingsRules,
}


def lines_of(section: str) -> dict[str, Line]:
    """The lines of a section by name, in their order. Raises ProfileError for a line that nobody reads."""
    known: dict[str, Line] = {}
    for each in fields(SECTIONS[section]):
        about = each.metadata.get("line")
        if about is None or not about.reader:
            raise ProfileError(f"[{section}] {each.name} has no reader: what nobody reads is no rule")
        known[each.name] = about
    return known


_FILES = RuleFiles(ProfileError, "profile", {"name": str, "version": int, "title": str}, SECTIONS)


def available_profiles() -> list[str]:
    """Keys of the profiles that ship, such as "purestrat@1"."""
    return sorted(path.stem for path in PROFILE_FOLDER.glob("*@*.toml"))


@cache
def load_profile(key: str) -> Profile:
    """The shipped profile with this key. Raises ProfileError for an unknown or faulty one."""
    if key not in available_profiles():
        raise ProfileError(f"no profile “{key}”; there are: {', '.join(available_profiles())}")
    return read_profile(PROFILE_FOLDER / f"{key}.toml")


def read_profile(path: Path) -> Profile:
    """Read and check one profile file, with what it extends."""
    for section in SECTIONS:
        lines_of(section)
    return Profile(**_FILES.read(path), extends=str(_FILES.plain(path).get("extends", "")))


def text_of(profile: Profile) -> str:
    """The whole edition as one text, to be stored with the tournament that uses it."""
    return json.dumps(asdict(profile), indent=1, ensure_ascii=False)


@lru_cache(maxsize=64)
def profile_of_text(text: str) -> Profile:
    """The edition that a tournament has stored. Raises ProfileError where it cannot be read.

    What editions have no more is passed over; a line that came in later stands as in the shipped edition of that key,
    or of its base.
    """
    try:
        stored = json.loads(text)
        key = f"{stored['name']}@{stored['version']}"
        shipped = load_profile(key if key in available_profiles() else stored["extends"])
    except (ValueError, KeyError, TypeError) as fault:
        raise ProfileError(f"the stored edition cannot be read: {fault}") from None
    merged = {
        name: {line: stored.get(name, {}).get(line, getattr(getattr(shipped, name), line)) for line in lines_of(name)}
        for name in SECTIONS
    }
    named = {name: stored.get(name, getattr(shipped, name)) for name in ("name", "version", "title", "extends")}
    return Profile(**_FILES.checked(f"the stored edition {key}", {**named, **merged}), extends=named["extends"])
