"""A case's facts as a mapping that records reads, so that no fact can be ignored.

There are no implicit defaults. `given[key]` raises an error for a missing key, `given.get(key)` returns None, and
`given.absent(key, meaning)` states the meaning of a missing key explicitly.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tests.conformance.words.reading import UnknownWords

Words = Mapping[str, Callable[[str, Any], Any]]  # key -> function that returns the adapters' word for its value
NO_WORDS: Final[Words] = {}


class UnreadError(AssertionError):
    """A case contains facts that its adapter has not read. The message names the keys."""


class StoryError(AssertionError):
    """A value listed as story is neither a name nor prose."""


class CaseFacts(Mapping[str, Any]):
    """A case's facts. Nested mappings and lists of mappings also record their reads."""

    def __init__(self, facts: Mapping[str, Any], words: Words = NO_WORDS) -> None:
        self._facts, self._words = facts, words
        self._read: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._facts:
            raise UnknownWords(key, None, "whatever it is: the case does not tell it")
        if key not in self._read:
            self._read[key] = self._watched(key, self._facts[key])
        return self._read[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __contains__(self, key: object) -> bool:
        return key in self._facts

    def get(self, key: str) -> Any:  # type: ignore[override]
        """Return the value, or None if the case has no such key."""
        return self[key] if key in self._facts else None

    def absent(self, key: str, meaning: Any) -> Any:
        """Return the value, or this default for a key that cases may leave out."""
        return self[key] if key in self._facts else meaning

    def full(self, key: str) -> Any:
        """Return a complete table, such as a chart's cells, and count all of it as read."""
        self._read[key] = self._facts[key] if key in self._facts else self[key]
        return self._read[key]

    def unread(self, path: str = "") -> list[str]:
        """Return the unread keys, including nested ones: "enters.lead", "checks[1].d20"."""
        missed = [path + key for key in self._facts if key not in self._read]
        for key, value in self._read.items():
            for where, inner in _inside(key, value):
                missed += inner.unread(f"{path}{where}.")
        return missed

    def _watched(self, key: str, value: Any) -> Any:
        if key in self._words:
            return self._words[key](key, value)
        if isinstance(value, Mapping):
            return CaseFacts(value, self._words)
        if isinstance(value, list):
            return [CaseFacts(part, self._words) if isinstance(part, Mapping) else part for part in value]
        return value


def _inside(key: str, value: Any) -> list[tuple[str, CaseFacts]]:
    if isinstance(value, CaseFacts):
        return [(key, value)]
    parts = value if isinstance(value, list) else []
    return [(f"{key}[{place}]", part) for place, part in enumerate(parts) if isinstance(part, CaseFacts)]


def check_all_read(facts: CaseFacts, story: frozenset[str], rule_words: frozenset[str]) -> None:
    """Raise UnreadError for a key that is neither read nor story, and StoryError for story that states a fact."""
    unread = facts.unread()
    if passed_over := [key for key in unread if key not in story]:
        raise UnreadError(f"the adapter has not read {', '.join(passed_over)}")
    for key in unread:
        check_story(key, _at(facts, key), rule_words)


def _at(facts: CaseFacts, path: str) -> Any:
    """Return the value at "enters.lead" or "checks[1].d20"."""
    value: Any = facts
    for part in path.split("."):
        key, _, place = part.rstrip("]").partition("[")
        value = value[key][int(place)] if place else value[key]
    return value


def check_story(key: str, value: Any, rule_words: frozenset[str]) -> None:
    """Check that story is a name or prose: not a number, a boolean or a single word used in the rules."""
    for text in value if isinstance(value, list) else [value]:
        if not isinstance(text, str) or text.strip().isdecimal():
            raise StoryError(f"“{key}” is listed as story and tells {text!r}, which is no name and no prose")
        if "_".join(text.lower().split()) in rule_words:
            raise StoryError(f"“{key}” is listed as story and tells {text!r}, a word that rules go by")
