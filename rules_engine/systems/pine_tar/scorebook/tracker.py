"""What a game remembers from play to play beside the score: the count, outings, steal points, hit and runs."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.events import Event, Hurt, PlayMade
from rules_engine.baseball.plays import Tally
from rules_engine.baseball.situations import pitched_before
from rules_engine.baseball.state import State
from rules_engine.baseball.tallies import tally_of
from rules_engine.innings import format_innings
from rules_engine.systems.pine_tar.pitchers.fatigue import (
    BONUS_RUNS,
    Stint,
    change_of_innings,
    most_innings,
    pitching_on,
)
from rules_engine.systems.pine_tar.scorebook.book import Book

BALL_1, BALL_2 = "ball 1", "ball 2"  # codes of a play on which nobody moves, and the count that it leaves
GOING: Final = "H&R SO"  # code of a strikeout with the hit and run on: the runner goes, and his steal comes next
PLAY: Final = "play"  # the question that both managers' announcements answer
HIT_AND_RUN: Final = "hit_and_run"
STEALS: Final = {"steal_1": 1, "steal_2": 2}
REGULAR_INNINGS: Final = 9


@dataclass(slots=True)
class Tracker:
    """Built anew from the events in force after a rewinding; otherwise kept up play by play.

    `starters` are the pitchers named in the two line-ups, `balls` is the count of the man at bat, `going` says
    that the batter of a hit and run has struck out: his runner steals before the next roll.
    """

    book: Book
    starters: tuple[str, str]
    outings: dict[str, Stint] = field(default_factory=dict)
    balls: int = 0
    going: bool = False
    points: list[int] = field(default_factory=lambda: [0, 0])  # steal points used, by team
    steals: dict[str, int] = field(default_factory=dict)  # attempts of this game, by man
    hit_and_runs: list[int] = field(default_factory=lambda: [0, 0])
    hurt: Collection[str] = ()
    unsettled: Collection[str] = ()  # the man on the mound, where he may have to leave

    def outing(self, state: State) -> Stint:
        """The work of the man on the mound, begun if he is new."""
        pitcher = state.sides[not state.bottom].field[0]
        return self.outings.get(pitcher) or self._begun(pitcher)

    def _begun(self, pitcher: str) -> Stint:
        started = pitcher in self.starters
        innings = most_innings(self.book.pitching(pitcher).innings, started=started)
        begun = self.outings[pitcher] = Stint(started, innings)
        return begun

    def tired(self, state: State) -> bool:
        """PTP1: whether he has pitched his innings and stays by a rule that lets him."""
        outing = self.outing(state)
        return outing.outs >= outing.limit

    def work_left(self, man: str) -> str:
        outing = self.outings.get(man)
        if outing is None:
            return ""
        return f"{format_innings(outing.outs)} of {format_innings(outing.limit)} innings, runs {outing.runs}"

    def after(self, before: State, event: Event) -> None:
        """Keep up with one event, given the state before it."""
        if isinstance(event, Hurt):
            self.hurt = (*self.hurt, event.man)
        if type(event) is not PlayMade:
            return
        play, record = event.play, event.record
        tally = play.tally or tally_of(play)
        if record and record[0][0] == PLAY:
            self._announced(before, str(record[0][1]))
        ended = before.outs + tally.outs >= 3
        self._work_on(before, event, tally, ended=ended)
        self.going = play.code == GOING
        if tally.batter_is_done or ended:
            self.balls = 0
        elif play.code == BALL_2:
            self.balls = 2
        elif play.code == BALL_1 or play.kind == "wild_pitch":
            self.balls = max(self.balls, 1)

    def _announced(self, before: State, said: str) -> None:
        team = int(before.bottom)
        if said == HIT_AND_RUN:
            self.hit_and_runs[team] += 1
        elif (base := STEALS.get(said)) is not None and (runner := before.bases[base - 1]) is not None:
            self.points[team] += self.steal_cost(runner.player, before)
            self.steals[runner.player] = self.steals.get(runner.player, 0) + 1

    def steal_cost(self, man: str, state: State) -> int:
        """PTB1, PTB2: the points that an attempt of his costs now; a man without points is never asked for one."""
        row = self.book.charts.steal_opportunity[self.book.cards[man].opportunity]
        return (row.points_extra_innings if is_extra(state) else row.points) or 0

    def _work_on(self, before: State, event: PlayMade, tally: Tally, *, ended: bool) -> None:
        """What this play does to the outing of the man on the mound."""
        outing, self.unsettled = self.outings.get(event.pitcher) or self._begun(event.pitcher), ()
        outing.outs += tally.outs
        outing.runs += tally.runs
        if tally.batter_is_done:
            outing.faced += 1
            outing.hits += "hits" in tally.for_pitcher
            outing.reached = outing.reached or (outing.outs >= outing.beyond and event.play.to[0] > 0)
        if not tally.outs and not outing.reached:
            return
        additional = self.book.edition.options.additional_mip
        if ended and additional:
            outing.delta = change_of_innings(outing, self.book.charts.innings_modifiers)
        self._judge(event.pitcher, outing)

    def _judge(self, pitcher: str, outing: Stint) -> None:
        """PTP1, PTP2: whether he may have to leave, once his innings are pitched."""
        if outing.outs >= outing.limit:
            outing.bonus = outing.bonus or (outing.started and outing.runs <= BONUS_RUNS)
            additional = self.book.edition.options.additional_mip
            self.unsettled = () if pitching_on(outing, additional=additional) else (pitcher,)

    def take_up(self, start: State) -> None:
        """A game that begins in the middle: what its starters had pitched."""
        for pitcher, outs, runs, batters in pitched_before(start):
            outing = self.outings.get(pitcher) or self._begun(pitcher)
            outing.outs, outing.runs, outing.faced = outs, runs, batters
            if pitcher == start.fielding.pitcher:
                self._judge(pitcher, outing)


def is_extra(state: State) -> bool:
    """PTB2: whether this is an extra inning."""
    return state.inning > REGULAR_INNINGS
