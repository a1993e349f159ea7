"""Rolls that put managers or teams in order: high roll first, and ties roll again (T0.02, T0.16)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Generic, NamedTuple, TypeVar

SIDES = 20


class Dice(NamedTuple):
    """Dice to roll for an order: so many dice of so many sides. Their sum counts."""

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
    def description(self) -> str:
        return f"a {self.sides}-sided die" if self.number == 1 else f"{self.number} {self.sides}-sided dice"

    def roll(self, draw: Callable[[int], int]) -> int:
        """Roll the dice. `draw(n)` returns a number from 1 to n."""
        return sum(draw(self.sides) for _ in range(self.number))


D20: Final = Dice(1, SIDES)

RollerT = TypeVar("RollerT", bound=Hashable)


class RollError(ValueError):
    """Raised for an impossible roll."""


@dataclass(frozen=True, slots=True)
class RollOrder(Generic[RollerT]):
    """Groups from the highest roll down. A group of several is tied and rolls again. `missing` haven't rolled yet."""

    groups: tuple[tuple[RollerT, ...], ...]
    missing: tuple[RollerT, ...] = ()

    @property
    def decided(self) -> bool:
        return not self.missing and all(len(group) == 1 for group in self.groups)

    @property
    def rerolls(self) -> tuple[tuple[RollerT, ...], ...]:
        """Return the tied groups, which roll again."""
        return tuple(group for group in self.groups if len(group) > 1)

    @property
    def order(self) -> tuple[RollerT, ...]:
        """Return everyone in order, with ties side by side."""
        return tuple(roller for group in self.groups for roller in group)

    @property
    def first(self) -> RollerT | None:
        """Return the winner, if everyone has rolled and the highest roll is not tied."""
        if self.missing or not self.groups or len(self.groups[0]) > 1:
            return None
        return self.groups[0][0]


def roll_order(rolls: Mapping[RollerT, Sequence[int]], dice: Dice = D20) -> RollOrder[RollerT]:
    """T0.02, T0.16: Return the order by everyone's rolls, first roll first.

    A second roll counts only among those tied after the first, and so on. A group stays tied until all of it has
    rolled again.

    Raises:
        RollError: a roll isn't possible with these dice, or there was no tie to roll for.
    """
    for roller, own_rolls in rolls.items():
        if wrong := [roll for roll in own_rolls if not dice.fewest <= roll <= dice.most]:
            raise RollError(f"{roller}: {wrong[0]} is not on {dice.description}")
    rolled = tuple(roller for roller, own_rolls in rolls.items() if own_rolls)
    missing = tuple(roller for roller, own_rolls in rolls.items() if not own_rolls)
    return RollOrder(tuple(_split(rolled, 0, rolls)), missing)


def rolls_until_decided(rollers: Sequence[RollerT], roll_once: Callable[[], int]) -> dict[RollerT, list[int]]:
    """T0.02, T0.16: Roll once for everyone, and again for ties until there are none."""
    rolls = {roller: [roll_once()] for roller in rollers}
    while tied := roll_order(rolls).rerolls:
        for group in tied:
            for roller in group:
                rolls[roller].append(roll_once())
    return rolls


def _split(group: tuple[RollerT, ...], depth: int, rolls: Mapping[RollerT, Sequence[int]]) -> list[tuple[RollerT, ...]]:
    if len(group) == 1:
        if len(rolls[group[0]]) > max(depth, 1):  # even a single entrant rolls once
            raise RollError(f"{group[0]} rolled again without a tie")
        return [group]
    if not all(len(rolls[roller]) > depth for roller in group):
        return [group] if group else []
    ordered = sorted(group, key=lambda roller: rolls[roller][depth], reverse=True)
    groups = [tuple(tied) for _, tied in groupby(ordered, key=lambda roller: rolls[roller][depth])]
    return [part for tied in groups for part in _split(tied, depth + 1, rolls)]
