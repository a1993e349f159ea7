"""Editions of the tournament rules: named, versioned profiles of numbers and switches, loaded from TOML.

A profile that a tournament has used is never edited. A change gets a new version. Each setting lists its printed rule,
its sentences and its reader, the function that uses it. A setting without a reader fails to load.

Settings that an edition's sources leave open are `asked`: the director sets them before the draft. He can change
any other setting too, with a reason. The text stored with the tournament records his reasons.
"""

import json
from collections.abc import Callable, Iterable, Mapping
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
    """A profile is invalid. The message includes the file, the key and the error."""


WILD_CARD_STEPS: Final = "standings.wild_card_steps"
ROUNDS_ON_FIRST_DAY: Final = "game.rounds_on_first_day"
NOT_PRINTED: Final = frozenset({ROUNDS_ON_FIRST_DAY})  # settings without a value in the printed text


@dataclass(frozen=True, slots=True)
class Profile:
    """An edition of the rules.

    Attributes:
        extends: The key of its base, or "".
        left_open: Settings, as "section.line", that its sources leave open.
        set_by_director: Settings with the director's reason for each.
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
    left_open: tuple[str, ...] = ()
    set_by_director: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Return name@version, as stored with tournaments."""
        return f"{self.name}@{self.version}"

    @property
    def reasons(self) -> dict[str, str]:
        """Return the director's reason for each setting he changed, by "section.line"."""
        return dict(self.set_by_director)

    @property
    def open_settings(self) -> tuple[str, ...]:
        """Return the open settings that the director hasn't set yet."""
        return tuple(name for name in self.left_open if name not in self.reasons)

    def value_of(self, name: str) -> Any:
        """Return the value of a setting, looked up as "section.line"."""
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
    """Return a section's settings by name, in order. Raise ProfileError for a setting without a rule."""
    lines: dict[str, ProfileLine] = {}
    for section_field in fields(SECTIONS[section]):
        line = section_field.metadata.get("line")
        if line is None:
            raise ProfileError(f"[{section}] {section_field.name} has no rule and no sentence")
        lines[section_field.name] = line
    return lines


def line_named(name: str) -> ProfileLine:
    """Return the setting "section.line". Raise ProfileError if there is none."""
    section, _, line = name.partition(".")
    lines = lines_of(section) if section in SECTIONS else {}
    if line not in lines:
        raise ProfileError(f"no rules edition has a setting “{name}”")
    return lines[line]


_FILES = RuleFiles(
    ProfileError,
    "profile",
    {"name": str, "version": int, "title": str, "asked": tuple[str, ...]},
    SECTIONS,
    {"asked": []},
    PROFILE_FOLDER,
)
_readers_of_added_files: list[Callable[[], Iterable[Path]]] = []


def register_added_profiles(read_files: Callable[[], Iterable[Path]]) -> None:
    """Register files of additional editions, such as those from plugins. They are loaded once, when first needed."""
    _readers_of_added_files.append(read_files)


def check_added_profile(path: Path) -> Profile:
    """Return an edition to add to the built-in ones.

    Raises:
        ProfileError: Its name isn't its key, it is already built in, or it doesn't extend a built-in edition. If the
            added file is gone, tournaments with its text fall back to the edition that it extends.
    """
    shipped = _shipped_profiles()
    if path.stem in shipped:
        raise ProfileError(f"{path.name}: {path.stem} comes with Pennant; choose another name")
    profile = read_profile(path)
    if path.stem != profile.key:
        raise ProfileError(f"{path.name}: its name must be {profile.key}.toml")
    if profile.extends not in shipped:
        raise ProfileError(f"{path.name}: extends must be one of {', '.join(shipped)}")
    return profile


@cache
def _added_profiles() -> dict[str, Path]:
    """Return the file of each added edition by key. If a key repeats, the first file wins."""
    files: dict[str, Path] = {}
    for read_files in _readers_of_added_files:
        for path in read_files():
            files.setdefault(path.stem, path)
    return files


def _shipped_profiles() -> list[str]:
    return sorted(path.stem for path in PROFILE_FOLDER.glob("*@*.toml"))


def available_profiles() -> list[str]:
    """Return the keys of the built-in and added profiles, such as "purestrat@1"."""
    return sorted([*_shipped_profiles(), *_added_profiles()])


def newest_profiles() -> list[str]:
    """Return the key of the newest version of every available edition, for new tournaments."""
    newest: dict[str, int] = {}
    for key in available_profiles():
        name, _, version = key.rpartition("@")
        newest[name] = max(newest.get(name, 0), int(version))
    return [f"{name}@{version}" for name, version in sorted(newest.items())]


def default_profile() -> str:
    """Return the edition of a new tournament until its director chooses a different one."""
    return next(key for key in newest_profiles() if key.startswith("purestrat@"))


def is_newest(key: str) -> bool:
    """Return whether this is the newest available version of its edition."""
    return key in newest_profiles()


@cache
def load_profile(key: str) -> Profile:
    """Return the built-in or added profile with this key. Raise ProfileError for an unknown or invalid one."""
    if key not in available_profiles():
        raise ProfileError(f"no profile “{key}”; choose one of: {', '.join(available_profiles())}")
    return read_profile(_added_profiles().get(key, PROFILE_FOLDER / f"{key}.toml"))


def printed_edition(profile: Profile) -> Profile:
    """Return the edition without the director's settings, or the one it extends if its file is gone."""
    return load_profile(profile.key if profile.key in available_profiles() else profile.extends)


def read_profile(path: Path) -> Profile:
    """Load and validate a profile file, including the profile that it extends."""
    for section in SECTIONS:
        lines_of(section)
    read = _FILES.read(path)
    open_lines = tuple(name for pattern in read.pop("asked") for name in _matching_settings(path.name, pattern))
    extends = str(_FILES.plain(path).get("extends", ""))
    return check_profile(Profile(**read, extends=extends, left_open=open_lines), path.name)


