"""The rulesets and profiles in which a rule is in force, based on their settings and rules_in_force.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules_engine.profile import PROFILE_FOLDER, Profile, load_profile
from rules_engine.systems import KEYS, load

FILE: Final = Path(__file__).with_name("rules_in_force.toml")
ALWAYS, TOURNAMENT, PROFILE_LINES = "always", "tournament", "profile."


class InForceError(ValueError):
    """The file rules_in_force.toml is invalid or names an unknown setting."""


@cache
def conditions(path: Path = FILE) -> Mapping[str, tuple[str, ...]]:
    """Return, by rule number, the conditions that each put it in force. Raise InForceError for a repeated rule."""
    texts_by_rule: dict[str, tuple[str, ...]] = {}
    for section in tomllib.loads(path.read_text(encoding="utf-8")).values():
        for number, texts in section.items():
            if number in texts_by_rule:
                raise InForceError(f"{number} is listed twice")
            texts_by_rule[number] = (texts,) if isinstance(texts, str) else tuple(texts)
    return texts_by_rule


@cache
def books() -> Mapping[str, Any]:
    """Return every built-in ruleset by key, and every built-in profile by name and version."""
    system = load(KEYS[0])  # the other systems have few options, which determine their rules
    editions: dict[str, Any] = {key: system.edition(key) for key in system.editions}
    return editions | {path.stem: load_profile(path.stem) for path in sorted(PROFILE_FOLDER.glob("*.toml"))}


@cache
def in_force(number: str) -> tuple[str, ...]:
    """Return the keys of the rulesets and profiles with this rule in force. Raise InForceError for an unknown rule."""
    texts = conditions().get(number)
    if texts is None:
        raise InForceError(f"{number} is not in {FILE.name}")
    return tuple(key for key, book in books().items() if any(holds(book, number, text) for text in texts))


def holds(book: Any, number: str, text: str) -> bool:
    """Return whether these rules meet a condition, such as "stealing.catcher_arm and not stealing.ratings"."""
    if text in (ALWAYS, TOURNAMENT):
        return is_profile(book) == (text == TOURNAMENT)
    joined = any if " or " in text else all
    terms = text.split(" or " if " or " in text else " and ")
    if is_profile(book) != all(term.removeprefix("not ").startswith(PROFILE_LINES) for term in terms):
        return False
    return joined(_term(book, number, term.split()) for term in terms)


def is_profile(book: Any) -> bool:
    return isinstance(book, Profile)


def _term(book: Any, number: str, words: Sequence[str]) -> bool:
    match words:
        case ["not", line]:
            return not _line(book, number, line)
        case [line]:
            return bool(_line(book, number, line))
        case [line, "=", value]:
            return str(_line(book, number, line)) == value
        case [line, "has", value]:
            return value in _line(book, number, line)
    raise InForceError(f"{number}: “{' '.join(words)}” is not a condition")


def _line(book: Any, number: str, line: str) -> Any:
    section, _, name = line.removeprefix(PROFILE_LINES).partition(".")
    try:
        return getattr(getattr(book, section), name)
    except AttributeError:
        raise InForceError(f"{number}: there is no setting {line}") from None
