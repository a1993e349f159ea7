"""Tools to parse free text: normalized spelling, values by pattern, numbers in words, and whether an event happened."""

import re
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SPELLINGS = (
    ("’", "'"),
    ("n't", " not"),
    ("wont ", "will not "),
    ("defens", "defenc"),
    ("offens", "offenc"),
    ("recogniz", "recognis"),
    ("announcing", "announce"),
    ("line-up", "lineup"),
    ("line up", "lineup"),
    ("play-off", "playoff"),
    ("shoot-out", "shootout"),
    ("re-ent", "reent"),
    ("unsigned", "not signed"),
    ("half-inning", "half inning"),
    ("&", " and "),
    ("wo not", "will not"),
    ("can not", "cannot"),
    ("ca not", "cannot"),
)
NOT = r"\b(before|prior to|until|till|not|never|neither|nobody|nothing|no one|nor|no|none|without|yet to|about to)\b"
SINCE = r"\b(after|once|when|while|during|since|as soon as)\b"
CLAUSES = r"[,;:()]|\.\s|\b(?:but|and|although|though|discovered|found|noticed|recognised|detected)\b"


class UnknownWords(LookupError):
    """A field of a case has words outside the vocabulary. The message names the field and the words."""

    def __init__(self, field: str, text: object, vocabulary: str) -> None:
        super().__init__(f"“{field}”: cannot read “{text}”; the vocabulary knows {vocabulary}")


def plain(text: object) -> str:
    """Return lowercase text with a single spelling for variants."""
    words = str(text).casefold().replace("_", " ")
    for spelling, used in SPELLINGS:
        words = words.replace(spelling, used)
    return " ".join(words.split())


def says(text: object, pattern: str) -> bool:
    return re.search(pattern, plain(text)) is not None


def pick(field: str, text: object, table: Iterable[tuple[str, Value]]) -> Value:
    """Return the value of the first pattern in the table that matches the text."""
    vocabulary = list(table)
    for pattern, value in vocabulary:
        if says(text, pattern):
            return value
    raise UnknownWords(field, text, "; ".join(pattern for pattern, _ in vocabulary))


def number(field: str, text: object, default: int | None = None) -> int:
    """Return the first number in a text: "5", "5th", "five" or "fifth"."""
    for word in re.findall(r"\d+|[a-z]+", plain(text)):
        if word.isdigit():
            return int(word)
        if word in ORDINALS or word in NUMBERS:
            return (ORDINALS if word in ORDINALS else NUMBERS).index(word)
    if default is None:
        raise UnknownWords(field, text, "a number in digits or words")
    return default


def listed(value: object) -> list[object]:
    """Return a list unchanged, a text split at its commas, and an empty list for nothing."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return list(value) if isinstance(value, list | tuple) else []


def counted(text: object, thing: str) -> int | None:
    """Return a count from a text: ("one out", "outs?") is 1. Return None if there is none."""
    match = re.search(rf"(\d+|[a-z]+)[ -]+(?:{thing})\b", plain(text))
    if match and match[1].isdigit():
        return int(match[1])
    if match and (match[1] in NUMBERS or match[1] == "no"):
        return 0 if match[1] == "no" else NUMBERS.index(match[1])
    return None


def clauses(text: object) -> list[str]:
    return [clause.strip() for clause in re.split(CLAUSES, plain(text)) if clause.strip()]


def happened(text: object, event: str) -> bool | None:
    """Return whether an event has happened: True for "after it", False for "before it" or "not yet", None if not named.

    The last word for time or negation before the event decides, or a negation after it in the same clause.
    """
    outcomes = [_did_happen(clause, match) for clause in clauses(text) for match in re.finditer(event, clause)]
    return any(outcomes) if outcomes else None


def _did_happen(clause: str, match: re.Match[str]) -> bool:
    before, after = clause[: match.start()], clause[match.start() :]
    if re.search(r"\b(not|never|yet to)\b", after.split(" before ")[0]):
        return False
    denied = max((hit.end() for hit in re.finditer(NOT, before)), default=-1)
    return denied < 0 or denied < max((hit.end() for hit in re.finditer(SINCE, before)), default=-1)
