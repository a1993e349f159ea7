"""A play in progress: its answers so far, its fixed dice and every way to undo."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from rules_engine.baseball.dice_line import spoken
from rules_engine.baseball.events import Event, FieldersMoved, HitterEnded, OrderSwapped, PlayMade, Record, Substituted
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import UNSAID_KEY, DiceRoller
from rules_engine.baseball.going_back import (
    NEW_DICE,
    Die,
    Moment,
    after_next_play,
    before_last_event,
    before_last_play,
    changes_since_play,
    dice_of,
    dice_on_record,
    moment,
)
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import Names, sentence
from rules_engine.baseball.roll_notes import note_on_dice
from rules_engine.baseball.standing_orders import NO_ORDERS, StandingOrders
from rules_engine.baseball.system_types import Pilot
from rules_engine.profile import Profile

CHANGES: Final = (Substituted, FieldersMoved, OrderSwapped, HitterEnded)
Kind = Literal["half", "situation", "event", "die", "note", "decision", "trouble"]


class DialogueLine(NamedTuple):
    """One line of output."""

    kind: Kind
    text: str


class GivenEntry(NamedTuple):
    """A roll or a decision in the play in progress.

    `typed` means that a person entered it. `ordered_by` is the team whose standing orders decided it, or None.
    `is_usual` means that a line of dice accepted it as the default answer.
    """

    name: str
    value: int | str
    typed: bool
    ordered_by: int | None = None
    is_usual: bool = False


def ignore_line(line: DialogueLine) -> None:
    """Ignore a line. The play table reads finished plays instead."""


@dataclass(slots=True)
class PlayInProgress:
    """A game between people or computer managers, with the play in progress.

    `people` is whether a person manages the visitors and the home team. Without `dice`, a person rolls every die.
    `names` has the printed names by player.
    """

    game: Game[Any, Any]
    teams: tuple[str, str]
    names: Names
    people: list[bool]
    dice: DiceRoller | None = None
    profile: Profile | None = None
    tell: Callable[[DialogueLine], None] = ignore_line
    pilot: Pilot = field(init=False)  # computer managers for teams without a person
    entries: list[GivenEntry] = field(default_factory=list)  # for the play in progress
    noted: int = 0  # number of entries already announced
    announced_at: int = -1  # number of the last event when the play was announced
    waits: bool = False  # a person may announce a choice before the program rolls
    taken_back: dict[Die, int] = field(default_factory=dict)  # entered in this play and undone
    accepted_misplacements: set[tuple[tuple[str, str], ...]] = field(default_factory=set)  # players out of position
    interrupted_dice: dict[Moment, dict[Die, int]] = field(default_factory=dict)  # rolled for interrupted plays
    orders: list[StandingOrders] = field(default_factory=lambda: [NO_ORDERS, NO_ORDERS])  # both teams' orders
    ordered: dict[int, Record] = field(default_factory=dict)  # by standing orders, by event number

    @property
    def batting(self) -> int:
        return int(self.game.state.bottom)

    def team_of(self, side: str) -> int:
        """Return the team on this side now."""
        return self.batting if side == "offence" else 1 - self.batting

    def name(self, player: str) -> str:
        return self.names.get(player, player)

    def say_line(self, kind: Kind, text: str) -> None:
        self.tell(DialogueLine(kind, text))

    def spoken(self, reason: str) -> str:
        """Replace player keys in a ruling with names."""
        words = reason.split()
        named = [self.names.get(word.rstrip(",.:"), "") + word[len(word.rstrip(",.:")) :] for word in words]
        return " ".join(name if name.strip(",.:") else word for name, word in zip(named, words, strict=True))

    def waits_for_manager(self) -> bool:
        """Return whether to wait for a manager before the program rolls, so that he can make changes."""
        return self.waits and any(self.people) and not any(entry.typed for entry in self.entries)

    def say_events(self, after: int) -> None:
        log = self.game.log
        for number in range(after, log.number):
            before, event = log.state_after(number), log.events[number]
            self.say_line("event", sentence(before, event, self.names, self.game.system.play_note, self.teams))
            if isinstance(event, PlayMade) and event.injured:
                self._announce_permitted_stay(event.injured)

    def _announce_permitted_stay(self, injured: str) -> None:
        """Announce that a person's injured pitcher may stay for now."""
        work = self.game.tracker.work_left(injured)
        for team, side in enumerate(self.game.state.sides):
            if injured == side.pitcher and self.people[team] and self.game.system.must_settle(self.game) is None:
                self.say_line("note", f"{self.teams[team]}: {self.name(injured)} is injured: {work}.")

    def happen(self, *events: Event) -> None:
        """Append events to the log and announce them. A play in progress starts over."""
        number = self.game.log.number
        self.keep_rolled_dice()
        for event in events:
            self.game.append(event)
        self.restart()
        self.say_events(number)

    # Undo and redo.

    def dice_that_count(self) -> dict[Die, int]:
        """Return the recorded dice for this moment and those rolled for an interrupted play."""
        log = self.game.log
        return {**self.interrupted_dice.get(moment(log), {}), **dice_on_record(log)}

    def keep_rolled_dice(self) -> None:
        """Store the program's rolls for the play in progress when it is interrupted."""
        if self.dice is not None and (rolled := dice_of(self.record)):
            self.interrupted_dice.setdefault(moment(self.game.log), {}).update(rolled)

    def note_dice(self, place: int, *, fell: bool = False) -> None:
        """Announce the dice up to this point once, with their readings."""
        if place <= self.noted:
            return
        self.noted, entry = place, self.entries[place - 1]
        if self.tell is ignore_line:  # a note tries every face of the dice
            return
        if isinstance(entry.value, str):
            self._echo(entry)
            return
        if not (fell or entry.typed):
            self.say_line("die", f"{spoken(entry.name)}: {entry.value}")
        if note := note_on_dice(self.game, self.record[:place], self.names):
            self.say_line("note", note)

    def _echo(self, entry: GivenEntry) -> None:
        """Announce a decision that its manager didn't enter himself."""
        if entry.value in (entry.name, UNSAID_KEY) or (entry.ordered_by is None and not entry.is_usual):
            return
        source = "" if entry.ordered_by is None else ", by standing order"
        self.say_line("decision", f"{spoken(entry.name)}: {spoken(str(entry.value))}{source}")

    @property
    def record(self) -> Record:
        """Return the answers so far for the play in progress."""
        return tuple((entry.name, entry.value) for entry in self.entries)

    def restart(self) -> None:
        self.entries, self.noted, self.announced_at, self.waits = [], 0, -1, False

    def undo_answer(self) -> bool:
        """Undo the last answer in this play. Return False if there is none."""
        places = [place for place, entry in enumerate(self.entries) if entry.typed]
        if not places:
            return False
        self.keep_rolled_dice()
        undone = dice_of(self.record)
        self.entries = self.entries[: places[-1]]
        self.noted = min(self.noted, len(self.entries))
        left = dice_of(self.record)
        if self.dice is None:
            self.taken_back |= {die: value for die, value in undone.items() if die not in left}
        self.game.under_way = self.game.under_way[: len(self.entries)]
        return True

    def give_orders(self, team: int, orders: StandingOrders) -> None:
        """Set a team's standing orders.

        They decide the play in progress again, unless dice were rolled or someone answered after the old orders.
        """
        self.orders[team] = orders
        place = next((place for place, entry in enumerate(self.entries) if entry.ordered_by == team), None)
        if place is None or dice_of(self.record) or any(entry.typed for entry in self.entries[place:]):
            return
        self.entries = self.entries[:place]
        self.noted = min(self.noted, place)
        self.game.under_way = self.game.under_way[:place]

    def ordered_decisions(self) -> Record:
        """Return the decisions in the current play that followed standing orders."""
        return tuple((entry.name, entry.value) for entry in self.entries if entry.ordered_by is not None)

    def undo_play(self) -> None:
        """Undo the last play and the events after it. Raise LogError if there is none."""
        self.rewind(before_last_play(self.game.log), "undone")

    def undo_event(self) -> None:
        """Undo the last event. Raise LogError if there is none."""
        self.rewind(before_last_event(self.game.log), "undone")

    def undo_changes(self) -> bool:
        """Undo the changes people made since the last play. Return False if there are none."""
        if not (numbers := self._own_changes()):
            return False
        earlier = [number for number in self.game.log.numbers_in_force() if number < numbers[0]]
        self.rewind(earlier[-1] if earlier else 0, "undone")
        return True

    def _own_changes(self) -> list[int]:
        """Return the event numbers since the last play, starting with a person's first voluntary change."""
        log, injured = self.game.log, self.game.tracker.injured
        numbers = changes_since_play(log)
        for place, number in enumerate(numbers):
            event = log.events[number - 1]
            if isinstance(event, Substituted) and event.leaves in injured:
                continue
            if isinstance(event, CHANGES) and self.people[event.team]:
                return numbers[place:]
        return []

    def redo(self) -> None:
        """Redo the most recently undone play. Raise LogError if there is none."""
        self.rewind(after_next_play(self.game.log), "done again")

    def rewind(self, to: int, why: str = "rewound") -> None:
        """Return to the state after event `to`, even if it was undone. Raise LogError if there is no such event."""
        self.keep_rolled_dice()
        self.game.rewind(to, why)
        self.restart()

    def unsay(self) -> None:
        """Undo the last announcement. Raise CannotRetractError if that isn't possible."""
        announcements = self.game.under_way
        remaining = self.game.take_back(announcements[-1][2] if announcements else "offence")
        self.entries = self.entries[: len(remaining)]
        self.noted = min(self.noted, len(self.entries))

    def fresh(self) -> bool:
        """Discard the recorded dice for this moment and log it. Return False if there are none."""
        if not self.game.dice_rolled and not self.dice_that_count():
            return False
        self.game.rewind(self.game.log.number, NEW_DICE)
        self.interrupted_dice.pop(moment(self.game.log), None)
        self.restart()
        return True

    # The play as JSON values, so any process can load its log and continue the game.

    def to_document(self) -> dict[str, Any]:
        """Return the data beyond the game's log: answers, dice of interrupted plays and accepted positions."""
        log = self.game.log
        interrupted = self.interrupted_dice.items()
        return {
            "given": [list(entry) for entry in self.entries],
            "noted": self.noted,
            "begun": self.announced_at,
            "waits": self.waits,
            "retracted": _dice_rows(self.taken_back),
            "interrupted": [[_number_of(log, point), _dice_rows(dice)] for point, dice in interrupted if dice],
            "misplaced": [[list(pair) for pair in pairs] for pairs in sorted(self.accepted_misplacements)],
        }

    def restore(self, document: Mapping[str, Any]) -> None:
        """Continue a play from the `to_document` values saved when the game had this log."""
        log = self.game.log
        self.entries = [GivenEntry(*entry) for entry in document["given"]]
        self.noted, self.announced_at, self.waits = document["noted"], document["begun"], document["waits"]
        self.taken_back = _dice_by_turn(document["retracted"])
        self.interrupted_dice = {
            (log.plays_after(number), log.state_after(number)): _dice_by_turn(rows)
            for number, rows in document["interrupted"]
        }
        self.accepted_misplacements = {
            tuple((position, player) for position, player in pairs) for pairs in document["misplaced"]
        }


def _number_of(log: GameLog, point: Moment) -> int:
    """Return the number of the last event that left the game at this moment."""
    numbers = range(log.number, -1, -1)
    return next(number for number in numbers if (log.plays_after(number), log.state_after(number)) == point)


def _dice_rows(dice: Mapping[Die, int]) -> list[list[str | int]]:
    return [[name, turn, value] for (name, turn), value in dice.items()]


def _dice_by_turn(rows: Iterable[Any]) -> dict[Die, int]:
    return {(name, turn): value for name, turn, value in rows}
