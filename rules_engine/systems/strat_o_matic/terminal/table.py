"""The table at the keyboard: dice typed in or thrown, decisions asked of a person or left to the autopilot.

Dice that are on record for the moment count again. What a broken-off play was already given is given to it again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from rules_engine.baseball.going_back import Die
from rules_engine.baseball.table import Option, RandomTable, Table
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.running.holding import UNSAID
from rules_engine.systems.strat_o_matic.terminal.dice_line import (
    DiceOnRecord,
    check_die,
    check_line,
    dice_from,
    spoken,
)
from rules_engine.systems.strat_o_matic.terminal.keyboard import Keyboard, number_from

Value = TypeVar("Value", int, str)
ANOTHER_THROW = 2  # 29.1: on 1 and 2 of the d20 the pitch may get away


class Given(NamedTuple):
    """A roll or a decision of the play that is being made; `typed` by the person or not."""

    name: str
    value: int | str
    typed: bool


@dataclass(slots=True)
class SeededDice:
    """The program's dice: the same seed throws the same dice, and `thrown` says how many of them are used up."""

    seed: int
    thrown: int = 0
    _table: RandomTable = field(init=False)

    def __post_init__(self) -> None:
        self._table = RandomTable(self.seed)
        for _ in range(self.thrown):
            self._table.roll("thrown before", 6)

    def roll(self, name: str, sides: int) -> int:
        self.thrown += 1
        return self._table.roll(name, sides)


