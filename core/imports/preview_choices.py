"""Parse the choices made on an import preview."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

ANSWER: Final = "answer-"
COLUMN: Final = "column-"
_MOST_DIGITS: Final = 7
_BEHIND_A_NUMBER: Final = re.compile(r"(?<=\d)(?:\.\d*|\s*(?:of|/)\s*\d+)")  # decimals, or the total in "3 of 9"


def chosen_columns(data: Mapping[str, Any], targets: Collection[str]) -> dict[int, str]:
    """Return the targets chosen on a preview, by column place. "" means that the column isn't used."""
    chosen = {}
    for name, value in data.items():
        place = name.removeprefix(COLUMN)
        if name.startswith(COLUMN) and is_short_number(place) and (value in targets or value == ""):
            chosen[int(place)] = str(value)
    return chosen


def answers_by_row(data: Mapping[str, Any]) -> dict[int, str]:
    """Return the answers on a preview, by row."""
    answers = {}
    for name, value in data.items():
        row = name.removeprefix(ANSWER)
        if name.startswith(ANSWER) and is_short_number(row) and value:
            answers[int(row)] = str(value)
    return answers


def is_short_number(text: str) -> bool:
    """Return whether the text is a number of at most seven digits, like row and column numbers."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def number_in(text: str) -> int:
    """Return the number in a cell such as 3, "Round 3" or "3 of 9", or 0 if there is no number or more than one."""
    numbers = re.findall(r"[0-9]+", _BEHIND_A_NUMBER.sub("", text))
    return int(numbers[0]) if len(numbers) == 1 and is_short_number(numbers[0]) else 0
