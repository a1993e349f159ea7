"""Game data between plays: the count, appearances, steal points and hit-and-runs."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import Event, PlayerInjured, PlayMade
from rules_engine.baseball.plays import Tally
from rules_engine.baseball.situations import pitched_before
from rules_engine.baseball.state import State
from rules_engine.baseball.tallies import tally_of
from rules_engine.innings import format_innings
from rules_engine.systems.pine_tar.pitchers.fatigue import (
    MAX_RUNS_FOR_BONUS,
    PineTarAppearance,
    continue_ruling,
    innings_adjustment,
    max_innings,
)
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup

BALL_1, BALL_2 = "ball 1", "ball 2"  # play codes that change only the count
HIT_AND_RUN_STRIKEOUT: Final = "H&R SO"  # a play code that a steal attempt follows
PLAY: Final = "play"  # the question before each play
HIT_AND_RUN: Final = "hit_and_run"
STEALS: Final = {"steal_1": 1, "steal_2": 2}
REGULAR_INNINGS: Final = 9


@dataclass(slots=True)
class Tracker:
    """Game data, updated after each play and rebuilt after a rewind.

    `starters` are the pitchers in the two lineups, and `balls` is the current count.
    `going` is true after a hit-and-run strikeout, when a steal attempt comes next.
    """

    setup: GameSetup
    starters: tuple[str, str]
    appearances: dict[str, PineTarAppearance] = field(default_factory=dict)
    balls: int = 0
    going: bool = False
    points: list[int] = field(default_factory=lambda: [0, 0])  # steal points used, by team
    steals: dict[str, int] = field(default_factory=dict)  # attempts in this game, by player
    hit_and_runs: list[int] = field(default_factory=lambda: [0, 0])
    injured: Collection[str] = ()
    unsettled: Collection[str] = ()  # the pitcher, if he may have to leave

    def appearance(self, state: State) -> PineTarAppearance:
        """Return the current pitcher's appearance, starting one if he is new."""
        pitcher = state.sides[not state.bottom].field[0]
        return self.appearances.get(pitcher) or self._start_appearance(pitcher)

    def _start_appearance(self, pitcher: str) -> PineTarAppearance:
        started = pitcher in self.starters
        innings = max_innings(self.setup.pitching(pitcher).innings, started=started)
        appearance = self.appearances[pitcher] = PineTarAppearance(started, innings)
        return appearance

    def tired(self, state: State) -> bool:
        """PTP1: Return whether the pitcher has reached his innings limit."""
        appearance = self.appearance(state)
        return appearance.outs >= appearance.limit

    def work_left(self, player: str) -> str:
        appearance = self.appearances.get(player)
        if appearance is None:
            return ""
        return (
            f"{format_innings(appearance.outs)} of {format_innings(appearance.limit)} innings, runs {appearance.runs}"
        )

    def after(self, before: State, event: Event) -> None:
        """Update for one event, given the state before it."""
        if isinstance(event, PlayerInjured):
            self.injured = (*self.injured, event.player)
        if type(event) is not PlayMade:
            return
        play, record = event.play, event.record
        tally = play.tally or tally_of(play)
        if record and record[0][0] == PLAY:
            self._record_announcement(before, str(record[0][1]))
        inning_over = before.outs + tally.outs >= 3
        self._add_work(before, event, tally, inning_over=inning_over)
        self.going = play.code == HIT_AND_RUN_STRIKEOUT
        if tally.batter_is_done or inning_over:
            self.balls = 0
        elif play.code == BALL_2:
            self.balls = 2
        elif play.code == BALL_1 or play.kind == "wild_pitch":
            self.balls = max(self.balls, 1)

    def _record_announcement(self, before: State, announcement: str) -> None:
        team = int(before.bottom)
        if announcement == HIT_AND_RUN:
            self.hit_and_runs[team] += 1
        elif (base := STEALS.get(announcement)) is not None and (runner := before.bases[base - 1]) is not None:
            self.points[team] += self.steal_cost(runner.player, before)
            self.steals[runner.player] = self.steals.get(runner.player, 0) + 1

    def steal_cost(self, player: str, state: State) -> int:
        """PTB1, PTB2: Return the points for a steal attempt, or 0 if the player never steals."""
        row = self.setup.charts.steal_opportunity[self.setup.cards[player].steal_opportunity]
        return (row.points_extra_innings if is_extra(state) else row.points) or 0

    def _add_work(self, before: State, event: PlayMade, tally: Tally, *, inning_over: bool) -> None:
        """Add this play to the pitcher's appearance."""
        appearance, self.unsettled = self.appearances.get(event.pitcher) or self._start_appearance(event.pitcher), ()
        appearance.outs += tally.outs
        appearance.runs += tally.runs
        if tally.batter_is_done:
            appearance.batters_faced += 1
            appearance.hits += "hits" in tally.for_pitcher
            appearance.runner_reached = appearance.runner_reached or (
                appearance.outs >= appearance.bonus_limit and event.play.to[0] > 0
            )
        if not tally.outs and not appearance.runner_reached:
            return
        additional = self.setup.edition.options.additional_mip
        if inning_over and additional:
            appearance.delta = innings_adjustment(appearance, self.setup.charts.innings_modifiers)
        self._check_limit(event.pitcher, appearance)

    def _check_limit(self, pitcher: str, appearance: PineTarAppearance) -> None:
        """PTP1, PTP2: Mark a pitcher who may have to leave after reaching his innings limit."""
        if appearance.outs >= appearance.limit:
            appearance.bonus = appearance.bonus or (appearance.started and appearance.runs <= MAX_RUNS_FOR_BONUS)
            additional = self.setup.edition.options.additional_mip
            self.unsettled = () if continue_ruling(appearance, additional=additional) else (pitcher,)

    def take_up(self, start: State) -> None:
        """Count the pitchers' earlier work in a game that begins midway."""
        for pitcher, outs, runs, batters in pitched_before(start):
            appearance = self.appearances.get(pitcher) or self._start_appearance(pitcher)
            appearance.outs, appearance.runs, appearance.batters_faced = outs, runs, batters
            if pitcher == start.fielding.pitcher:
                self._check_limit(pitcher, appearance)


def is_extra(state: State) -> bool:
    """PTB2: Return whether this is an extra inning."""
    return state.inning > REGULAR_INNINGS
