"""Rolls that put people or teams in order: high roll first, the tied roll again among themselves (T0.02, T0.16)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Generic, NamedTuple, TypeVar

SIDES = 20


class Dice(NamedTuple):
    """What is thrown for an order: so many dice of so many sides, and their sum counts."""

    number: int
    sides: int

    @property
    def fewest(self) -> int:
        return self.number

    @property
    def most(self) -> int:
        return self.number * self.sides

    def __str__(self) -> str:
        return f"d{self.sides}" if self.number == 1 else f"{self.number} d{self.sides}"

    @property
    def in_words(self) -> str:
        return f"a {self.sides}-sided die" if self.number == 1 else f"{self.number} {self.sides}-sided dice"

    def throw(self, draw: Callable[[int], int]) -> int:
        """`draw(n)` gives a number from 1 to n."""
        return sum(draw(self.sides) for _ in range(self.number))


D20: Final = Dice(1, SIDES)

Who = TypeVar("Who", bound=Hashable)


class RollError(ValueError):
    """A roll that cannot be; the message says whose."""


@dataclass(frozen=True, slots=True)
class RollOrder(Generic[Who]):
    """Groups from the highest roll down. A group of several is level and rolls again; `missing` have yet to roll."""

    groups: tuple[tuple[Who, ...], ...]
    missing: tuple[Who, ...] = ()

    @property
    def decided(self) -> bool:
        return not self.missing and all(len(group) == 1 for group in self.groups)

    @property
    def rerolls(self) -> tuple[tuple[Who, ...], ...]:
        """Who rolls again, among whom."""
        return tuple(group for group in self.groups if len(group) > 1)

    @property
    def order(self) -> tuple[Who, ...]:
        """Everybody in order, the tied side by side."""
        return tuple(who for group in self.groups for who in group)

    @property
    def first(self) -> Who | None:
        """Who won, if the highest roll is not shared."""
        leaders = self.groups[0] if self.groups else ()
        return leaders[0] if len(leaders) == 1 and not self.missing else None


def roll_order(rolls: Mapping[Who, Sequence[int]], dice: Dice = D20) -> RollOrder[Who]:
    """T0.02, T0.16: the order from everybody's rolls, first roll first.

    A second roll counts only among those who were level after the first, and so on; those of a level group who
    have not rolled again keep it level. Raises RollError for a roll off the dice or one that nothing asked for.
    """
    for who, thrown in rolls.items():
        if wrong := [roll for roll in thrown if not dice.fewest <= roll <= dice.most]:
            raise RollError(f"{who}: {wrong[0]} is not on {dice.in_words}")
    here = tuple(who for who, thrown in rolls.items() if thrown)
    missing = tuple(who for who, thrown in rolls.items() if not thrown)
    return RollOrder(tuple(_split(here, 0, rolls)), missing)


def rolls_until_decided(whos: Sequence[Who], throw: Callable[[], int]) -> dict[Who, list[int]]:
    """T0.02, T0.16: one roll each, and again for those who are level, until nobody is."""
    rolls = {who: [throw()] for who in whos}
    while level := roll_order(rolls).rerolls:
        for group in level:
            for who in group:
                rolls[who].append(throw())
    return rolls


def _split(group: tuple[Who, ...], depth: int, rolls: Mapping[Who, Sequence[int]]) -> list[tuple[Who, ...]]:
    if len(group) == 1:
        if len(rolls[group[0]]) > max(depth, 1):  # one alone has rolled once too
            raise RollError(f"{group[0]} rolled again without a tie")
        return [group]
    if not all(len(rolls[who]) > depth for who in group):
        return [group] if group else []
    ordered = sorted(group, key=lambda who: rolls[who][depth], reverse=True)
    levels = [tuple(level) for _, level in groupby(ordered, key=lambda who: rolls[who][depth])]
    return [part for level in levels for part in _split(level, depth + 1, rolls)]
