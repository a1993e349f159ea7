"""Several dice entered on one line. Either the play uses all of them next or none of them."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.game_input import DiceMissing, GameInput, Option, ScriptedInput
from rules_engine.baseball.going_back import Die
from rules_engine.baseball.system_types import DieKind, RollsTogether

_HYPHEN: Final = re.compile(r"(?<=\d)-(?=\d)")
_HIGHEST_DIGIT: Final = 9
_NONE_USED: Final = "none of these dice is used"
SIDE_TITLES: Final = {"offence": "offense", "defence": "defense"}
Question = tuple[str, str, Sequence[Option]]  # side, question, options
Entry = tuple[str, int | str]


class DiceRejectedError(ValueError):
    """An entry can't be used. The message gives the reason and the expected entry."""


class _AllUsedError(Exception):
    """The play has used every die on the line."""


class _QuestionError(Exception):
    """The play has a question."""

    def __init__(self, question: Question | None) -> None:
        super().__init__()
        self.question = question


@dataclass(slots=True)
class DiceOnRecord:
    """Recorded dice to reuse, by roll name and position among the dice with that name."""

    dice: dict[Die, int] = field(default_factory=dict)
    _seen: Counter[str] = field(default_factory=Counter)

    def of_turn(self, name: str, sides: int, lowest: int = 1) -> int | None:
        """Return the recorded die for the next roll with this name, or None."""
        self._seen[name] += 1
        recorded = self.dice.get((name, self._seen[name]))
        return recorded if recorded is not None and lowest <= recorded < lowest + sides else None


def dice_from(text: str, kinds: Sequence[DieKind]) -> tuple[int, ...] | None:
    """Return the numbers on a line such as "4 2 7", "4,2,7" or "4-2-7", or None if it doesn't start with a number.

    In a game whose dice have a 0, "07" is a 0 and a 7.

    Raises: DiceRejectedError if the line contains anything but numbers after the first.
    """
    parts = _HYPHEN.sub(" ", text.replace(",", " ")).split()
    if not parts or not _is_number(parts[0]):
        return None
    if rejected := [part for part in parts if not _is_number(part)]:
        raise DiceRejectedError(f"{rejected[0]} is not a number; {_NONE_USED}")
    if any(kind.lowest == 0 for kind in kinds):
        parts = [digit for part in parts for digit in (part if part.startswith("0") else [part])]
    return tuple(map(int, parts))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 5


def roll_title(titles: Mapping[str, str], name: str, sides: int) -> str:
    """Return the ruleset's name for a roll, such as "white d6, then both colored d6"."""
    return titles.get(name) or f"d{sides} for {spoken(name)}"


def _die_title(titles: Mapping[str, str], name: str, sides: int) -> str:
    """Return the ruleset's name for a die, such as "white d6"."""
    return roll_title(titles, name, sides).partition(",")[0]


def check_die(die: int, titles: Mapping[str, str], name: str, sides: int, lowest: int = 1) -> None:
    """Raise DiceRejectedError if the die for this roll has no such face."""
    if not lowest <= die < lowest + sides:
        title = _die_title(titles, name, sides)
        raise DiceRejectedError(f"{die} is not on the {title}: {faces_wanted(sides, lowest)}")


def faces_wanted(sides: int, lowest: int = 1) -> str:
    """Return the instruction to enter a die."""
    return f"enter a number from {lowest} to {lowest + sides - 1}"


def read_dice_line(
    play: Callable[[GameInput], object],
    dice: Sequence[int],
    earlier: Sequence[Entry],
    recorded_dice: dict[Die, int],
    decide: Callable[[str, str, Sequence[Option]], str],
    along: RollsTogether,
    titles: Mapping[str, str],
) -> list[Entry]:
    """Return the entries that the play uses after `given`: all dice on the line and the decisions before them.

    `decide` makes the decisions. `play` runs the play with a game input and leaves the game unchanged. `along` lists
    rolls made together with the previous roll, and `titles` has the ruleset's names for rolls. A number such as 35 can
    mean a 3 and a 5 if the next small dice are exactly two, as in "35 9" before a d20.

    Raises: DiceRejectedError with the first die that the play doesn't use.
    """
    try:
        return _read_dice(play, dice, earlier, recorded_dice, decide, along, titles)
    except DiceRejectedError:
        if max(dice, default=0) <= _HIGHEST_DIGIT:
            raise
        try:
            used = _read_dice(play, dice, earlier, recorded_dice, decide, along, titles, may_split=True)
        except DiceRejectedError:
            used = []
        if not used:
            raise
        return used


def may_be_digits(number: int, sides: int, lowest: int) -> bool:
    """Return whether a number for a small die can be several dice without spaces."""
    return number > _HIGHEST_DIGIT and _is_a_digit(sides, lowest)


