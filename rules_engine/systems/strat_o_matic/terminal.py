"""A game at the terminal: dice typed in or thrown, decisions asked with their rules, undo, play-by-play, box score."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import LogError, PlayMade
from rules_engine.baseball.play_by_play import box_text, line_score, sentence
from rules_engine.baseball.state import State
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.strat_o_matic.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.game import StratGame

Read = Callable[[str], str]
Write = Callable[[str], None]
UNDO, AUTO, QUIT = "undo", "auto", "quit"


class _Command(Exception):
    """A wish typed in place of a die or a decision; the play is broken off."""


@dataclass(slots=True)
class KeyboardTable:
    """Asks a person for decisions and, where `dice` is None, for every roll too."""

    read: Read
    write: Write
    dice: Table | None
    pilot: Autopilot
    automatic: bool = False  # the autopilot decides from now on

    def roll(self, name: str, sides: int) -> int:
        if self.dice is not None:
            thrown = self.dice.roll(name, sides)
            self.write(f"    {name.replace('_', ' ')}: {thrown}")
            return thrown
        while True:
            typed = self._typed(f"  {name.replace('_', ' ')}, die of {sides}: ")
            if typed.isdecimal() and 1 <= int(typed) <= sides:
                return int(typed)
            self.write(f"    a number from 1 to {sides} is wanted, or {UNDO}, {QUIT}")

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if self.automatic:
            return self.pilot.choose(side, question, options)
        self.write(f"  {side}, {question.replace('_', ' ')}:")
        for number, option in enumerate(options, start=1):
            self.write(f"    {number} {option.key:<14} {option.sentence} ({option.rule})")
        while True:
            typed = self._typed("  which? ")
            if typed.isdecimal() and 1 <= int(typed) <= len(options):
                return options[int(typed) - 1].key
            if typed in [option.key for option in options]:
                return typed
            self.write(f"    a number from 1 to {len(options)} is wanted, or {UNDO}, {AUTO}, {QUIT}")

    def _typed(self, prompt: str) -> str:
        typed = self.read(prompt).strip()
        if typed in (UNDO, QUIT, AUTO):
            raise _Command(typed)
        return typed


def play_at_terminal(
    game: StratGame,
    teams: tuple[str, str],
    names: Mapping[str, str],
    read: Read,
    write: Write,
    dice: Table | None = None,
    *,
    automatic: bool = False,
) -> None:
    """Play to the end, or until somebody types quit. Without `dice` every roll is typed in."""
    pilot = Autopilot(game)
    table = KeyboardTable(read, write, dice, pilot, automatic)
    half: tuple[int, bool] | None = None
    while not game.state.over:
        state = game.state
        if (state.inning, state.bottom) != half:
            half = (state.inning, state.bottom)
            write(
                f"\n{'Bottom' if state.bottom else 'Top'} of inning {state.inning}, {teams[0]} {state.score[0]}, "
                f"{teams[1]} {state.score[1]}"
            )
        if not _one_play(game, table, names, write):
            return
    _report(game, teams, names, write)


def _one_play(game: StratGame, table: KeyboardTable, names: Mapping[str, str], write: Write) -> bool:
    """One play, or a command in its place; False when the person wants to stop."""
    first = game.log.number
    table.pilot.changes()
    for number in range(first, game.log.number):
        write(sentence(game.log.states[number], game.log.events[number], names))
    before = game.state
    write(_situation(before, names))
    try:
        game.play(table)
    except _Command as command:
        return _obey(game, table, str(command), write)
    write(sentence(before, game.log.events[-1], names))
    return True


def _obey(game: StratGame, table: KeyboardTable, command: str, write: Write) -> bool:
    if command == AUTO:
        table.automatic = True
    elif command == UNDO:
        try:
            _take_back(game)
            write("  The last play is taken back.")
        except LogError as fault:
            write(f"  {fault}.")
    return command != QUIT


def _take_back(game: StratGame) -> None:
    """Back to before the last play, changes of men made since then with it. Raises LogError when there is none."""
    numbers = game.log.numbers_in_force()
    places = [place for place, number in enumerate(numbers) if isinstance(game.log.events[number - 1], PlayMade)]
    if not places:
        raise LogError("there is nothing to undo")
    game.rewind(numbers[places[-1] - 1] if places[-1] else 0, "undone")


def _situation(state: State, names: Mapping[str, str]) -> str:
    on_base = [
        f"{names.get(runner.player, runner.player)} on {base}"
        for runner, base in zip(state.bases, ("first", "second", "third"), strict=True)
        if runner
    ]
    batter, pitcher = state.batting.batter, state.fielding.pitcher
    where = f", {', '.join(on_base)}" if on_base else ""
    return f"{names.get(batter, batter)} against {names.get(pitcher, pitcher)}, {state.outs} out{where}"


def _report(game: StratGame, teams: tuple[str, str], names: Mapping[str, str], write: Write) -> None:
    history = list(game.log.in_force())
    box = box_score(history)
    write("\n" + line_score(game.state, box, teams))
    write("\n" + box_text(box, teams, names, decide(history, game.state.inning)))
