"""Compares an answer with what a case expects: only the keys of `expect` are asserted."""

import re
from collections.abc import Mapping
from typing import Any

MISSING = "(the answer lacks this key)"


def differences(
    expect: Mapping[str, Any], answer: Mapping[str, Any], sets: frozenset[str], partial: frozenset[str]
) -> dict[str, tuple[Any, Any]]:
    """Key -> (expected, answered) for every key that came out otherwise."""
    found = {}
    for key, wanted in expect.items():
        given = answer.get(key, MISSING)
        if not _agrees(key, wanted, given, sets, partial):
            found[key] = (wanted, given)
    return found


def _agrees(key: str, wanted: Any, given: Any, sets: frozenset[str], partial: frozenset[str]) -> bool:
    if key in sets and isinstance(wanted, list) and isinstance(given, list | tuple | set | frozenset):
        return sorted(map(repr, wanted)) == sorted(map(repr, given))
    if key in partial and wanted and isinstance(wanted, dict) and isinstance(given, Mapping):
        return all(name in given and same(value, given[name]) for name, value in wanted.items())
    return same(wanted, given)


def same(wanted: Any, given: Any) -> bool:
    """Equal, with True never equal to 1, and tuples counting as lists."""
    if isinstance(wanted, bool) or isinstance(given, bool):
        return wanted is given
    if isinstance(wanted, list) and isinstance(given, list | tuple):
        return len(wanted) == len(given) and all(map(same, wanted, given))
    if isinstance(wanted, dict) and isinstance(given, Mapping):
        return wanted.keys() == given.keys() and all(same(value, given[key]) for key, value in wanted.items())
    if isinstance(wanted, str) and isinstance(given, str):
        return _sentence(wanted) == _sentence(given)
    return bool(wanted == given)


def _sentence(text: str) -> str:
    """In sentences the pronoun and American spelling make no difference; single words are compared as they stand.

    An error that is told without a number is one of one base.
    """
    text = text.replace("one-base error", "error")
    if len(text.split()) < 4:
        return text
    return re.sub(r"\b(his|her|their)\b", "their", text).replace("defense", "defence").replace("offense", "offence")
