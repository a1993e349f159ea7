"""A Strat-O-Matic game being played: the log, what the edition remembers beside it, and every way to go on or back."""

from dataclasses import dataclass, field

from rules_engine.baseball.events import Event, PlayMade, Record
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Ending, Side, State
from rules_engine.baseball.table import RandomTable, Recorder, ScriptedTable, Table
from rules_engine.eligibility.injuries import PitcherInjury, pitcher_injured
from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.pitchers.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.play.announcements import moves_ruling, take_back_ruling
from rules_engine.systems.strat_o_matic.play.next_play import next_play
from rules_engine.systems.strat_o_matic.play.swinging import Resolved
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.lineups import starting_ruling
from rules_engine.systems.strat_o_matic.scorebook.mound import Relief, anybody_left, may_stay, pitchers_left
from rules_engine.systems.strat_o_matic.scorebook.tracker import Tracker, track


class NotReadyError(ValueError):
    """The game cannot go on as it stands; the message says what must be done first."""


class NoTakingBackError(ValueError):
    """What was announced stands; the message is the ruling."""


@dataclass(slots=True)
class StratGame:
    """One game. Decisions and dice come from the table given to play(); everything that happens is in the log.

    `under_way` holds what has been announced and thrown of a play that stopped, as (name, value, side). `relief` is
    what a pitching sheet leaves the relievers, by player; who is not in it has no limit (T10.2).
    """

    book: Book
    log: GameLog
    relief: Relief = field(default_factory=dict)
    tracker: Tracker = field(init=False)
    lineups_checked: bool = True  # a season as it was played has men where no card has them
    under_way: tuple[tuple[str, int | str, str], ...] = ()
    _in_order: Side | None = None  # the side in the field that was last found ready; a half-inning has its own

    def __post_init__(self) -> None:
        self.tracker = track(self.book, self.log)

    @property
    def state(self) -> State:
        return self.log.state

    def play(self, table: Table) -> Resolved:
        """One play. A table that stops with DiceMissing leaves the log as it was. Raises NotReadyError."""
        before = self.log.states[-1]
        self._ready(before)
        if isinstance(table, RandomTable):  # it keeps its own record, and never stops
            start = len(table.record)
            resolved = next_play(table, self.book, before, self.tracker)
            record = tuple(table.record[start:])
        else:
            resolved, record = self._with_record(table, before)
        play, hurt, games_missed = resolved
        order, _, _, _, up = before.sides[before.bottom]
        pitcher = before.sides[not before.bottom].field[0]
        self.append(PlayMade(play, order[up], pitcher, record, hurt, games_missed))
        return resolved

    def _with_record(self, table: Table, before: State) -> tuple[Resolved, Record]:
        """Whatever stops the table: what was said and thrown so far stays on it."""
        recorder = Recorder(table)
        try:
            resolved = next_play(recorder, self.book, before, self.tracker)
        except Exception:
            said = zip(recorder.record, recorder.sides, strict=True)
            self.under_way = tuple((name, value, side) for (name, value), side in said)
            raise
        return resolved, tuple(recorder.record)

    def try_out(self, table: Table) -> Resolved:
        """The next play as it would be at this table; nothing happens, and nothing is remembered of it."""
        return next_play(table, self.book, self.state, self.tracker)

    def append(self, event: Event) -> State:
        """Any other event: a substitution, a move, a halt."""
        before = self.log.states[-1]
        state = self.log.append(event)
        self.tracker.after(before, event)
        self.under_way = ()
        return state

    def moves_ruling(self) -> Ruling:
        """7.0, T29.13, T33.0: whether men may be changed or moved now, or the throw at this batter has begun."""
        if ending := self.state.ending:
            return refuse("T33.0" if ending == "suspended" else "7.0", f"The game is {_told(ending)}.")
        thrown = any(not side for _, _, side in self.under_way)
        return moves_ruling(self.book.edition.pitches, first_die_thrown=thrown, event=False)

    def take_back(self, side: str) -> Record:
        """S7.0: the last thing that "offence" or "defence" announced is unsaid; what stands of the play is returned.

        Raises NoTakingBackError once dice are thrown or the other side has announced something since.
        """
        thrown = any(not by for _, _, by in self.under_way)
        last = self.under_way[-1][2] if self.under_way else ""
        ruling = take_back_ruling(self.book.edition.pitches, dice_thrown=thrown, opponent_decided=last != side)
        if not ruling:
            raise NoTakingBackError(str(ruling))
        self.under_way = self.under_way[:-1]
        return tuple((name, value) for name, value, _ in self.under_way)

    def rewind(self, to: int, why: str = "") -> State:
        """Back to how the game stood after event `to`, or forward again to one that was undone."""
        state = self.log.rewind(to, why)
        self.tracker, self.under_way = track(self.book, self.log), ()
        return state

    def undo(self) -> State:
        """Back by one event in force."""
        state = self.log.undo()
        self.tracker, self.under_way = track(self.book, self.log), ()
        return state

    def hurt_men(self) -> list[tuple[int, str]]:
        """(team, player) of those who must leave before the next play."""
        sides = enumerate(self.state.sides)
        hurt = [(team, man) for team, side in sides for man in self.tracker.hurt if man in (*side.order, *side.field)]
        return [(team, man) for team, man in hurt if self._must_leave(team, man)]

    def _must_leave(self, team: int, man: str) -> bool:
        """T25.2: at once from the field, the bases or the plate; in the dugout there is time till he is needed.

        A pitcher goes at once wherever he is, but a starter who may stay has time to the end of his last inning.
        """
        state, side = self.state, self.state.sides[team]
        if man == side.pitcher and isinstance(self.book.cards[man], PitcherCard):
            hurt = self.hurt_pitcher(team)
            if hurt.leaves_at_once or state.inning <= hurt.last_inning:
                return hurt.leaves_at_once
        needed = team != int(state.bottom) or man == side.batter
        return needed or any(runner is not None and runner.player == man for runner in state.bases)

    def hurt_pitcher(self, team: int) -> PitcherInjury:
        """T25.2: what becomes of this team's pitcher now that he is hurt."""
        pitcher = self.state.sides[team].pitcher
        started = pitcher == self.log.start.sides[team].pitcher
        outs = self.tracker.outs_when_hurt.get(pitcher, 0)
        return pitcher_injured(started, outs, self.book.edition.injuries.hurt_starter_may_stay_outs)

    def _ready(self, state: State) -> None:
        if state.ending:
            raise NotReadyError(f"the game is {_told(state.ending)}")
        if state.sides[not state.bottom] is not self._in_order or self.relief:
            self._side_ready(state)
        if self.tracker.hurt and (hurt := self.hurt_men()):
            raise NotReadyError(f"{hurt[0][1]} is hurt and must leave the game")

    def _side_ready(self, state: State) -> None:
        """Without a sheet that counts outs, only other men in the field or another inning can bring up a fault."""
        if self.lineups_checked and not self.log.events:
            self._lineups_ready(state)
        fault = self.mound_fault(state)
        if fault is not None:
            raise NotReadyError(f"{state.fielding.pitcher} must leave the mound: {fault}")
        self._in_order = state.fielding

    def _lineups_ready(self, state: State) -> None:
        for side, name in zip(state.sides, ("visitors", "home team"), strict=True):
            if not (ruling := starting_ruling(self.book, side)):
                raise NotReadyError(f"the {name} may not begin like this: {ruling}")

    def mound_fault(self, state: State) -> Ruling | None:
        """25.3, T31.11, T27.54, T10.2: why a new pitcher must come in before the next play; None when none must."""
        side = state.fielding
        if not isinstance(self.book.cards[side.field[0]], PitcherCard):
            if pitchers_left(self.book, side, self.relief):
                rule = "T25.3" if self.book.edition.injuries.fielder_pitches_only_as_last_resort else "25.3"
                return refuse(rule, f"{side.pitcher} is no pitcher; a new pitcher must come in.")
        elif self._starter_is_done(state) and pitchers_left(self.book, side, self.relief):
            return refuse("T27.54", f"{side.pitcher} started and may pitch no longer.")
        if self.relief and not (ruling := self.may_pitch_on(state)):
            return ruling
        return None

    def _starter_is_done(self, state: State) -> bool:
        """T27.54: he who started is on the mound, beyond the last inning that he may pitch."""
        done = state.inning > 1 and starter_must_leave(self.book.edition.endurance, state.inning - 1)
        return done and self.tracker.outing(state).started

    def new_pitcher_on_mound(self, team: int) -> bool:
        """T10.11: whether another than its starter pitches for this team now, or has faced a batter.

        Who has hit or run for the starter stands in his place in the line-up, but is not on the mound yet.
        """
        state, starter = self.state, self.log.start.sides[team].pitcher
        in_field = team != int(state.bottom)
        if in_field and state.sides[team].pitcher != starter and self.mound_fault(state) is None:
            return True
        plays = ((before, event) for before, event in self.log.in_force() if isinstance(event, PlayMade))
        return any(team != int(before.bottom) and event.pitcher != starter for before, event in plays)

    def may_pitch_on(self, state: State) -> Ruling:
        """T10.2, T25.3: whether the sheet lets the man on the mound go on; he must when nobody is left."""
        side = state.fielding
        ruling = may_stay(self.relief, side.pitcher, self.tracker.outing(state))
        if ruling or anybody_left(self.book, side, self.relief):
            return ruling
        return allow("T25.3", f"Nobody is left to pitch for {side.pitcher}.")


def _told(ending: Ending) -> str:
    return "suspended" if ending == "suspended" else "over"


def resolve_again(book: Book, log: GameLog, number: int) -> Resolved:
    """The play of event `number` worked out anew from its recorded dice and decisions, to check or explain it."""
    event, before = log.events[number - 1], log.states[number - 1]
    if not isinstance(event, PlayMade):
        raise ValueError(f"event {number} is no play")
    tracker = track(book, GameLog(log.start, log.events[: number - 1]))
    return next_play(ScriptedTable(event.record), book, before, tracker)
