"""Undo, redo and rewind at the terminal, each with the score and the bases it leads to."""

from collections.abc import Callable
from dataclasses import dataclass

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import LogError, PlayMade
from rules_engine.baseball.game import NoTakingBackError
from rules_engine.baseball.going_back import undone
from rules_engine.terminal.keyboard import Command, Write, number_from
from rules_engine.terminal.showing import events_text, explained_text, standing_text, undone_text

SHOWN = 15  # events listed when no number is given


@dataclass(slots=True)
class GoingBack:
    """The words undo, redo, rewind, back, fresh, events and explain."""

    talk: Dialogue
    write: Write

    def words(self) -> dict[str, Command]:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "rewind": self.rewind,
            "back": self.unsay,
            "fresh": self.throw_fresh,
            "events": self.events,
            "explain": self.explain,
        }

    def undo(self, rest: str) -> None:
        """In the middle of a play the answer typed last; else changes made since the last play, or the last play."""
        if rest not in ("", "play", "event"):
            self.write("    undo takes back the last answer or play, undo event the last event alone")
        elif not rest and self.talk.undo_answer():
            self.write("    The last answer is taken back.")
        elif rest == "event":
            self._go(self.talk.undo_event, "The last event is taken back")
        elif not rest and self.talk.undo_changes():
            self._tell("The changes since the last play are taken back")
        else:
            self._go(self.talk.undo_play, "The last play is taken back")

    def unsay(self, rest: str) -> None:
        """What was announced last is taken back, where the rules let it."""
        try:
            self.talk.unsay()
        except NoTakingBackError as fault:
            self.write(f"    refused, {fault}")
        else:
            self.write("    The last announcement is taken back.")

    def redo(self, rest: str) -> None:
        """Forward again by a play that was undone."""
        self._go(self.talk.redo, "The play counts again")

    def rewind(self, rest: str) -> None:
        """To how the game stood after event n, also one that was undone."""
        newest = self.talk.game.log.number
        if not (rest.isascii() and rest.isdigit()) or int(rest) > newest:
            self.write(f"    rewind to which event? a number from 0 to {newest}; events lists them")
            return
        said = f"Back to after event {rest}" if int(rest) else "Back to the beginning"
        self._go(lambda: self.talk.rewind(int(rest)), said)

    def _go(self, step: Callable[[], None], said: str) -> None:
        try:
            step()
        except LogError as fault:
            self.write(f"    {fault}.")
        else:
            self._tell(said)

    def _tell(self, said: str) -> None:
        talk = self.talk
        self.write(f"    {said}: {standing_text(talk.game.state, talk.teams, talk.names)}.")

    def events(self, rest: str) -> None:
        """The last events with their numbers, or as many as are asked for, or all; then those that were undone."""
        if rest and rest != "all" and not (rest.isascii() and rest.isdigit()):
            self.write("    events, events 30 or events all")
            return
        log, names, note = self.talk.game.log, self.talk.names, self.talk.game.system.play_note
        self.write(events_text(log, names, note, 0 if rest == "all" else int(rest or SHOWN)))
        if numbers := undone(log):
            try:
                self.write(undone_text(log, numbers, names, note))
            except LogError as fault:  # of a file in which somebody has written
                self.write(f"    What was undone cannot be had again: {fault}.")

    def explain(self, rest: str) -> None:
        """The last play, or the event of this number: its dice, its decisions, and what the rules make of them."""
        log = self.talk.game.log
        plays = [number for number in log.numbers_in_force() if isinstance(log.events[number - 1], PlayMade)]
        number = number_from(rest, log.number) if rest else plays[-1] if plays else None
        if number is None:
            self.write(f"    explain which event? a number from 1 to {log.number}; events lists them")
            return
        try:
            self.write(explained_text(self.talk.game, number, self.talk.names))
        except LogError as fault:  # of a file in which somebody has written
            self.write(f"    {fault}.")

    def throw_fresh(self, rest: str) -> None:
        """The dice on record for this moment do not count; the log says so."""
        if self.talk.fresh():
            self.write("    The dice of this play are thrown anew.")
        else:
            self.write("    No dice are on record for this moment.")
