"""Undo, redo and rewind at the terminal, each with the score and the bases it leads to."""

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_engine.baseball.events import FieldersMoved, HitterEnded, LogError, OrderSwapped, Substituted
from rules_engine.baseball.going_back import (
    THROWN_ANEW,
    Die,
    Moment,
    after_next_play,
    before_last_event,
    before_last_play,
    changes_since_play,
    dice_of,
    dice_on_record,
    moment,
    undone,
)
from rules_engine.baseball.log import GameLog
from rules_engine.systems.strat_o_matic.play.game import NoTakingBackError
from rules_engine.systems.strat_o_matic.terminal.keyboard import Command
from rules_engine.systems.strat_o_matic.terminal.showing import events_text, standing_text, undone_text
from rules_engine.systems.strat_o_matic.terminal.sitting import Sitting

CHANGES = (Substituted, FieldersMoved, OrderSwapped, HitterEnded)
SHOWN = 15  # events listed when no number is given


@dataclass(slots=True)
class GoingBack:
    """The words undo, redo, rewind, back, fresh and events; and which dice count again at a moment reached so."""

    sitting: Sitting
    _broken_off: dict[Moment, dict[Die, int]] = field(default_factory=dict)  # thrown, but the play was not finished

    def words(self) -> dict[str, Command]:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "rewind": self.rewind,
            "back": self.unsay,
            "fresh": self.throw_anew,
        }

    def dice_that_count(self) -> dict[Die, int]:
        """The dice on record for this moment, and those that the program threw for a play that was broken off here."""
        log = self.sitting.game.log
        return {**self._broken_off.get(moment(log), {}), **dice_on_record(log)}

    def keep_thrown(self) -> None:
        """The play on the table is broken off: what the program threw for it stays thrown."""
        if self.sitting.dice is None:
            return
        record = tuple((entry.name, entry.value) for entry in self.sitting.table.given)
        if thrown := dice_of(record):
            self._broken_off.setdefault(moment(self.sitting.game.log), {}).update(thrown)

    def undo(self, rest: str) -> None:
        """In the middle of a play the answer typed last; else changes made since the last play, or the last play.

        With "event" it is the last event alone.
        """
        if rest not in ("", "play", "event"):
            self.sitting.write("    undo takes back the last answer or play, undo event the last event alone")
            return
        self.keep_thrown()
        if not rest and self.sitting.table.take_back():
            game = self.sitting.game
            game.under_way = game.under_way[: len(self.sitting.table.again)]
            self.sitting.write("    The last answer is taken back.")
            return
        log, changes = self.sitting.game.log, [] if rest else self._own_changes()
        if rest == "event":
            self._go(lambda: before_last_event(log), "undone", "The last event is taken back")
        elif changes:
            self._go(lambda: _before(log, changes[0]), "undone", "The changes since the last play are taken back")
        else:
            self._go(lambda: before_last_play(log), "undone", "The last play is taken back")

    def _own_changes(self) -> list[int]:
        """What a person has changed since the last play of his own will, from the first on; not for the hurt (25.1)."""
        sitting = self.sitting
        log, hurt = sitting.game.log, sitting.game.tracker.hurt
        numbers = changes_since_play(log)
        for place, number in enumerate(numbers):
            event = log.events[number - 1]
            if isinstance(event, Substituted) and event.leaves in hurt:
                continue
            if isinstance(event, CHANGES) and sitting.people[event.team]:
                return numbers[place:]
        return []

    def unsay(self, rest: str) -> None:
        """S7.0: what was announced last is taken back, where the rules let it."""
        sitting = self.sitting
        said = sitting.game.under_way
        try:
            stands = sitting.game.take_back(said[-1][2] if said else "offence")
        except NoTakingBackError as fault:
            sitting.write(f"    refused, {fault}")
            return
        sitting.table.again = sitting.table.given[: len(stands)]
        sitting.write("    The last announcement is taken back.")

    def redo(self, rest: str) -> None:
        """Forward again by a play that was undone."""
        self._go(lambda: after_next_play(self.sitting.game.log), "done again", "The play counts again")

    def rewind(self, rest: str) -> None:
        """To how the game stood after event number n, also one that was undone."""
        log = self.sitting.game.log
        if not (rest.isascii() and rest.isdigit()) or int(rest) > log.number:
            self.sitting.write(f"    rewind to which event? a number from 0 to {log.number}; events lists them")
            return
        self._go(lambda: int(rest), "rewound", f"Back to after event {rest}" if int(rest) else "Back to the beginning")

    def _go(self, find: Callable[[], int], why: str, said: str) -> None:
        sitting = self.sitting
        self.keep_thrown()
        try:
            state = sitting.game.rewind(find(), why)
        except LogError as fault:
            sitting.write(f"    {fault}.")
            return
        sitting.write(f"    {said}: {standing_text(state, sitting.teams, sitting.names)}.")

    def events(self, rest: str) -> None:
        """The last events with their numbers, or as many as are asked for, or all; then those that were undone."""
        sitting = self.sitting
        if rest and rest != "all" and not (rest.isascii() and rest.isdigit()):
            sitting.write("    events, events 30 or events all")
            return
        last = 0 if rest == "all" else int(rest or SHOWN)
        sitting.write(events_text(sitting.game.log, sitting.names, last))
        if numbers := undone(sitting.game.log):
            sitting.write(undone_text(sitting.game.log, numbers, sitting.names))

    def throw_anew(self, rest: str) -> None:
        """The dice on record for this moment do not count; the log says so."""
        sitting = self.sitting
        thrown = any(not side for _, _, side in sitting.game.under_way)
        if not thrown and not self.dice_that_count():
            sitting.write("    No dice are on record for this moment.")
            return
        sitting.game.rewind(sitting.game.log.number, THROWN_ANEW)
        self._broken_off.pop(moment(sitting.game.log), None)
        sitting.write("    The dice of this play are thrown anew.")


def _before(log: GameLog, number: int) -> int:
    """The event to go back to so that event `number`, which is in force, is undone."""
    earlier = [other for other in log.numbers_in_force() if other < number]
    return earlier[-1] if earlier else 0
