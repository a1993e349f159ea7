"""Dice typed together on one line: all of them are what the play asks for next, or none of them is used."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.game_input import DiceMissing, GameInput, Option, ScriptedInput
from rules_engine.baseball.going_back import Die

_NONE_USED: Final = "none of these dice is used"
Asked = tuple[str, str, Sequence[Option]]  # side, question, options
Entry = tuple[str, int | str]


class DiceRejectedError(ValueError):
    """An answer that cannot be taken; the message says why and what is wanted."""


class _AllUsedError(Exception):
    """The play has asked for every die of the line."""


class _AskedError(Exception):
    """The play asks something."""

    def __init__(self, asked: Asked | None) -> None:
        super().__init__()
        self.asked = asked


@dataclass(slots=True)
class DiceOnRecord:
    """The dice that count again at a moment, each for its turn among those of its name."""

    dice: dict[Die, int] = field(default_factory=dict)
    _seen: Counter[str] = field(default_factory=Counter)

    def of_turn(self, name: str, sides: int, lowest: int = 1) -> int | None:
        """The die on record for this roll, which is the next of its name."""
        self._seen[name] += 1
        kept = self.dice.get((name, self._seen[name]))
        return kept if kept is not None and lowest <= kept < lowest + sides else None


def dice_from(typed: str) -> tuple[int, ...] | None:
    """The numbers of a line, with spaces or commas between; None for a line that does not begin with one.

    Raises DiceRejectedError for a line that goes on with something else.
    """
    parts = typed.replace(",", " ").split()
    if not parts or not _is_number(parts[0]):
        return None
    if wrong := [part for part in parts if not _is_number(part)]:
        raise DiceRejectedError(f"{wrong[0]} is no number, and numbers are wanted; {_NONE_USED}")
    return tuple(map(int, parts))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 5


def check_die(die: int, name: str, sides: int, lowest: int = 1) -> None:
    """Raises DiceRejectedError for what is no face of the die for this roll."""
    if not lowest <= die < lowest + sides:
        raise DiceRejectedError(f"{die} is not on the die for {spoken(name)}: {faces_wanted(sides, lowest)}")


def faces_wanted(sides: int, lowest: int = 1) -> str:
    """What may be typed for a die."""
    return f"a number from {lowest} to {lowest + sides - 1} is wanted"


def read_dice_line(
    play: Callable[[GameInput], object],
    dice: Sequence[int],
    given: Sequence[Entry],
    on_record: dict[Die, int],
    decide: Callable[[str, str, Sequence[Option]], str],
    along: Collection[str],
) -> list[Entry]:
    """What the play takes of a line of dice after what it was `given`: every die, and before them what `decide` says.

    `play` runs it at a table and leaves the game as it is; `along` are the rolls that are rolled with those before
    them. Raises DiceRejectedError, naming the first die not asked for.
    """
    table = _TrialInput([value for _, value in given], DiceOnRecord(dict(on_record)), list(dice), decide, along)
    try:
        play(table)
    except _AllUsedError:
        return table.taken
    except DiceRejectedError as fault:
        raise DiceRejectedError(f"{fault}; {_NONE_USED}") from None
    if table.dice:
        die, after = table.dice[0], dice[: -len(table.dice)]
        last = f" after the {after[-1]}" if after else ""
        raise DiceRejectedError(f"{die} is too many, the play wants no die{last}; {_NONE_USED}")
    return table.taken


def next_question(play: Callable[[GameInput], object], given: Sequence[Entry]) -> Asked | None:
    """What the play asks of a manager next, after this and before any further die; None for nothing."""
    table = _TrialInput([value for _, value in given], DiceOnRecord(), [], _stop_asked, ())
    try:
        play(table)
    except _AskedError as stopped:
        return stopped.asked
    except _AllUsedError:
        return None
    return None


def rolls_dice(play: Callable[[GameInput], object]) -> bool:
    """Return whether it throws any die."""
    try:
        play(ScriptedInput(()))
    except DiceMissing:
        return True
    return False


def _stop_asked(side: str, question: str, options: Sequence[Option]) -> str:
    raise _AskedError((side, question, options))


@dataclass(slots=True)
class _TrialInput:
    """A table at which a play is tried with what it was given and then with the dice of one line."""

    given: list[int | str]
    on_record: DiceOnRecord
    dice: list[int]
    decide: Callable[[str, str, Sequence[Option]], str]
    along: Collection[str]
    taken: list[Entry] = field(default_factory=list)
    _begun: bool = False  # the first die of the line has been taken

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        kept = self.on_record.of_turn(name, sides, lowest)
        if self.given:
            return int(self.given.pop(0))
        if kept is not None:
            self.taken.append((name, kept))
            return kept
        if not self.dice:
            raise _AllUsedError
        if self._begun and name not in self.along:
            raise DiceRejectedError(f"{self.dice[0]} comes too soon, the die for {spoken(name)} is thrown by itself")
        check_die(self.dice[0], name, sides, lowest)
        self._begun = True
        self.taken.append((name, self.dice.pop(0)))
        return int(self.taken[-1][1])

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        if self.given:
            return str(self.given.pop(0))
        if self._begun and not self.dice:
            raise _AllUsedError
        if self._begun and not options[1].unasked:
            raise DiceRejectedError(f"{self.dice[0]} comes too soon, the {side} decides first ({spoken(question)})")
        self.taken.append((question, self.decide(side, question, options)))
        return str(self.taken[-1][1])


def spoken(name: str) -> str:
    """The name of a roll or a question as a person says it."""
    return name.replace("_", " ")
