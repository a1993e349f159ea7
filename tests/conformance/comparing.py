"""Compare a result with a case's expected values. Only the keys in `expect` are asserted."""

import re
from collections.abc import Mapping
from typing import Any

MISSING = "(the answer lacks this key)"


def differences(
    expect: Mapping[str, Any], answer: Mapping[str, Any], sets: frozenset[str], partial: frozenset[str]
) -> dict[str, tuple[Any, Any]]:
    """Return key -> (expected, actual) for every key with a different result."""
    differences = {}
    for key, expected in expect.items():
        answered = answer.get(key, MISSING)
        if not _agrees(key, expected, answered, sets, partial):
            differences[key] = (expected, answered)
    return differences


def _agrees(key: str, expected: Any, answered: Any, sets: frozenset[str], partial: frozenset[str]) -> bool:
    if key in sets and isinstance(expected, list) and isinstance(answered, list | tuple | set | frozenset):
        return sorted(map(repr, expected)) == sorted(map(repr, answered))
    if key in partial and expected and isinstance(expected, dict) and isinstance(answered, Mapping):
        return all(name in answered and same(value, answered[name]) for name, value in expected.items())
    return same(expected, answered)


def same(expected: Any, answered: Any) -> bool:
    """Return whether two values are equal. True never equals 1, and tuples count as lists."""
    if isinstance(expected, bool) or isinstance(answered, bool):
        return expected is answered
    if isinstance(expected, list) and isinstance(answered, list | tuple):
        return len(expected) == len(answered) and all(map(same, expected, answered))
    if isinstance(expected, dict) and isinstance(answered, Mapping):
        return expected.keys() == answered.keys() and all(same(value, answered[key]) for key, value in expected.items())
    if isinstance(expected, str) and isinstance(answered, str):
        return _sentence(expected) == _sentence(answered)
    return bool(expected == answered)


def _sentence(text: str) -> str:
    """Ignore pronouns and British or American spelling in sentences, but compare shorter texts exactly.

    An error without a number is a one-base error.
    """
    text = text.replace("one-base error", "error")
    if len(text.split()) < 4:
        return text
    return re.sub(r"\b(his|her|their)\b", "their", text).replace("defense", "defence").replace("offense", "offence")
