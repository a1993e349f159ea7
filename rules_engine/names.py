"""Players' names, and the name comparison behind every search, result line, list and merge.

Case, accents, apostrophes, periods and hyphens don't count, and "Last, First" is the same name as "First Last".
A suffix distinguishes father and son only if both names have one. Short first names match their long forms.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from rules_engine.first_names import first_name_forms

Key = TypeVar("Key", bound=Hashable)

SUFFIXES: Final = {"jr": "Jr.", "junior": "Jr.", "sr": "Sr.", "senior": "Sr.", "ii": "II", "iii": "III", "iv": "IV"}
PARTICLES: Final = frozenset(["de", "del", "de", "la", "los", "las", "van", "von", "der", "den", "di", "da", "st"])
_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_DROPPED: Final = re.compile("['’`‘ʼ´′]")
_APART: Final = re.compile(r"[^\w]+|_")
_INITIALS: Final = re.compile(r"\b(\w) (?=\w\b)")
_IN_ORDER: Final = re.compile(r"[\w\s.,'’`‘ʼ´′-]+")  # a possible "Last, First"
_MARKS: Final = re.compile(r"[\s*#+†‡^]+$")  # public statistics mark left-handed and switch hitters


def clean_name(text: str) -> str:
    """Return a name on a single line with single spaces and no control characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())  # the same, faster
    visible = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def folded(name: str) -> str:
    """Return a name without case and accents."""
    cleaned = clean_name(name)
    if cleaned.isascii():
        return cleaned.casefold()  # the same, faster
    plain = unicodedata.normalize("NFKD", cleaned)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


@lru_cache(maxsize=20_000)
def name_words(text: str) -> str:
    """Return the words of a name in the form used for comparison: "J. D. O’Neill" is "jd oneill"."""
    plain = _DROPPED.sub("", folded(text)).translate(_LETTERS)
    return _INITIALS.sub(r"\1", " ".join(_APART.sub(" ", plain).split()))


class NameParts(NamedTuple):
    """A name split into its parts, as written."""

    first: str
    last: str
    suffix: str = ""  # Jr., Sr., II, III, IV

    @property
    def shown(self) -> str:
        return " ".join(filter(None, (self.first, self.last, self.suffix)))

    @property
    def sorted_by(self) -> str:
        given_names = " ".join(filter(None, (self.first, self.suffix)))
        return f"{self.last}, {given_names}" if given_names else self.last


def split_name(text: str) -> NameParts:
    """Split a name into its parts: "Griffey Jr., Ken" and "Ken Griffey Jr." are Ken, Griffey and Jr."""
    name = _MARKS.sub("", clean_name(text))
    front, *rest = [part.strip() for part in name.split(",")] if _IN_ORDER.fullmatch(name) else [name]
    words, suffix = _without_suffix(front.split())
    given_names: list[str] = []
    for part in rest:
        more, ending = _without_suffix(part.split())
        given_names += more
        suffix = suffix or ending
    if given_names:
        return NameParts(" ".join(given_names), " ".join(words), suffix)
    last = _start_of_last_name(words)
    return NameParts(" ".join(words[:last]), " ".join(words[last:]), suffix)


def _without_suffix(words: list[str]) -> tuple[list[str], str]:
    """Split off a suffix at the end, even if it's the only word."""
    suffix = SUFFIXES.get(name_words(words[-1]), "") if words else ""
    return (words[:-1], suffix) if suffix else (words, "")


def _start_of_last_name(words: Sequence[str]) -> int:
    start = len(words) - 1
    while start > 1 and name_words(words[start - 1]) in PARTICLES:
        start -= 1
    return max(0, start)


class _Compared(NamedTuple):
    """A name prepared for comparison, word by word without accents."""

    first: str
    last: str
    suffix: str

    @property
    def words(self) -> list[str]:
        return f"{self.first} {self.last}".split()


@lru_cache(maxsize=20_000)
def _compared(name: str) -> _Compared:
    parts = split_name(name)
    if not parts.last and parts.suffix:  # nothing but a suffix
        return _Compared("", name_words(parts.suffix), "")
    return _Compared(name_words(parts.first), name_words(parts.last), parts.suffix)


def name_key(name: str) -> tuple[str, str, str]:
    """Return a key shared by names that differ only in how they are written, for grouping and sorting."""
    compared = _compared(name)
    return compared.last, compared.first, compared.suffix


