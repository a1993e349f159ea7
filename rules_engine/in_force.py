"""Which editions and profiles have a rule in force, worked out from their own lines by rules_in_force.toml."""

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
    """rules_in_force.toml cannot be read or names a line that nothing has; the message names the rule."""


@cache
def conditions(path: Path = FILE) -> Mapping[str, tuple[str, ...]]:
    """Rule number -> the texts of which any puts it in force. Raises InForceError for a rule that is there twice."""
    found: dict[str, tuple[str, ...]] = {}
    for section in tomllib.loads(path.read_text(encoding="utf-8")).values():
        for number, texts in section.items():
            if number in found:
                raise InForceError(f"{number} is there twice")
            found[number] = (texts,) if isinstance(texts, str) else tuple(texts)
    return found


@cache
def books() -> Mapping[str, Any]:
    """Every shipped edition by its key and every shipped profile by its name and version."""
    usual = load(KEYS[0])  # the others have few options, and their rules are in force by them
    editions: dict[str, Any] = {key: usual.edition(key) for key in usual.editions}
    return editions | {path.stem: load_profile(path.stem) for path in sorted(PROFILE_FOLDER.glob("*.toml"))}


@cache
def in_force(number: str) -> tuple[str, ...]:
    """The keys of the editions and profiles that have this rule in force. Raises InForceError for an unknown rule."""
    texts = conditions().get(number)
    if texts is None:
        raise InForceError(f"{number} is not in {FILE.name}")
    return tuple(key for key, book in books().items() if any(holds(book, number, text) for text in texts))


def holds(book: Any, number: str, text: str) -> bool:
    """Whether this edition or profile fulfils one text, such as "stealing.catcher_arm and not stealing.ratings"."""
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
    raise InForceError(f"{number}: “{' '.join(words)}” cannot be read")


def _line(book: Any, number: str, line: str) -> Any:
    section, _, name = line.removeprefix(PROFILE_LINES).partition(".")
    try:
        return getattr(getattr(book, section), name)
    except AttributeError:
        raise InForceError(f"{number}: there is no line {line}") from None