def _is_a_digit(sides: int, lowest: int) -> bool:
    """Return whether every face of a die is a single digit."""
    return lowest + sides - 1 <= _HIGHEST_DIGIT


def _read_dice(
    play: Callable[[GameInput], object],
    dice: Sequence[int],
    earlier: Sequence[Entry],
    recorded_dice: dict[Die, int],
    decide: Callable[[str, str, Sequence[Option]], str],
    along: RollsTogether,
    titles: Mapping[str, str],
    may_split: bool = False,
) -> list[Entry]:
    trial = _TrialInput(
        [value for _, value in earlier],
        DiceOnRecord(dict(recorded_dice)),
        list(dice),
        decide,
        along,
        titles,
        may_split,
    )
    try:
        play(trial)
    except _AllUsedError:
        return trial.used
    except DiceRejectedError as error:
        raise DiceRejectedError(f"{error}; {_NONE_USED}") from None
    if trial.dice:
        die, used_dice = trial.dice[0], dice[: -len(trial.dice)]
        after_die = f" after the {used_dice[-1]}" if used_dice else ""
        raise DiceRejectedError(f"{die} is one die too many: the play needs no more dice{after_die}; {_NONE_USED}")
    return trial.used


def next_question(play: Callable[[GameInput], object], entries: Sequence[Entry]) -> Question | None:
    """Return the play's next question after `given` and before any further die, or None."""
    trial = _TrialInput([value for _, value in entries], DiceOnRecord(), [], _stop_at_question, (), {})
    try:
        play(trial)
    except _QuestionError as error:
        return error.question
    except _AllUsedError:
        return None
    return None


def rolls_dice(play: Callable[[GameInput], object]) -> bool:
    """Return whether the play rolls any dice."""
    try:
        play(ScriptedInput(()))
    except DiceMissing:
        return True
    return False


def _stop_at_question(side: str, question: str, options: Sequence[Option]) -> str:
    raise _QuestionError((side, question, options))


@dataclass(slots=True)
class _TrialInput:
    """A game input that tries a play with the given entries, then with the dice on one line."""

    earlier: list[int | str]
    recorded_dice: DiceOnRecord
    dice: list[int]
    decide: Callable[[str, str, Sequence[Option]], str]
    along: RollsTogether
    titles: Mapping[str, str]
    may_split: bool = False  # whether a number can be several small dice
    used: list[Entry] = field(default_factory=list)
    _has_started: bool = False  # the first die on the line has been used
    _is_split: bool = False  # the last die used was a digit of a longer number
    _digits_left: int = 0  # of that number

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        recorded = self.recorded_dice.of_turn(name, sides, lowest)
        if self.earlier:
            return int(self.earlier.pop(0))
        if recorded is not None:
            self.used.append((name, recorded))
            return recorded
        if not self.dice:
            if self._is_split and self._is_along(name) and _is_a_digit(sides, lowest):
                raise DiceRejectedError(f"the {_die_title(self.titles, name, sides)} is missing")
            raise _AllUsedError
        if self._has_started and not self._is_along(name):
            title = _die_title(self.titles, name, sides)
            raise DiceRejectedError(f"{self.dice[0]} is too early: the {title} is rolled separately")
        self._split_number(name, sides, lowest)
        check_die(self.dice[0], self.titles, name, sides, lowest)
        self._has_started = True
        self.used.append((name, self.dice.pop(0)))
        return int(self.used[-1][1])

    def _is_along(self, name: str) -> bool:
        """Return whether this roll is made together with the previous roll."""
        previous = self.used[-1][0] if self.used else ""
        return name in self.along or (previous, name) in self.along

    def _split_number(self, name: str, sides: int, lowest: int) -> None:
        """Split the line's next number into several dice if this is a small die."""
        if self._digits_left and not _is_a_digit(sides, lowest):
            title = _die_title(self.titles, name, sides)
            raise DiceRejectedError(f"{self.dice[0]} could be the start of a longer number for the {title}")
        if self.may_split and may_be_digits(self.dice[0], sides, lowest):
            digits = [int(digit) for digit in str(self.dice[0])]
            self.dice[:1], self._digits_left = digits, len(digits)
        self._is_split = self._digits_left > 0
        self._digits_left = max(0, self._digits_left - 1)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        if self.earlier:
            return str(self.earlier.pop(0))
        if self._has_started and not self.dice:
            raise _AllUsedError
        if self._has_started and not options[1].unasked:
            raise DiceRejectedError(
                f"{self.dice[0]} is too early: the {SIDE_TITLES[side]} decides first ({spoken(question)})"
            )
        self.used.append((question, self.decide(side, question, options)))
        return str(self.used[-1][1])


def spoken(name: str) -> str:
    """Return the name of a roll or question in words."""
    return name.replace("_", " ")
