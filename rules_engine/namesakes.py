"""Names that distinguish players with the same name.

The program identifies players by number, people by these names.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import NamedTuple, TypeVar

Number = TypeVar("Number", bound=Hashable)


class Named(NamedTuple):
    """A player's name and marks that distinguish him, plainest first.

    An unknown mark is "", and the last mark is unique.
    """

    name: str
    marks: tuple[str, ...]


def distinct_names(players: Mapping[Number, Named]) -> dict[Number, str]:
    """Return names by number. Namesakes get the first kind of mark that all of them have and no two share."""
    alike: dict[str, list[Number]] = defaultdict(list)
    for number, player in players.items():
        alike[player.name].append(number)
    names = {number: player.name for number, player in players.items()}
    for name, numbers in alike.items():
        if len(numbers) > 1:
            marks = _telling([players[number].marks for number in numbers])
            names |= {number: f"{name} ({mark})" for number, mark in zip(numbers, marks, strict=True)}
    return names


def _telling(of_each: list[tuple[str, ...]]) -> tuple[str, ...]:
    kinds = list(zip(*of_each, strict=True))
    return next((marks for marks in kinds if all(marks) and len(set(marks)) == len(marks)), kinds[-1])
