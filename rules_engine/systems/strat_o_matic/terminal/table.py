"""The table at the keyboard: dice typed in or thrown, decisions asked of a person or left to the autopilot.

Dice that are on record for the moment count again. What a broken-off play was already given is given to it again.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from rules_engine.baseball.going_back import Die
from rules_engine.baseball.table import Option, RandomTable
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.running.holding import UNSAID
from rules_engine.systems.strat_o_matic.terminal.keyboard import Keyboard, number_from, numbers_from

Value = TypeVar("Value", int, str)
# T29.11: what may be thrown along with other dice and so be typed along; every other die is thrown by itself.
_THROWN_ALONG = frozenset(
    ("white", "colored_1", "colored_2", "split", "range", "error_1", "error_2", "error_3", "lead_1", "lead_2")
)

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

    `line_at` says what stands on the card for the white die and the sum of the colored ones, `runner_at` what a
    manager should know of the runner whom an option of a question is about, "" where it is about none.
    """

    keyboard: Keyboard
    dice: SeededDice | None
    pilot: Autopilot
    decides: Callable[[str], bool]
    line_at: Callable[[int, int], str]
    runner_at: Callable[[str, str], str]
    given: list[Given] = field(default_factory=list)
    again: list[Given] = field(default_factory=list)
    on_record: dict[Die, int] = field(default_factory=dict)
    _seen: Counter[str] = field(default_factory=Counter)
    _ahead: tuple[int, ...] = ()  # dice typed on one line with the last one, not asked for yet

    def begin(self, on_record: dict[Die, int]) -> None:
        """A play begins, or goes on with `again`. `on_record` are the dice of its moment that count again."""
        self._drop_ahead()
        self.given, self.on_record, self._seen = [], on_record, Counter()

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
        self._seen[name] += 1
        known = self._known(name)
        if known is not None and isinstance(known.value, int):
            return known.value
        thrown = self._thrown(name, sides)
        if name == "colored_2":
            self._show_line()
        if name == "pitch" and thrown <= ANOTHER_THROW:
            self._say_void()
        return thrown

    def _thrown(self, name: str, sides: int) -> int:
        kept = self.on_record.get((name, self._seen[name]))
        if kept is not None and kept <= sides:
            self.keyboard.write(f"    {_spoken(name)}: {kept}, as on record")
            return self._keep(name, kept, typed=False)
        if self.dice is not None:
            thrown = self.dice.roll(name, sides)
            self.keyboard.write(f"    {_spoken(name)}: {thrown}")
            return self._keep(name, thrown, typed=False)
        return self._typed_ahead(name, sides) or self._typed(name, sides)

    def _typed(self, name: str, sides: int) -> int:
        prompt, wanted = f"  {_spoken(name)}, die of {sides}: ", f"a number from 1 to {sides} is wanted"
        first, *ahead = self.keyboard.ask(prompt, lambda typed: numbers_from(typed, sides), wanted)
        self._ahead = tuple(ahead)
        return self._keep(name, first, typed=True)

    def _typed_ahead(self, name: str, sides: int) -> int | None:
        """T29.11: the next die of the line that was typed, as part of that answer; None where it cannot be this one."""
        if name not in _THROWN_ALONG or not self._ahead or self._ahead[0] > sides:
            self._drop_ahead()
            return None
        thrown, *ahead = self._ahead
        self._ahead = tuple(ahead)
        self.keyboard.write(f"    {_spoken(name)}: {thrown}")
        return self._keep(name, thrown, typed=False)

    def _drop_ahead(self) -> None:
        """A die seen before a decision, or thrown for something else, decides nothing."""
        if self._ahead:
            self.keyboard.write(f"    typed too, and not used: {', '.join(map(str, self._ahead))}")
        self._ahead = ()

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
        known = self._known(question)
        if known is not None and any(option.key == known.value for option in options):
            return str(known.value)
        self._drop_ahead()
        if not self.decides(side):
            return self._keep(question, self._piloted(side, question, options), typed=False)
        self.keyboard.write(f"  {side}, {_spoken(question)}:")
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
            self.keyboard.write(f"    {side}, {_spoken(question)}: {chosen} ({option.rule})")
        return chosen

    def _known(self, name: str) -> Given | None:
        """What the broken-off play was given here, as long as it runs the same way."""
        if not self.again:
            return None
        entry, *rest = self.again
        self.again = rest if entry.name == name else []
        if entry.name != name:
            return None
        self.given.append(entry)
        return entry

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


def _spoken(name: str) -> str:
    return name.replace("_", " ")
