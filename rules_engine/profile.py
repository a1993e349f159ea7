"""A profile is one named, versioned edition of the tournament rules: its numbers and switches, read from TOML.

A profile that a tournament has used is never edited: a change gets a new version. Every line names its printed rule,
the sentences that tell it, and its reader: the function that asks for it. A line without a reader fails to load.

What the sources of an edition leave open is `asked`: the director sets it before the draft. Any other line he may
change as well, with a reason; the text stored with the tournament says so of every line that he set.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from rules_engine.profile_lines import (
    DivisionRules,
    DraftRules,
    FormatRules,
    PitchingRules,
    ProfileLine,
    StandingsRules,
    TournamentCardRules,
    TournamentGameRules,
)
from rules_engine.rule_files import RuleFiles
from rules_engine.tie_step_titles import ACROSS_DIVISIONS, TITLES

PROFILE_FOLDER = Path(__file__).parent / "profiles"


class ProfileError(ValueError):
    """A profile file cannot be used; the message names file, key and fault."""


WILD_CARD_STEPS: Final = "standings.wild_card_steps"
ROUNDS_ON_FIRST_DAY: Final = "game.rounds_on_first_day"
NOT_PRINTED: Final = frozenset({ROUNDS_ON_FIRST_DAY})  # lines of which the printed text gives no value


@dataclass(frozen=True, slots=True)
class Profile:
    """One edition. `key` is what a tournament stores: name@version. `extends`: the key of its base, or "".

    `asked`: lines, as "section.line", that its sources leave open. `set_by_director`: lines with his reason for each.
    """

    name: str
    version: int
    title: str
    extends: str
    draft: DraftRules
    division: DivisionRules
    cards: TournamentCardRules
    pitching: PitchingRules
    game: TournamentGameRules
    standings: StandingsRules
    format: FormatRules
    asked: tuple[str, ...] = ()
    set_by_director: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def reasons(self) -> dict[str, str]:
        """Why the director set a line as it is, by "section.line"."""
        return dict(self.set_by_director)

    @property
    def still_asked(self) -> tuple[str, ...]:
        """Lines that the sources leave open and the director has not set yet."""
        return tuple(name for name in self.asked if name not in self.reasons)

    def value_of(self, name: str) -> Any:
        """What stands in a line, by "section.line"."""
        section, _, line = name.partition(".")
        return getattr(getattr(self, section), line)


SECTIONS: Final[Mapping[str, type]] = {
    "draft": DraftRules,
    "division": DivisionRules,
    "cards": TournamentCardRules,
    "pitching": PitchingRules,
    "game": TournamentGameRules,
    "standings": StandingsRules,
    "format": FormatRules,
}


def lines_of(section: str) -> dict[str, ProfileLine]:
    """The lines of a section by name, in their order. Raises ProfileError for a line without a rule's words."""
    known: dict[str, ProfileLine] = {}
    for each in fields(SECTIONS[section]):
        about = each.metadata.get("line")
        if about is None:
            raise ProfileError(f"[{section}] {each.name} has no rule and no sentence")
        known[each.name] = about
    return known


def line_named(name: str) -> ProfileLine:
    """The line "section.line". Raises ProfileError where there is none."""
    section, _, line = name.partition(".")
    known = lines_of(section) if section in SECTIONS else {}
    if line not in known:
        raise ProfileError(f"no line “{name}” in an edition of the rules")
    return known[line]


_FILES = RuleFiles(
    ProfileError,
    "profile",
    {"name": str, "version": int, "title": str, "asked": tuple[str, ...]},
    SECTIONS,
    {"asked": []},
)


def available_profiles() -> list[str]:
    """Keys of the profiles that ship, such as "purestrat@1"."""
    return sorted(path.stem for path in PROFILE_FOLDER.glob("*@*.toml"))


def newest_profiles() -> list[str]:
    """Return the key of the newest version of every shipped edition, for new tournaments."""
    newest: dict[str, int] = {}
    for key in available_profiles():
        name, _, version = key.rpartition("@")
        newest[name] = max(newest.get(name, 0), int(version))
    return [f"{name}@{version}" for name, version in sorted(newest.items())]


def usual_profile() -> str:
    """Return the edition of a new tournament until its director chooses another."""
    return next(key for key in newest_profiles() if key.startswith("purestrat@"))


def is_newest(key: str) -> bool:
    """Whether no later version of this edition ships."""
    return key in newest_profiles()


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
    read = _FILES.read(path)
    asked = tuple(name for pattern in read.pop("asked") for name in _lines_meant(path.name, pattern))
    extends = str(_FILES.plain(path).get("extends", ""))
    return sound(Profile(**read, extends=extends, asked=asked), path.name)


