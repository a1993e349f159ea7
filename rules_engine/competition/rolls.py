"""Rolls that determine the order of managers or teams: high roll first, and ties roll again (T0.02, T0.16)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

SIDES = 20


class Dice(NamedTuple):
    """Dice for an order roll: this many dice with this many sides. Their sum counts."""

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
    """A roll is impossible."""


@dataclass(frozen=True, slots=True)
class RollOrder(Generic[RollerT]):
    """The order by rolls so far.

    Attributes:
        groups: From the highest roll down. A group of several is tied and rolls again.
        missing: Entrants who haven't rolled yet.
        missing_rerolls: Entrants in tied groups who haven't rolled again yet.
        needless: Entrants who rolled again without a tie.
    """

    groups: tuple[tuple[RollerT, ...], ...]
    missing: tuple[RollerT, ...] = ()
    missing_rerolls: tuple[RollerT, ...] = ()
    needless: tuple[RollerT, ...] = ()

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
        """Return the winner if everyone has rolled and the highest roll isn't tied."""
        if self.missing or not self.groups or len(self.groups[0]) > 1:
            return None
        return self.groups[0][0]


class _Tied(NamedTuple):
    """A group with the same first `depth` rolls. A group of one is no longer tied."""

    rollers: tuple[Any, ...]
    depth: int


def roll_order(rolls: Mapping[RollerT, Sequence[int]], dice: Dice = D20) -> RollOrder[RollerT]:
    """T0.02, T0.16: Return the order based on everyone's rolls, in the order rolled.

    Raises:
        RollError: A roll isn't possible with these dice, or there was no tie to roll for.
    """
    for roller, own_rolls in rolls.items():
        if wrong := [roll for roll in own_rolls if not dice.fewest <= roll <= dice.most]:
            raise RollError(f"{roller}: {wrong[0]} is not on {dice.description}")
    order = order_by_rolls(rolls)
    if order.needless:
        raise RollError(f"{order.needless[0]} rolled again without a tie")
    return order


def order_by_rolls(rolls: Mapping[RollerT, Sequence[int]]) -> RollOrder[RollerT]:
    """T0.02, T0.16: Return the order based on recorded rolls.

    A second roll counts only among entrants tied after the first, and so on. A group stays tied until every member has
    rolled again. A needless roll doesn't count. It can remain when the other tied team leaves.
    """
    rolled = tuple(roller for roller, own_rolls in rolls.items() if own_rolls)
    groups = _split(_Tied(rolled, 0), rolls)
    tied = [group for group in groups if len(group.rollers) > 1]
    single = [group for group in groups if len(group.rollers) == 1]
    return RollOrder(
        groups=tuple(group.rollers for group in groups),
        missing=tuple(roller for roller, own_rolls in rolls.items() if not own_rolls),
        missing_rerolls=tuple(
            roller for group in tied for roller in group.rollers if len(rolls[roller]) <= group.depth
        ),
        # even a single entrant rolls once
        needless=tuple(group.rollers[0] for group in single if len(rolls[group.rollers[0]]) > max(group.depth, 1)),
    )


def rolls_until_decided(rollers: Sequence[RollerT], roll_once: Callable[[], int]) -> dict[RollerT, list[int]]:
    """T0.02, T0.16: Roll once for everyone, and again for ties until there are none."""
    rolls = {roller: [roll_once()] for roller in rollers}
    while tied := roll_order(rolls).rerolls:
        for group in tied:
            for roller in group:
                rolls[roller].append(roll_once())
    return rolls


def _split(group: _Tied, rolls: Mapping[RollerT, Sequence[int]]) -> list[_Tied]:
    """Return the groups into which the next rolls split a group. It stays whole until every member has rolled again."""
    rollers, depth = group
    if len(rollers) <= 1 or not all(len(rolls[roller]) > depth for roller in rollers):
        return [group] if rollers else []
    ordered = sorted(rollers, key=lambda roller: rolls[roller][depth], reverse=True)
    by_roll = groupby(ordered, key=lambda roller: rolls[roller][depth])
    return [part for _, tied in by_roll for part in _split(_Tied(tuple(tied), depth + 1), rolls)]
