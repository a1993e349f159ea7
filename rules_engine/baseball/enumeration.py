"""Exact chances of every outcome, computed with the same rule code that plays a game.

These dice remember each comparison. If a rule only compares a die ("9 or less?"), all faces with the same results are
tried once and counted together. So a plate appearance needs hundreds of paths instead of tens of thousands.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import Any, Final, TypeVar, cast

from rules_engine.baseball.game_input import Chooser, GameInput, Option, first_option

Outcome = TypeVar("Outcome")


class _Die:
    """The current face, and the highest face with the same comparison results so far."""

    __slots__ = ("face", "high", "sides", "top")

    def __init__(self, sides: int, lowest: int) -> None:
        self.sides = sides
        self.top: Final = lowest + sides - 1
        self.turn(lowest)

    def turn(self, face: int) -> None:
        self.face, self.high = face, self.top


class SymbolicDie:
    """The number on a die, plus or minus a constant.

    Any operation other than a comparison narrows it to a single face.
    """

    __slots__ = ("_die", "_face", "_more")

    def __init__(self, die: _Die, face: int, more: int = 0) -> None:
        self._die, self._face, self._more = die, face, more

    def _alike_to(self, high: int) -> None:
        if self._die.face == self._face and high < self._die.high:  # else it was narrowed already
            self._die.high = high

    def __index__(self) -> int:
        self._alike_to(self._face)
        return self._face + self._more

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __repr__(self) -> str:
        return repr(self.__index__())

    def __format__(self, how: str) -> str:
        return format(self.__index__(), how)

    def __bool__(self) -> bool:
        return self != 0

    def __eq__(self, operand: object) -> bool:
        if not isinstance(operand, int | SymbolicDie):
            return NotImplemented
        return self <= operand and self >= operand

    def __lt__(self, operand: Any) -> bool:
        return self <= index(operand) - 1

    def __le__(self, operand: Any) -> bool:
        most = index(operand) - self._more
        if self._face > most:
            return False
        self._alike_to(most)
        return True

    def __gt__(self, operand: Any) -> bool:
        return not self <= operand

    def __ge__(self, operand: Any) -> bool:
        return not self < operand

    def __add__(self, operand: Any) -> "SymbolicDie":
        return SymbolicDie(self._die, self._face, self._more + index(operand))

    __radd__ = __add__

    def __sub__(self, operand: Any) -> "SymbolicDie":
        return SymbolicDie(self._die, self._face, self._more - index(operand))

    def __rsub__(self, operand: Any) -> int:
        return index(operand) - index(self)

    def __mul__(self, operand: Any) -> int:
        return index(self) * index(operand)

    __rmul__ = __mul__

    def __mod__(self, operand: Any) -> int:
        return index(self) % index(operand)

    def __floordiv__(self, operand: Any) -> int:
        return index(self) // index(operand)

    def __divmod__(self, operand: Any) -> tuple[int, int]:
        return divmod(index(self), index(operand))


Way = tuple[Outcome, int, int]  # outcomes, with the number of dice combinations that lead to each from here on


class _EnumeratingInput:
    """Input that follows the dice in `path`, then uses the lowest faces."""

    def __init__(self, path: list[_Die], choose: Chooser) -> None:
        self.path, self.choose, self.position = path, choose, 0

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        if self.position == len(self.path):
            self.path.append(_Die(sides, lowest))
        die = self.path[self.position]
        self.position += 1
        return cast(int, SymbolicDie(die, die.face))

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        return options[0].key if len(options) == 1 else self.choose(side, question, options)


class _Cutter:
    """Prune branches rarer than `least`: the next die shows one random face instead of every face in turn."""

    def __init__(self, least: float) -> None:
        self.least, self.has_cut = least, False
        self.random = random.Random(0)

    def cut(self, path: list[_Die], sides: int, lowest: int) -> None:
        """Add a single-face die to the path if the path is rare.

        The face represents all faces with the same results.
        """
        chance = 1.0
        for die in path:
            chance *= (die.high - die.face + 1) / die.sides
        if chance < self.least:
            path.append(_Die(1, self.random.randrange(lowest, lowest + sides)))
            self.has_cut = True


class _CuttingInput(_EnumeratingInput):
    """Input that prunes rare branches."""

    def __init__(self, path: list[_Die], choose: Chooser, cutter: _Cutter) -> None:
        super().__init__(path, choose)
        self.cutter = cutter

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        if self.position == len(self.path):
            self.cutter.cut(self.path, sides, lowest)
        return super().roll(name, sides, lowest)


def exact_chances(play: Callable[[GameInput], Outcome], choose: Chooser = first_option) -> dict[Outcome, Fraction]:
    """Return each outcome of `play` with its exact probability. The probabilities add up to 1."""
    return _add_up(every_way(play, choose))


def nearly_exact_chances(
    play: Callable[[GameInput], Outcome], choose: Chooser, least: float
) -> tuple[dict[Outcome, Fraction], bool]:
    """Return the chances of each outcome of `play`, and whether they are exact.

    A branch rarer than `least` is continued with one random roll instead of every face.
    """
    cutter = _Cutter(least)
    ways = _all_ways(play, lambda path: _CuttingInput(path, choose, cutter))
    return _add_up(ways), not cutter.has_cut


def _add_up(ways: Iterable[Way[Outcome]]) -> dict[Outcome, Fraction]:
    counted: Counter[tuple[Outcome, int]] = Counter()  # integers are faster to add than fractions
    for outcome, count, weight in ways:
        counted[outcome, weight] += count
    summed: dict[Outcome, Fraction] = {}
    for (outcome, weight), count in counted.items():
        summed[outcome] = summed.get(outcome, Fraction(0)) + Fraction(count, weight)
    return summed


def every_way(play: Callable[[GameInput], Outcome], choose: Chooser = first_option) -> list[Way[Outcome]]:
    """Return every path through `play` with its outcome. The same outcome can occur more than once.

    Outcomes must be hashable. A die in an outcome counts as its current face.
    """
    return _all_ways(play, lambda path: _EnumeratingInput(path, choose))


def _all_ways(
    play: Callable[[GameInput], Outcome], new_input: Callable[[list[_Die]], _EnumeratingInput]
) -> list[Way[Outcome]]:
    path: list[_Die] = []
    ways: list[list[Way[Outcome]]] = [[]]  # outcomes that share the first dice of the path, by number of dice
    while True:
        outcome = play(new_input(path))
        hash(outcome)
        ways.extend([] for _ in range(len(path) + 1 - len(ways)))
        ways[-1].append((outcome, 1, 1))
        while path and not _next_face(path[-1], ways):
            path.pop()
        if not path:
            return ways[0]


def _next_face(die: _Die, ways: list[list[Way[Outcome]]]) -> bool:
    """Count this face's outcomes for all equivalent faces, then advance to the next face.

    Return False if there is none.
    """
    alike = die.high - die.face + 1
    before = ways[-2]
    before.extend((outcome, count * alike, weight * die.sides) for outcome, count, weight in ways.pop())
    if die.high == die.top:
        return False
    ways.append([])
    die.turn(die.high + 1)
    return True