def _lines_meant(place: str, pattern: str) -> list[str]:
    """`asked` may name one line, or with "pitching.*" all of a section."""
    section, _, line = pattern.partition(".")
    known = [f"{section}.{name}" for name in lines_of(section)] if section in SECTIONS else []
    meant = [name for name in known if line == "*" or name == pattern]
    if not meant:
        raise ProfileError(f"{place}: asked names “{pattern}”, which is no line")
    return meant


def sound(profile: Profile, place: str = "") -> Profile:
    """The edition itself. Raises ProfileError where its lines contradict one another; `place` is its file."""
    draft, division = profile.draft, profile.division
    if draft.rounds != draft.players + draft.ballparks:
        sums = f"{draft.players} players and {draft.ballparks} ballparks are not {draft.rounds} rounds"
        raise ProfileError(f"{place or profile.key}: {sums}")
    if division.smallest > division.largest:
        raise ProfileError(
            f"{place or profile.key}: a division of {division.smallest} at least and {division.largest} at most"
        )
    has_first_day = profile.game.rounds_on_first_day or ROUNDS_ON_FIRST_DAY in profile.still_asked
    if profile.game.nationals_suspension and not has_first_day:
        raise ProfileError(f"{place or profile.key}: enter how many rounds are played on the first day, at least 1")
    for step in (*profile.standings.tie_break_steps, *profile.standings.seeding_steps):
        if step not in TITLES:
            raise ProfileError(
                f"{place or profile.key}: standings: no tie-break step “{step}”; there are: {', '.join(TITLES)}"
            )
    for step in profile.standings.wild_card_steps:
        if step not in ACROSS_DIVISIONS:
            known = ", ".join(ACROSS_DIVISIONS)
            raise ProfileError(
                f"{place or profile.key}: standings: no step “{step}” for wild cards; there are: {known}"
            )
    return profile


def with_lines(profile: Profile, values: Mapping[str, Any], reason: str) -> Profile:
    """The edition with these lines, by "section.line", as the director sets them. Raises ProfileError naming the line.

    What is set to the value that it has, is set all the same: an open line is closed by it.
    """
    changed: dict[str, Any] = json.loads(text_of(profile))
    for name, value in values.items():
        line_named(name)
        section, _, line = name.partition(".")
        changed[section][line] = _plain(value)
    sections = _FILES.checked(profile.key, changed)
    reasons = {**profile.reasons, **dict.fromkeys(values, reason)}
    return sound(
        replace(profile, **{name: sections[name] for name in SECTIONS}, set_by_director=tuple(reasons.items()))
    )


def asked_since(profile: Profile) -> tuple[str, ...]:
    """T0.09: the lines that the newest version of the edition asks for, and that this one settled without a source.

    The director of a tournament under an earlier version is asked once; until he answers it keeps its value.
    """
    newest = next((key for key in newest_profiles() if key.startswith(f"{profile.name}@")), profile.key)
    known = {*profile.asked, *profile.reasons}
    return tuple(name for name in load_profile(newest).asked if name not in known and _is_in_force(profile, name))


def _is_in_force(profile: Profile, name: str) -> bool:
    """Whether the switch is on without which a line means nothing."""
    needs = line_named(name).needs
    return not needs or bool(profile.value_of(f"{name.partition('.')[0]}.{needs}"))


@lru_cache(maxsize=64)
def asking_for_wild_cards(profile: Profile) -> Profile:
    """T0.09: the edition where the format has wild cards: no source gives their order, so the director is asked."""
    if WILD_CARD_STEPS in profile.asked or WILD_CARD_STEPS in profile.reasons:
        return profile
    return replace(profile, asked=(*profile.asked, WILD_CARD_STEPS))


def _plain(value: object) -> object:
    """As a file or a stored text has it."""
    return list(value) if isinstance(value, tuple) else value


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
        name: {line: _plain(getattr(getattr(shipped, name), line)) for line in lines_of(name)}
        | {line: value for line, value in stored.get(name, {}).items() if line in lines_of(name)}
        for name in SECTIONS
    }
    named = {name: stored.get(name, getattr(shipped, name)) for name in ("name", "version", "title", "extends")}
    read = _FILES.checked(f"the stored edition {key}", {**named, **merged})
    kept = {
        "asked": tuple(stored.get("asked", shipped.asked)),
        "set_by_director": tuple((name, reason) for name, reason in stored.get("set_by_director", ())),
    }
    return Profile(**{**read, **kept}, extends=named["extends"])
