"""Read the choices made on the preview of an import."""

from collections.abc import Collection, Mapping
from typing import Any, Final

ANSWER: Final = "answer-"
COLUMN: Final = "column-"
_MOST_DIGITS: Final = 7


def chosen_columns(data: Mapping[str, Any], targets: Collection[str]) -> dict[int, str]:
    """Return the targets chosen on a preview, by the column's place. "" means that it isn't used."""
    chosen = {}
    for name, value in data.items():
        place = name.removeprefix(COLUMN)
        if name.startswith(COLUMN) and is_short_number(place) and (value in targets or value == ""):
            chosen[int(place)] = str(value)
    return chosen


def answers_by_row(data: Mapping[str, Any]) -> dict[int, str]:
    """Return the answers given on a preview, by row."""
    answers = {}
    for name, value in data.items():
        row = name.removeprefix(ANSWER)
        if name.startswith(ANSWER) and is_short_number(row) and value:
            answers[int(row)] = str(value)
    return answers


def is_short_number(text: str) -> bool:
    """Return whether a text is a number of at most seven digits, as rows and columns have."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def number_in(text: str) -> int:
    """Return the number in a cell such as 3 or "Round 3"; 0 if there is none."""
    digits = "".join(character for character in text.partition(".")[0] if character.isdecimal())
    return int(digits) if is_short_number(digits) else 0