def _matching_settings(place: str, pattern: str) -> list[str]:
    """Return the settings that an entry in `asked` names: a single one, or a whole section with "pitching.*"."""
    section, _, line = pattern.partition(".")
    names = [f"{section}.{name}" for name in lines_of(section)] if section in SECTIONS else []
    matching = [name for name in names if line == "*" or name == pattern]
    if not matching:
        raise ProfileError(f"{place}: asked lists “{pattern}”, which is not a setting")
    return matching


def check_profile(profile: Profile, place: str = "") -> Profile:
    """Return the edition itself. Raise ProfileError if its settings contradict each other. `place` is its file."""
    draft, division = profile.draft, profile.division
    if draft.rounds != draft.players + draft.ballparks:
        sums = f"{draft.players} players and {draft.ballparks} ballparks don't make {draft.rounds} rounds"
        raise ProfileError(f"{place or profile.key}: {sums}")
    if division.smallest > division.largest:
        raise ProfileError(
            f"{place or profile.key}: a division can't have at least {division.smallest} and at most {division.largest}"
        )
    has_first_day = profile.game.rounds_on_first_day or ROUNDS_ON_FIRST_DAY in profile.open_settings
    if profile.game.nationals_suspension and not has_first_day:
        raise ProfileError(f"{place or profile.key}: enter how many rounds are played on the first day, at least 1")
    for step in (*profile.standings.tie_break_steps, *profile.standings.seeding_steps):
        if step not in TITLES:
            raise ProfileError(
                f"{place or profile.key}: standings: unknown tiebreaker step “{step}”; choose from: {', '.join(TITLES)}"
            )
    for step in profile.standings.wild_card_steps:
        if step not in ACROSS_DIVISIONS:
            choices = ", ".join(ACROSS_DIVISIONS)
            raise ProfileError(
                f"{place or profile.key}: standings: unknown step “{step}” for wild cards; choose from: {choices}"
            )
    return profile


def with_lines(profile: Profile, values: Mapping[str, Any], reason: str) -> Profile:
    """Return the edition with the director's settings, by "section.line". Raise ProfileError for an invalid one.

    An open setting is closed even if the director confirms its current value.
    """
    changed: dict[str, Any] = json.loads(text_of(profile))
    for name, value in values.items():
        line_named(name)
        section, _, line = name.partition(".")
        changed[section][line] = _plain(value)
    sections = _FILES.checked(profile.key, changed)
    reasons = {**profile.reasons, **dict.fromkeys(values, reason)}
    return check_profile(
        replace(profile, **{name: sections[name] for name in SECTIONS}, set_by_director=tuple(reasons.items()))
    )


def newly_open_settings(profile: Profile) -> tuple[str, ...]:
    """T0.09: Return the settings that only the newest version of the edition leaves open.

    Directors of tournaments under an earlier version are prompted once. Until then, each setting keeps its value.
    """
    newest = next((key for key in newest_profiles() if key.startswith(f"{profile.name}@")), None)
    if newest is None:  # an added edition whose file is gone
        return ()
    settled_or_open = {*profile.left_open, *profile.reasons}
    return tuple(
        name for name in load_profile(newest).left_open if name not in settled_or_open and _is_in_force(profile, name)
    )


def _is_in_force(profile: Profile, name: str) -> bool:
    """Return whether the switch on which a setting depends is on."""
    needs = line_named(name).needs
    return not needs or bool(profile.value_of(f"{name.partition('.')[0]}.{needs}"))


@lru_cache(maxsize=64)
def asking_for_wild_cards(profile: Profile) -> Profile:
    """T0.09: Return the edition for a format with wild cards, with their order left open for the director."""
    if WILD_CARD_STEPS in profile.left_open or WILD_CARD_STEPS in profile.reasons:
        return profile
    return replace(profile, left_open=(*profile.left_open, WILD_CARD_STEPS))


def _plain(value: object) -> object:
    """Return a value in the form used by files and stored texts."""
    return list(value) if isinstance(value, tuple) else value


_STORED_NAMES: Final = {"left_open": "asked"}  # the name in files and stored editions


def text_of(profile: Profile) -> str:
    """Return the whole edition as text, to store with its tournament."""
    document = {_STORED_NAMES.get(name, name): value for name, value in asdict(profile).items()}
    return json.dumps(document, indent=1, ensure_ascii=False)


@lru_cache(maxsize=64)
def profile_of_text(text: str) -> Profile:
    """Return the edition stored with a tournament. Raise ProfileError if it can't be loaded.

    Settings that no longer exist are skipped. New settings get their values from the built-in edition or its base.
    """
    try:
        stored = json.loads(text)
        key = f"{stored['name']}@{stored['version']}"
        shipped = load_profile(key if key in available_profiles() else stored["extends"])
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise ProfileError(f"the stored edition can't be read: {fault}") from None
    merged = {
        name: {line: _plain(getattr(getattr(shipped, name), line)) for line in lines_of(name)}
        | {line: value for line, value in stored.get(name, {}).items() if line in lines_of(name)}
        for name in SECTIONS
    }
    named = {name: stored.get(name, getattr(shipped, name)) for name in ("name", "version", "title", "extends")}
    read = _FILES.checked(f"the stored edition {key}", {**named, **merged})
    read.pop("asked")
    metadata = {
        "left_open": tuple(stored.get("asked", shipped.left_open)),
        "set_by_director": tuple((name, reason) for name, reason in stored.get("set_by_director", ())),
    }
    return Profile(**{**read, **metadata}, extends=named["extends"])
