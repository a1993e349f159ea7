"""A Strat-O-Matic game being played: the log, what the edition remembers beside it, and every way to go on or back."""

from dataclasses import dataclass, field

from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import State
from rules_engine.baseball.table import RandomTable, Recorder, ScriptedTable, Table
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.cards import PitcherCard
from rules_engine.systems.strat_o_matic.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.next_play import Resolved, next_play
from rules_engine.systems.strat_o_matic.tracker import Tracker, track


class NotReadyError(ValueError):
    """The game cannot go on as it stands; the message says what must be done first."""


@dataclass(slots=True)
class StratGame:
    """One game. Decisions and dice come from the table given to play(); everything that happens is in the log."""

    book: Book
    log: GameLog
    tracker: Tracker = field(init=False)

    def __post_init__(self) -> None:
        self.tracker = track(self.book, self.log.in_force())

    @property
    def state(self) -> State:
        return self.log.state

    def play(self, table: Table) -> Resolved:
        """One play. A table that stops with DiceMissing leaves the game as it was. Raises NotReadyError."""
        before = self.log.states[-1]
        self._ready(before)
        # a random table keeps its own record, so there is no need of a second one
        recorder = table if isinstance(table, RandomTable) else Recorder(table)
        start = len(recorder.record)
        resolved = next_play(recorder, self.book, before, self.tracker)
        batter, pitcher = before.batting.batter, before.fielding.field[0]
        record = tuple(recorder.record[start:])
        self.append(PlayMade(resolved.play, batter, pitcher, record, resolved.hurt, resolved.games_missed))
        return resolved

    def append(self, event: Event) -> State:
        """Any other event: a substitution, a move, a halt."""
        before = self.log.states[-1]
        state = self.log.append(event)
        self.tracker.after(before, event)
        return state

    def rewind(self, to: int, why: str = "") -> State:
        """Back to how the game stood after event `to`, or forward again to one that was undone."""
        state = self.log.rewind(to, why)
        self.tracker = track(self.book, self.log.in_force())
        return state

    def undo(self) -> State:
        """Back by one event in force."""
        state = self.log.undo()
        self.tracker = track(self.book, self.log.in_force())
        return state

    def hurt_men(self) -> list[tuple[int, str]]:
        """(team, player) of those who must leave. With an empty bench the made-up man of 25.2 plays in his name."""
        sides = [(team, side) for team, side in enumerate(self.state.sides) if side.bench]
        return [(team, man) for team, side in sides for man in self.tracker.hurt if man in (*side.order, *side.field)]

    def _ready(self, state: State) -> None:
        if state.ending:
            raise NotReadyError(f"the game is {'suspended' if state.ending == 'suspended' else 'over'}")
        self._pitcher_ready(state)
        if self.tracker.hurt and (hurt := self.hurt_men()):
            raise NotReadyError(f"{hurt[0][1]} is hurt and must leave the game")

    def _pitcher_ready(self, state: State) -> None:
        """25.3, T27.54: a pitcher, or a position player when none is left; no starter beyond his last inning."""
        side, rules = state.fielding, self.book.edition
        if not isinstance(self.book.cards[side.field[0]], PitcherCard):
            if any(isinstance(self.book.cards[man], PitcherCard) for man in side.bench):
                raise NotReadyError(f"{side.pitcher} batted for the pitcher; a new pitcher must come in")
        elif state.inning > 1 and starter_must_leave(rules.endurance, state.inning - 1):
            outing = self.tracker.outing(state)
            if outing.started and any(isinstance(self.book.cards[man], PitcherCard) for man in side.bench):
                raise NotReadyError(f"{side.pitcher} started and may pitch no longer (T27.54)")


def resolve_again(book: Book, log: GameLog, number: int) -> Resolved:
    """The play of event `number` worked out anew from its recorded dice and decisions, to check or explain it."""
    event, before = log.events[number - 1], log.states[number - 1]
    if not isinstance(event, PlayMade):
        raise ValueError(f"event {number} is no play")
    tracker = track(book, list(GameLog(log.start, log.events[: number - 1]).in_force()))
    return next_play(ScriptedTable(event.record), book, before, tracker)