@dataclass(slots=True)
class KeyboardTable:
    """`dice` is None where every die is typed in; `decides`: whether a person decides for "offence" or "defence".

    `try_out` runs the play that is being made at another table and leaves the game as it is.
    `line_at` says what stands on the card for the white die and the sum of the colored ones, `runner_at` what a
    manager should know of the runner whom an option of a question is about, "" where it is about none.
    """

    keyboard: Keyboard
    dice: SeededDice | None
    pilot: Autopilot
    decides: Callable[[str], bool]
    try_out: Callable[[Table], object]
    line_at: Callable[[int, int], str]
    runner_at: Callable[[str, str], str]
    given: list[Given] = field(default_factory=list)
    again: list[Given] = field(default_factory=list)
    on_record: dict[Die, int] = field(default_factory=dict)
    _turns: DiceOnRecord = field(default_factory=DiceOnRecord)
    _ahead: tuple[int, ...] = ()  # dice typed on one line with the last one, which the play asks for next

    def begin(self, on_record: dict[Die, int]) -> None:
        """A play begins, or goes on with `again`. `on_record` are the dice of its moment that count again."""
        self.given, self.on_record, self._turns = [], on_record, DiceOnRecord(on_record)

    def break_off(self) -> None:
        """The play stops; what it was given so far is given to it again when it goes on."""
        self.again = self.given

    def take_back(self) -> bool:
        """Begin the play again without what was typed last in it; False when nothing was."""
        places = [place for place, entry in enumerate(self.given) if entry.typed]
        if places:
            self.again = self.given[: places[-1]]
        return bool(places)

    def roll(self, name: str, sides: int) -> int:
        kept = self._turns.of_turn(name, sides)
        known = self._known(name, lambda value: isinstance(value, int) and value <= sides)
        if known is not None:
            return int(known)
        thrown = self._thrown(name, sides, kept)
        if name == "colored_2":
            self._show_line()
        if name == "pitch" and thrown <= ANOTHER_THROW:
            self._say_void()
        return thrown

    def _thrown(self, name: str, sides: int, kept: int | None) -> int:
        if kept is not None:
            self.keyboard.write(f"    {spoken(name)}: {kept}, as on record")
            return self._keep(name, kept, typed=False)
        if self.dice is not None:
            thrown = self.dice.roll(name, sides)
            self.keyboard.write(f"    {spoken(name)}: {thrown}")
            return self._keep(name, thrown, typed=False)
        return self._typed_along(name) if self._ahead else self._typed(name, sides)

    def _typed(self, name: str, sides: int) -> int:
        prompt, wanted = f"  {spoken(name)}, die of {sides}: ", f"a number from 1 to {sides} is wanted"
        first, *ahead = self.keyboard.ask(prompt, lambda typed: self._line(typed, name, sides), wanted)
        self._ahead = tuple(ahead)
        return self._keep(name, first, typed=True)

    def _line(self, typed: str, name: str, sides: int) -> tuple[int, ...] | None:
        """T29.11: the dice that were typed, the first for this roll; None for a line that is none of dice."""
        dice = dice_from(typed)
        if dice is not None and len(dice) > 1:
            check_line(dice, self.try_out, [entry.value for entry in self.given], self.on_record)
        elif dice is not None:
            check_die(dice[0], name, sides)
        return dice

    def _typed_along(self, name: str) -> int:
        """The next die of the line that was typed, as part of that answer."""
        thrown, *ahead = self._ahead
        self._ahead = tuple(ahead)
        self.keyboard.write(f"    {spoken(name)}: {thrown}")
        return self._keep(name, thrown, typed=False)

    def _show_line(self) -> None:
        """What the three dice point to, so that a slip is seen at once; bunts, hits and runs read them otherwise."""
        if any(entry.value == "hit_and_run" for entry in self.given):
            return
        match self.given[-3:]:
            case [
                Given(name="white", value=int(white)),
                Given(name="colored_1", value=int(one)),
                Given(value=int(other)),
            ]:
                self.keyboard.write(f"    {self.line_at(white, one + other)}")

    def _say_void(self) -> None:
        """29.1D: the line shown does not count where its dice were thrown along with the d20."""
        if any(entry.name in ("white", "colored_1") for entry in self.given):
            self.keyboard.write(f"    The d20 shows {self.given[-1].value}: the dice thrown with it are void (29.1D).")

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        known = self._known(question, lambda value: any(option.key == value for option in options))
        if known is not None:
            return str(known)
        if not self.decides(side):
            return self._keep(question, self._piloted(side, question, options), typed=False)
        self.keyboard.write(f"  {side}, {spoken(question)}:")
        for number, option in enumerate(options, start=1):
            self.keyboard.write(f"    {number} {option.key:<14} {option.sentence} ({option.rule})")
            if about := self.runner_at(question, option.key):
                self.keyboard.write(f"      {about}")
        enter = _at_enter(options)
        chosen = self.keyboard.ask(
            f"  which? (Enter: {enter}) ",
            lambda typed: _option(typed or enter, options),
            f"a number from 1 to {len(options)} is wanted, or the word beside it",
        )
        return self._keep(question, chosen, typed=True)

    def _piloted(self, side: str, question: str, options: Sequence[Option]) -> str:
        chosen = self.pilot.choose(side, question, options)
        someone_watches = self.decides("offence") or self.decides("defence")
        if someone_watches and chosen != options[0].key:
            option = next(option for option in options if option.key == chosen)
            self.keyboard.write(f"    {side}, {spoken(question)}: {chosen} ({option.rule})")
        return chosen

    def _known(self, name: str, fits: Callable[[int | str], bool]) -> int | str | None:
        """What the broken-off play was given here, as long as it runs the same way."""
        if not self.again:
            return None
        entry, *rest = self.again
        if entry.name != name or not fits(entry.value):
            self.again = []
            return None
        self.again = rest
        self.given.append(entry)
        return entry.value

    def _keep(self, name: str, value: Value, *, typed: bool) -> Value:
        self.given.append(Given(name, value, typed))
        return value


def _at_enter(options: Sequence[Option]) -> str:
    """T23.01: who says nothing about holds has said nothing; elsewhere Enter is the first choice."""
    return next((option.key for option in options if option == UNSAID), options[0].key)


def _option(typed: str, options: Sequence[Option]) -> str | None:
    """The key that was meant: a number is its place, a word itself."""
    if (number := number_from(typed, len(options))) is not None:
        return options[number - 1].key
    wanted = typed.lower().replace(" ", "_")
    return wanted if any(option.key == wanted for option in options) else None
