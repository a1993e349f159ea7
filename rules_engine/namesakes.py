"""Men of one name: everywhere a man is his number, and sentences add to his name what tells him from a namesake."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import NamedTuple, TypeVar

Number = TypeVar("Number", bound=Hashable)


class Named(NamedTuple):
    """A man's name, and what may tell him apart, the plainest first; "" is not known. The last is his alone."""

    name: str
    marks: tuple[str, ...]


def distinct_names(players: Mapping[Number, Named]) -> dict[Number, str]:
    """By number: the name, for namesakes with the first mark that each of them has and no two share."""
    alike: dict[str, list[Number]] = defaultdict(list)
    for number, man in players.items():
        alike[man.name].append(number)
    names = {number: man.name for number, man in players.items()}
    for name, numbers in alike.items():
        if len(numbers) > 1:
            marks = _telling([players[number].marks for number in numbers])
            names |= {number: f"{name} ({mark})" for number, mark in zip(numbers, marks, strict=True)}
    return names


def _telling(of_each: list[tuple[str, ...]]) -> tuple[str, ...]:
    kinds = list(zip(*of_each, strict=True))
    return next((marks for marks in kinds if all(marks) and len(set(marks)) == len(marks)), kinds[-1])
