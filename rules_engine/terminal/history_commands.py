"""Commands to undo, redo, rewind and explain events. Each shows the score and bases afterward."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import LogError, PlayMade
from rules_engine.baseball.game import CannotRetractError
from rules_engine.baseball.going_back import undone
from rules_engine.terminal.game_reports import events_text, explained_text, position_text, undone_text
from rules_engine.terminal.keyboard import Command, WriteLine, parse_number

DEFAULT_EVENTS: Final = 15  # events listed if no number is entered


@dataclass(slots=True)
class HistoryCommands:
    """The commands undo, redo, rewind, back, fresh, events and explain."""

    talk: Dialogue
    write: WriteLine

    def commands(self) -> dict[str, Command]:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "rewind": self.rewind,
            "back": self.take_back,
            "fresh": self.reroll,
            "events": self.events,
            "explain": self.explain,
        }

    def undo(self, rest: str) -> None:
        """Undo a play's last answer, the changes since the last play, or the last play."""
        if rest not in ("", "play", "event"):
            self.write("    undo: the last answer or play; undo event: only the last event")
        elif not rest and self.talk.undo_answer():
            self.write("    Undid the last answer.")
        elif rest == "event":
            self._run(self.talk.undo_event, "Undid the last event")
        elif not rest and self.talk.undo_changes():
            self._show_position("Undid the changes since the last play")
        else:
            self._run(self.talk.undo_play, "Undid the last play")

    def take_back(self, rest: str) -> None:
        """Undo the last announcement if the rules allow it."""
        try:
            self.talk.unsay()
        except CannotRetractError as error:
            self.write(f"    refused, {error}")
        else:
            self.write("    Undid the last announcement.")

    def redo(self, rest: str) -> None:
        """Redo the play that was undone."""
        self._run(self.talk.redo, "Redid the play")

    def rewind(self, rest: str) -> None:
        """Return to the game after event n, even if it was undone."""
        newest = self.talk.game.log.number
        if not (rest.isascii() and rest.isdigit()) or int(rest) > newest:
            self.write(f"    rewind to which event? enter a number from 0 to {newest}; events lists them")
            return
        number = int(rest)
        label = f"Back to the point after event {number}" if number else "Back to the beginning"
        self._run(lambda: self.talk.rewind(number), label)

    def _run(self, action: Callable[[], None], label: str) -> None:
        try:
            action()
        except LogError as error:
            self.write(f"    {error}.")
        else:
            self._show_position(label)

    def _show_position(self, label: str) -> None:
        talk = self.talk
        self.write(f"    {label}: {position_text(talk.game.state, talk.teams, talk.names)}.")

    def events(self, rest: str) -> None:
        """List the last events with their numbers, then the undone ones."""
        if rest and rest != "all" and not (rest.isascii() and rest.isdigit()):
            self.write("    events, events 30 or events all")
            return
        log, names, note = self.talk.game.log, self.talk.names, self.talk.game.system.play_note
        count = 0 if rest == "all" else int(rest or DEFAULT_EVENTS)
        self.write(events_text(log, names, note, count))
        if numbers := undone(log):
            try:
                self.write(undone_text(log, numbers, names, note))
            except LogError as error:  # in a file that was edited by hand
                self.write(f"    The undone events can't be read: {error}.")

    def explain(self, rest: str) -> None:
        """Explain the dice, decisions and rules of the last play or of the event with this number."""
        log = self.talk.game.log
        number = parse_number(rest, log.number) if rest else self._last_play()
        if number is None:
            self.write(f"    explain which event? enter a number from 1 to {log.number}; events lists them")
            return
        try:
            self.write(explained_text(self.talk.game, number, self.talk.names))
        except LogError as error:  # in a file that was edited by hand
            self.write(f"    {error}.")

    def _last_play(self) -> int | None:
        log = self.talk.game.log
        plays = [number for number in log.numbers_in_force() if isinstance(log.events[number - 1], PlayMade)]
        return plays[-1] if plays else None

    def reroll(self, rest: str) -> None:
        """Ignore the recorded dice for this point of the game. The log records that."""
        if self.talk.fresh():
            self.write("    The dice for this play will be rolled again.")
        else:
            self.write("    No dice are recorded for this point of the game.")