def matching_names(typed: str, names: Mapping[Key, str]) -> list[Key]:
    """Return the names that best match a typed name. If there are several, let the person choose.

    A full name ranks before short first names, initials, a last name only and beginnings of words, in this order.
    """
    query = _compared(typed)
    if not query.words:
        return []
    candidates = {key: _compared(name) for key, name in names.items()}
    for fits in _WAYS:
        matches = [key for key, name in candidates.items() if _suffixes_agree(query, name) and fits(query, name)]
        if matches:
            return _closest(query, {key: candidates[key] for key in matches})
    return []


def fits_search(typed: str, name: str) -> bool:
    """Return whether a name matches a search. Each typed word is part of a word in it, or a form of its first name."""
    query = _compared(typed)
    return all(_may_be_part(word, name) for word in query.words) and _answers(query, name)


def names_that_fit(typed: str, names: Mapping[Key, str]) -> list[Key]:
    """Return the names that match a search in this way, in order."""
    query = _compared(typed)
    candidates = list(names)
    for word in query.words:
        candidates = [key for key in candidates if _may_be_part(word, names[key])]
    return [key for key in candidates if _answers(query, names[key])]


def _may_be_part(word: str, name: str) -> bool:
    """Rule out most names before they are split, which is slow."""
    letters = _letters(name)
    return word in letters or any(form in letters for form in first_name_forms(word))


def _answers(query: _Compared, name: str) -> bool:
    candidate = _compared(name)
    return _suffixes_agree(query, candidate) and all(_is_part(word, candidate) for word in query.words)


@lru_cache(maxsize=20_000)
def _letters(name: str) -> str:
    return name_words(name).replace(" ", "")


def _is_part(word: str, name: _Compared) -> bool:
    texts = (*name.words, name.last.replace(" ", ""))
    return any(word in text for text in texts) or any(form in name.words for form in first_name_forms(word))


def _suffixes_agree(query: _Compared, name: _Compared) -> bool:
    return not (query.suffix and name.suffix) or query.suffix == name.suffix


def _closest(query: _Compared, matches: Mapping[Key, _Compared]) -> list[Key]:
    """Narrow the matches to names with the typed suffix. For a full name without a suffix, prefer names without one."""
    if not query.suffix and not all(_is_exact(query, name) for name in matches.values()):
        return list(matches)
    same = [key for key, name in matches.items() if name.suffix == query.suffix]
    return same or list(matches)


def _is_exact(query: _Compared, name: _Compared) -> bool:
    return "".join(query.words) == "".join(name.words)


def _is_full_name(query: _Compared, name: _Compared) -> bool:
    """Return whether the last names are the same and the first names are forms of each other."""
    if _is_exact(query, name):
        return True
    first, *middle = query.first.split() or [""]
    other_first, *other_middle = name.first.split() or [""]
    if middle and other_middle and middle != other_middle:
        return False
    return _spelled_alike(query.last, name.last) and bool(first) and other_first in {first, *first_name_forms(first)}


def _spelled_alike(first: str, second: str) -> bool:
    return first.replace(" ", "") == second.replace(" ", "")


def _has_initials(query: _Compared, name: _Compared) -> bool:
    """Return whether typed initials match the name: "K. Griffey" or "A J Burnett", but not a different first name."""
    if not query.first or not name.first or not _spelled_alike(query.last, name.last):
        return False
    initials = "".join(word[0] for word in name.words[: len(name.first.split())])
    written = query.first.replace(" ", "")
    return name.first.startswith(written) or initials.startswith(written)


def _is_last_name(query: _Compared, name: _Compared) -> bool:
    return _spelled_alike(" ".join(query.words), name.last) or " ".join(query.words) == name.last.split()[-1]


def _begins_last_name(query: _Compared, name: _Compared) -> bool:
    return name.last.startswith(" ".join(query.words))


def _begins_words(query: _Compared, name: _Compared) -> bool:
    return _each_begins(query.words, name.words)


def _each_begins(query: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether every typed part begins a different word."""
    if not query:
        return True
    for place, word in enumerate(words):
        if word.startswith(query[0]) and _each_begins(query[1:], [*words[:place], *words[place + 1 :]]):
            return True
    return False


_WAYS: Final[tuple[Callable[[_Compared, _Compared], bool], ...]] = (
    *(_is_exact, _is_full_name, _has_initials, _is_last_name, _begins_last_name, _begins_words),
)
