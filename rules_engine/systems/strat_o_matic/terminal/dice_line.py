"""Dice typed together on one line: all of them are what the play asks for next, or none of them is used."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.going_back import Die
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.strat_o_matic.terminal.keyboard import NotTakenError

# 29.1, T29.11: what may be thrown along with other dice and so be typed along; every other die is thrown by itself.
_THROWN_ALONG: Final = frozenset(
    ("pitch", "white", "colored_1", "colored_2", "split", "range", "error_1", "error_2", "error_3", "lead_1", "lead_2")
)
_NONE_USED: Final = "none of these dice is used"


class _AllUsedError(Exception):
    """The play has asked for every die of the line."""


@dataclass(slots=True)
class DiceOnRecord:
    """The dice that count again at a moment, each for its turn among those of its name."""

    dice: dict[Die, int] = field(default_factory=dict)
    _seen: Counter[str] = field(default_factory=Counter)

    def of_turn(self, name: str, sides: int) -> int | None:
        """The die on record for this roll, which is the next of its name."""
        self._seen[name] += 1
        kept = self.dice.get((name, self._seen[name]))
        return kept if kept is not None and kept <= sides else None


def dice_from(typed: str) -> tuple[int, ...] | None:
    """The numbers of a line, with spaces or commas between; None for a line that does not begin with one.

    Raises NotTakenError for a line that goes on with something else.
    """
    parts = typed.replace(",", " ").split()
    if not parts or not _is_number(parts[0]):
        return None
    if wrong := [part for part in parts if not _is_number(part)]:
        raise NotTakenError(f"{wrong[0]} is no number, and numbers are wanted; {_NONE_USED}")
    return tuple(map(int, parts))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 5


def check_die(die: int, name: str, sides: int) -> None:
    """Raises NotTakenError for what is no face of the die for this roll."""
    if not 1 <= die <= sides:
        raise NotTakenError(f"{die} is not on the die for {spoken(name)}: a number from 1 to {sides} is wanted")


def check_line(
    dice: Sequence[int], play: Callable[[Table], object], given: Sequence[int | str], on_record: dict[Die, int]
) -> None:
    """T29.11: whether the play asks for all of these dice, one after the other, after what it was `given` so far.

    `play` runs it at a table and leaves the game as it is. Raises NotTakenError, naming the first die not asked for.
    """
    table = _TrialTable(list(given), DiceOnRecord(on_record), list(dice))
    try:
        play(table)
    except _AllUsedError:
        return
    except NotTakenError as fault:
        raise NotTakenError(f"{fault}; {_NONE_USED}") from None
    if table.dice:
        die, last = table.dice[0], dice[-len(table.dice) - 1]
        raise NotTakenError(f"{die} is too many, the play wants no die after the {last}; {_NONE_USED}")


@dataclass(slots=True)
class _TrialTable:
    """A table at which a play is tried with what it was given and then with the dice of one line."""

    given: list[int | str]
    on_record: DiceOnRecord
    dice: list[int]
    _begun: bool = False  # the first die of the line has been taken

    def roll(self, name: str, sides: int) -> int:
        kept = self.on_record.of_turn(name, sides)
        if self.given:
            return int(self.given.pop(0))
        if kept is not None:
            return kept
        if not self.dice:
            raise _AllUsedError
        if self._begun and name not in _THROWN_ALONG:
            raise NotTakenError(f"{self.dice[0]} comes too soon, the die for {spoken(name)} is thrown by itself")
        check_die(self.dice[0], name, sides)
        self._begun = True
        return self.dice.pop(0)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        if self.given:
            return str(self.given.pop(0))
        if not self.dice:
            raise _AllUsedError
        raise NotTakenError(f"{self.dice[0]} comes too soon, the {side} decides first ({spoken(question)})")


def spoken(name: str) -> str:
    """The name of a roll or a question as a person says it."""
    return name.replace("_", " ")
