"""The playing table: the one place from which a rule gets a roll of dice or a manager's decision.

The same rule code runs at every kind of table: a seeded one that throws its own dice, a scripted one that
takes them from a log or a person and stops where something is missing, and an enumerating one that walks every
outcome with its exact probability (enumeration.py).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Option:
    """One legal choice put to a manager: what the log stores, and the rule that allows it.

    Where the choice leads to a d20 against a runner, `safe` is the top of his safe range; else it is 0. Who says
    nothing has said what is `silent`, else the first option. A question whose second option is `unasked` is not put to
    a person: he says of his own accord what he wants in place of the first ("walk").
    """

    key: str
    rule: str
    sentence: str = ""
    safe: int = 0
    silent: bool = False
    unasked: bool = False


class GameInput(Protocol):
    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        """One die of `sides` faces, 1..sides, or from `lowest` on: 0..99 of 100 sides with lowest 0.

        `name` says what for and is stored with the roll. Dice read together are rolled one after the other.
        """

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        """The key of the option chosen by "offence" or "defence". One legal option is never asked."""


class GameInputError(ValueError):
    """What was thrown or chosen is not possible here; the message says what would be."""


class DiceMissing(Exception):
    """A pausing table ran out of script: what must be rolled or decided next."""

    def __init__(
        self, name: str, sides: int = 0, side: str = "", options: Sequence[Option] = (), lowest: int = 1
    ) -> None:
        super().__init__(name)
        self.name, self.sides, self.side, self.options, self.lowest = name, sides, side, tuple(options), lowest


Chooser = Callable[[str, str, Sequence[Option]], str]


def first_option(side: str, question: str, options: Sequence[Option]) -> str:
    """The chooser who always takes the option listed first."""
    return options[0].key


@dataclass(slots=True)
class RandomInput:
    """Throws its own dice from a seed and asks `choose` for decisions; `record` keeps both in order."""

    seed: int
    choose: Chooser = first_option
    record: list[tuple[str, int | str]] = field(default_factory=list)
    draw: Callable[[], float] = field(init=False, repr=False)  # 0 to 1, for a die of any size

    def __post_init__(self) -> None:
        self.draw = random.Random(self.seed).random

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        thrown = int(self.draw() * sides) + lowest
        self.record.append((name, thrown))
        return thrown

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        chosen = self.choose(side, question, options)
        if chosen != options[0].key:
            check_choice(question, chosen, options)
        self.record.append((question, chosen))
        return chosen


@dataclass(slots=True)
class SeededDice:
    """The program's dice: the same seed throws the same dice, and `thrown` says how many of them are used up."""

    seed: int
    thrown: int = 0
    _random_input: RandomInput = field(init=False)

    def __post_init__(self) -> None:
        self._random_input = RandomInput(self.seed)
        for _ in range(self.thrown):
            self._random_input.roll("thrown before", 6)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self.thrown += 1
        return self._random_input.roll(name, sides, lowest)


@dataclass(slots=True)
class ScriptedInput:
    """Takes rolls and decisions in order from a script of (name, value); stops with DiceMissing at its end."""

    script: Sequence[tuple[str, int | str]]
    position: int = 0

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = self._next(DiceMissing(name, sides=sides, lowest=lowest))
        if not isinstance(value, int) or not lowest <= value < lowest + sides:
            faces = f" from {lowest} on" if lowest != 1 else ""
            raise GameInputError(f"{name}: {value!r} is not on a die of {sides}{faces}")
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        value = self._next(DiceMissing(question, side=side, options=options))
        check_choice(question, value, options)
        return str(value)

    def _next(self, missing: DiceMissing) -> int | str:
        if self.position >= len(self.script):
            raise missing
        name, value = self.script[self.position]
        if name != missing.name:
            raise GameInputError(f"the table asks for {missing.name}, the script holds {name}")
        self.position += 1
        return value


@dataclass(slots=True)
class Recorder:
    """Passes everything on to another table and keeps its rolls and decisions in order, with the side that decided."""

    game_input: GameInput
    record: list[tuple[str, int | str]] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)  # beside the record; "" for a die

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        thrown = self.game_input.roll(name, sides, lowest)
        self.record.append((name, thrown))
        self.sides.append("")
        return thrown

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        chosen = self.game_input.ask(side, question, options)
        self.record.append((question, chosen))
        self.sides.append(side)
        return chosen


def check_choice(question: str, chosen: object, options: Sequence[Option]) -> None:
    """Raises GameInputError, naming the legal keys, for a choice that is none of them."""
    for option in options:
        if chosen == option.key:
            return
    raise GameInputError(f"{question}: {chosen!r} is not one of {', '.join(option.key for option in options)}")
