"""Game data between plays: pitchers' work, injuries and the current batter's events."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.events import Event, PlayerInjured, PlayMade
from rules_engine.baseball.plays import ABSENT, HIT_BASES, OUT
from rules_engine.baseball.situations import pitched_before
from rules_engine.baseball.state import State
from rules_engine.baseball.tallies import INTENTIONAL
from rules_engine.systems.inside_pitch.cards import Work
from rules_engine.systems.inside_pitch.cells import CELL_KEYS, cell_key
from rules_engine.systems.inside_pitch.fatigue import endurance_on_card, is_exhausting, is_tired, should_be_pulled
from rules_engine.systems.inside_pitch.game_setup import GameSetup

STRATEGY_DIE = "strategy"


@dataclass(slots=True)
class InsidePitchAppearance:
    """A pitcher's work in this game. `walks` excludes intentional walks."""

    started: bool
    work: Work
    batters: int = 0
    outs: int = 0
    runs: int = 0
    hits: int = 0
    walks: int = 0
    exhausted: bool = False


@dataclass(slots=True)
class Tracker:
    """Game data, updated after every play and rebuilt from the log after an undo."""

    setup: GameSetup
    starters: tuple[str, str]  # (visitors, home)
    outings: dict[str, InsidePitchAppearance] = field(default_factory=dict)
    injured: set[str] = field(default_factory=set)
    unsettled: set[str] = field(default_factory=set)  # players who may have to leave before the next play
    rolled: bool = False  # 11-a: the strategy roll was made for this batter
    threw_over: bool = False  # a pickoff was tried with this batter up
    must_go: int = 0  # 11.2, 11.6: the base whose runner must steal after a strikeout

    def outing(self, state: State) -> InsidePitchAppearance:
        """Return the current pitcher's work so far."""
        pitcher = state.sides[not state.bottom].field[0]
        return self.outings.get(pitcher) or self._begin(pitcher, state)

    def _begin(self, pitcher: str, state: State) -> InsidePitchAppearance:
        started = pitcher == self.starters[not state.bottom]
        outing = self.outings[pitcher] = InsidePitchAppearance(
            started, endurance_on_card(self.setup.pitcher(pitcher), started=started)
        )
        return outing

    def take_up(self, start: State) -> None:
        """Set the starters' earlier work in a game that begins midway."""
        for pitcher, outs, runs, batters in pitched_before(start):
            outing = self.outings.get(pitcher) or self._begin(pitcher, start)
            outing.started, outing.work = True, endurance_on_card(self.setup.pitcher(pitcher), started=True)
            outing.outs, outing.runs, outing.batters = outs, runs, batters

    def tired(self, state: State) -> bool:
        """IP12.1: Return whether the next batter faces a tired pitcher."""
        outing = self.outing(state)
        return is_tired(outing.work, outing.batters)

    def should_be_pulled(self, state: State) -> bool:
        """IP12.2: Return whether runs, hits and walks exceed his pull rating."""
        outing = self.outing(state)
        return should_be_pulled(outing.work, outing.runs, outing.hits, outing.walks)

    def work_left(self, pitcher: str) -> str:
        """Describe a pitcher's work so far and his limit."""
        outing = self.outings.get(pitcher)
        if outing is None:
            return ""
        work = outing.work
        counted = outing.runs + outing.hits + outing.walks
        left = f"tires in {work.batters - outing.batters}" if outing.batters < work.batters else "tired"
        return f"{outing.batters} batters, {left}; {counted} runs, hits and walks of {work.pull}"

    def after(self, before: State, event: Event) -> None:
        """Record an event, given the state before it."""
        if type(event) is PlayMade:
            self._after_play(before, event)
        elif isinstance(event, PlayerInjured):
            self.injured.add(event.player)
            self.unsettled.add(event.player)

    def _after_play(self, before: State, event: PlayMade) -> None:
        to, outing = event.play.to, self.outings.get(event.pitcher) or self._begin(event.pitcher, before)
        kind, done = event.play.kind, to[BATTER] != ABSENT
        if self.unsettled:
            self.unsettled = set()  # the requirement before this play has been met
        outing.runs += to.count(HOME)
        outing.outs += to.count(OUT)
        rolled = bool(event.record) and event.record[0][0] == STRATEGY_DIE  # the steal comes before anything else
        if self.setup.edition.exhausted:
            self._tire_out(before, event, outing)
        if not done:
            self.rolled = (self.rolled or rolled) and not self._repeats_roll(to)
            self.threw_over = self.threw_over or any(name == "pickoff" for name, _ in event.record)
            self.must_go = 0
            return
        outing.batters += 1
        outing.hits += kind in HIT_BASES
        outing.walks += kind == "walk" and event.play.code != INTENTIONAL
        self.rolled = self.threw_over = False
        self.must_go = self._sent(before, event)

    def _repeats_roll(self, to: Sequence[int]) -> bool:
        """IP11-a: Return whether this batter needs a new strategy roll because runners have moved."""
        return self.setup.edition.repeat_rolls and any(to[base] not in (ABSENT, base) for base in (1, 2, 3))

    def _sent(self, before: State, event: PlayMade) -> int:
        """IP11.2, IP11.6-a: Return the base whose runner must steal after a strikeout."""
        if event.play.kind != "strikeout" or not event.play.code:
            return 0
        base = {"hit_and_run": 1, "squeeze": 3}.get(event.play.code, 0)
        free = base == 3 or before.bases[base] is None
        return base if base and free and before.outs + event.play.to.count(OUT) < 3 else 0

    def _tire_out(self, before: State, event: PlayMade, outing: InsidePitchAppearance) -> None:
        """IP12.3: Check every pitcher's cell that was read while he was tired."""
        if outing.exhausted or not self.tired(before):
            return
        matchup = self.setup.matchup(event.pitcher, event.batter)
        reds = [int(value) for name, value in event.record if name == "red"]
        whites = [int(value) for name, value in event.record if name == "white"]
        cells = (
            matchup.pitcher_cells[CELL_KEYS.index(cell_key(red, white))]
            for red, white in zip(reds, whites, strict=True)
        )
        if any(is_exhausting(code, tired=True) for code in cells):
            outing.exhausted = True
            self.unsettled.add(event.pitcher)


def new_tracker(setup: GameSetup, start: State) -> Tracker:
    """Return the tracker before the first pitch."""
    away, home = start.sides
    tracker = Tracker(setup, (away.pitcher, home.pitcher))
    tracker.take_up(start)
    return tracker
