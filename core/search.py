"""Match typed words to names of any kind, for page searches."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rules_engine.names import fits_search, name_words

MAX_TYPED: Final = 80


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """An entry that a search can find."""

    label: str
    address: str
    detail: str = ""  # shown next to the label
    names: tuple[str, ...] = ()  # additional names for the search
    words: str = ""  # additional words for the search, ranked below names

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.label, *self.names)


class SearchGroup(NamedTuple):
    """Entries of the same kind, with a title."""

    title: str
    entries: list[SearchEntry]


def best_matches(typed: str, groups: Iterable[SearchGroup], most: int) -> list[SearchGroup]:
    """Return each group's best entries, starting with the group that has the best match. Skip groups without a match.

    Args:
        most: The maximum number of entries per group.
    """
    ranked = []
    for title, entries in groups:
        matches = _ranked(typed, entries)[:most]
        if matches:
            best_rank, _ = matches[0]
            ranked.append((best_rank, SearchGroup(title, [entry for _, entry in matches])))
    ranked.sort(key=lambda pair: pair[0])
    return [group for _, group in ranked]


def _ranked(typed: str, entries: Iterable[SearchEntry]) -> list[tuple[int, SearchEntry]]:
    ranks = [(match_rank(typed, entry), entry) for entry in entries]
    matches = [(rank, entry) for rank, entry in ranks if rank is not None]
    matches.sort(key=lambda pair: pair[0])
    return matches


def match_rank(typed: str, entry: SearchEntry) -> int | None:
    """Return an entry's match rank, 0 for best, or None if it doesn't match.

    The best match is a name that starts with the typed text. Next are words that start with the typed words in any
    order, initials, and parts of words or variants of a first name.
    """
    query = name_words(typed)
    if not query:
        return None
    names, initials, words = _comparison(entry.all_names, entry.words)
    if any(name.startswith(query) for name in names):
        return 0
    if all(f" {part}" in words for part in query.split()):
        return 1
    if any(letters.startswith(query.replace(" ", "")) for letters in initials):
        return 2
    return 3 if fits_search(typed, words) else None


class _Comparison(NamedTuple):
    """An entry prepared for comparison. `words` has a space before each word."""

    names: tuple[str, ...]
    initials: tuple[str, ...]
    words: str


@lru_cache(maxsize=20_000)
def _comparison(names: tuple[str, ...], more_words: str) -> _Comparison:
    compared = tuple(name_words(name) for name in names)
    words = [*" ".join(compared).split(), *name_words(more_words).split()]
    return _Comparison(compared, tuple(map(_initials, compared)), "".join(f" {word}" for word in words))


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split())
