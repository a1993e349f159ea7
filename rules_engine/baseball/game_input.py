"""Game input: the only source of dice rolls and managers' decisions.

The same rules run with every kind of input. A random input generates dice from a seed. A scripted input gets
them from a log or a person and stops if anything is missing. An enumerating input visits every outcome with its
exact probability (enumeration.py).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

UNSAID_KEY: Final = "unsaid"  # key of the choice to announce nothing


@dataclass(frozen=True, slots=True)
class Option:
    """One of a manager's legal choices, with its key in the log and the rule that allows it.

    If a d20 decides a runner's fate, `safe` is the top of his safe range, and he runs from base `start` to base
    `target`. The default answer is the option marked `silent`, or else the first option. If the second option is
    `unasked`, a person isn't prompted. He can still announce a different choice, such as "walk".
    """

    key: str
    rule: str
    sentence: str = ""
    safe: int = 0
    silent: bool = False
    unasked: bool = False
    start: int = 0
    target: int = 0


class GameInput(Protocol):
    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        """Roll one die with `sides` faces numbered from `lowest`. A 100-sided die from 0 shows 0 to 99.

        `name` is the roll's purpose, which is stored with it. Dice that are read together are rolled one at a time.
        """

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        """Prompt a side's manager and return the key of his choice.

        A single option is chosen without a prompt.
        """


class DiceRoller(Protocol):
    """The program's dice."""

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        """Roll one die with `sides` faces numbered from `lowest`."""


class GameInputError(ValueError):
    """A roll or choice isn't possible here. The message lists the possible ones."""


class DiceMissing(Exception):
    """The script has run out. The attributes describe the next roll or decision."""

    def __init__(
        self, name: str, sides: int = 0, side: str = "", options: Sequence[Option] = (), lowest: int = 1
    ) -> None:
        super().__init__(name)
        self.name, self.sides, self.side, self.options, self.lowest = name, sides, side, tuple(options), lowest


Chooser = Callable[[str, str, Sequence[Option]], str]


def first_option(side: str, question: str, options: Sequence[Option]) -> str:
    """Choose the first option."""
    return options[0].key


@dataclass(slots=True)
class RandomInput:
    """Input that generates dice from a seed and calls `choose` for decisions. `record` stores both in order."""

    seed: int
    choose: Chooser = first_option
    record: list[tuple[str, int | str]] = field(default_factory=list)
    draw: Callable[[], float] = field(init=False, repr=False)  # 0 to 1, for a die of any size

    def __post_init__(self) -> None:
        self.draw = random.Random(self.seed).random

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = int(self.draw() * sides) + lowest
        self.record.append((name, value))
        return value

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
    """The program's dice. A seed always produces the same rolls. `thrown` counts the rolls already used."""

    seed: int
    rolled: int = 0
    _random_input: RandomInput = field(init=False)

    def __post_init__(self) -> None:
        self._random_input = RandomInput(self.seed)
        for _ in range(self.rolled):
            self._random_input.roll("thrown before", 6)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self.rolled += 1
        return self._random_input.roll(name, sides, lowest)


@dataclass(slots=True)
class ScriptedInput:
    """Input from a script of (name, value) pairs. It raises DiceMissing when the script runs out."""

    script: Sequence[tuple[str, int | str]]
    position: int = 0

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = self._next(DiceMissing(name, sides=sides, lowest=lowest))
        if not isinstance(value, int) or not lowest <= value < lowest + sides:
            faces = f" starting at {lowest}" if lowest != 1 else ""
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
            raise GameInputError(f"the game asks for {missing.name}, but the script has {name}")
        self.position += 1
        return value


@dataclass(slots=True)
class Recorder:
    """Input that records the rolls and decisions of another input, with the deciding side."""

    game_input: GameInput
    record: list[tuple[str, int | str]] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)  # parallel to the record; "" for a die

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = self.game_input.roll(name, sides, lowest)
        self.record.append((name, value))
        self.sides.append("")
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        chosen = self.game_input.ask(side, question, options)
        self.record.append((question, chosen))
        self.sides.append(side)
        return chosen


def check_choice(question: str, chosen: object, options: Sequence[Option]) -> None:
    """Raise GameInputError if the choice isn't one of the options."""
    for option in options:
        if chosen == option.key:
            return
    raise GameInputError(f"{question}: {chosen!r} is not one of {', '.join(option.key for option in options)}")
