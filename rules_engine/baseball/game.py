"""A game in any system, with its log, its tracker, and methods to play and undo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.game_input import GameInput, RandomInput, Recorder, ScriptedInput
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.manager_styles import NO_STYLES
from rules_engine.baseball.plays import Resolved
from rules_engine.baseball.registry import load_system
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.system import SetupT, System, TrackerT
from rules_engine.baseball.system_types import Unsettled
from rules_engine.eligibility.pitching import ReliefLeft

_new = tuple.__new__  # as in state.py
Relief = Mapping[str, ReliefLeft]  # player -> whether he may relieve in this game, and for how many outs


class NotReadyError(ValueError):
    """The next play can't start. `unsettled` is the reason, or None if the game is over."""

    def __init__(self, message: str, unsettled: Unsettled | None = None) -> None:
        super().__init__(message)
        self.unsettled = unsettled


class CannotRetractError(ValueError):
    """An announcement can't be undone. The message is the ruling."""


@dataclass(slots=True)
class Game(Generic[SetupT, TrackerT]):
    """A game. `play()` gets decisions and dice from its input, and the log contains every event.

    `under_way` has the announcements and rolls of an interrupted play as (name, value, side). `relief` has each
    reliever's innings left on the pitching sheet. Players not in it have no limit (T10.2). `hitter_notes` has one line
    per hitter's card, by player. Games with the same cards and ruleset can share it.
    """

    setup: SetupT
    log: GameLog
    relief: Relief = field(default_factory=dict)
    lineups_checked: bool = True  # a replayed season has players without cards
    under_way: tuple[tuple[str, int | str, str], ...] = ()
    hitter_notes: dict[str, str] = field(default_factory=dict)
    styles: tuple[str, str] = NO_STYLES  # of the computer managers for the visitors and the home team
    system: System[Any, SetupT, TrackerT, Any] = field(init=False)
    tracker: TrackerT = field(init=False)
    _in_order: Side | None = None  # the defense that was last found ready; each half-inning has its own

    def __post_init__(self) -> None:
        self.system = load_system(self.setup.system)
        self.tracker = self._tracked()

    @property
    def state(self) -> State:
        return self.log.states[-1]

    def play(self, game_input: GameInput) -> Resolved:
        """Make one play.

        If the input raises DiceMissing, the log is unchanged. Raise NotReadyError if no play can start.
        """
        before = self.log.states[-1]
        _, sides, _, bottom, _, _, _, _, ending = before
        in_field = sides[not bottom]
        if in_field is not self._in_order or self.tracker.unsettled or self.relief:
            self._settle(before)
        elif ending:
            raise NotReadyError(ended(before))
        if isinstance(game_input, RandomInput):  # this input records everything itself and never stops
            start = len(game_input.record)
            resolved = self.system.next_play(game_input, self.setup, before, self.tracker)
            record = tuple(game_input.record[start:])
        else:
            resolved, record = self._with_record(game_input, before)
        play, injured, games_missed, follow = resolved
        order, _, _, _, up = sides[bottom]
        self.append(_new(PlayMade, (play, order[up], in_field.field[0], record, injured, games_missed)))
        for event in follow:
            self.append(event)
        return resolved

    def _with_record(self, game_input: GameInput, before: State) -> tuple[Resolved, Record]:
        """Make a play and store its rolls and decisions so far, even if the input raises an exception."""
        recorder = Recorder(game_input)
        try:
            resolved = self.system.next_play(recorder, self.setup, before, self.tracker)
        except Exception:
            decisions = zip(recorder.record, recorder.sides, strict=True)
            self.under_way = tuple((name, value, side) for (name, value), side in decisions)
            raise
        return resolved, tuple(recorder.record)

    def try_out(self, game_input: GameInput) -> Resolved:
        """Return the next play with this input without making it."""
        return self.system.next_play(game_input, self.setup, self.state, self.tracker)

    def _settle(self, state: State) -> None:
        if state.ending:
            raise NotReadyError(ended(state))
        if (unsettled := self.system.must_settle(self)) is not None:
            raise NotReadyError(str(unsettled.ruling), unsettled)
        self._in_order = state.fielding

    def append(self, event: Event) -> State:
        """Append any event other than a play: a substitution, a move or a halt."""
        before = self.log.states[-1]
        state = self.log.append(event)
        self.tracker.after(before, event)
        self.under_way = ()
        return state

    def take_back(self, side: str) -> Record:
        """Undo this side's last announcement and return the rest of the play.

        Raises CannotRetractError if dice were rolled or the other side has made a later announcement.
        """
        if not (ruling := self.system.retraction_ruling(self, side)):
            raise CannotRetractError(str(ruling))
        self.under_way = self.under_way[:-1]
        return tuple((name, value) for name, value, _ in self.under_way)

    @property
    def dice_rolled(self) -> bool:
        """Return whether any die of the play in progress has been rolled."""
        return any(not side for _, _, side in self.under_way)

    def rewind(self, to: int, why: str = "") -> State:
        """Return to the state after event `to`, even if that event was undone."""
        return self._from_the_log(self.log.rewind(to, why))

    def undo(self) -> State:
        """Undo the last event in force."""
        return self._from_the_log(self.log.undo())

    def _from_the_log(self, state: State) -> State:
        self.tracker, self.under_way, self._in_order = self._tracked(), (), None
        return state

    def finish(self, game_input: GameInput) -> Sequence[Event]:
        """Make the rolls required after the last out and append the events."""
        events = self.system.after_game(game_input, self)
        for event in events:
            self.append(event)
        return events

    def tried(self, *events: Event) -> "Game[SetupT, TrackerT]":
        """Return a copy of the game after these events."""
        trial: Game[SetupT, TrackerT] = Game(self.setup, self.log.copy(), self.relief, self.lineups_checked)
        for event in events:
            trial.append(event)
        return trial

    def _tracked(self) -> TrackerT:
        tracker = self.system.tracker(self.setup, self.log.start)
        for before, event in self.log.in_force():
            tracker.after(before, event)
        return tracker


def ended(state: State) -> str:
    """Return the reason why there is no next play."""
    return f"the game is {'suspended' if state.ending == 'suspended' else 'over'}"


def before_event(game: Game[Any, Any], number: int) -> Game[Any, Any]:
    """Return the game before event `number`, even if that event was undone.

    Raises LogError if there is no such event.
    """
    return Game(game.setup, game.log.before(number), game.relief, game.lineups_checked)


def resolve_recorded(game: Game[Any, Any], number: int) -> Resolved:
    """Resolve the play of event `number` again from its recorded dice and decisions.

    Raises GameInputError or DiceMissing if the current rules need different dice or decisions.
    """
    event = game.log.events[number - 1]
    if not isinstance(event, PlayMade):
        raise ValueError(f"event {number} is not a play")
    return before_event(game, number).try_out(ScriptedInput(event.record))
