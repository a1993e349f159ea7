"""What a Strat-O-Matic game remembers from play to play beside the score: outings, failed leads, a bunt fouled off."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.bunting import ONE_AND_TWO
from rules_engine.systems.strat_o_matic.closer import before_batter, is_closer_situation, may_go_over
from rules_engine.systems.strat_o_matic.fatigue import (
    COUNTED_KINDS,
    Outing,
    before_inning,
    charge_batter,
    new_outing,
    record_outs,
    record_runs,
    tires_before_inning,
)
from rules_engine.systems.strat_o_matic.leads import FailedLead

INTENTIONAL = "intentional"
LEAD_TRIED = "23.3D"  # the rule a play carries when its lead attempt failed and nobody moved


@dataclass(slots=True)
class Tracker:
    """Built anew from the events in force after a rewinding; otherwise kept up play by play."""

    book: Book
    outings: dict[str, Outing] = field(default_factory=dict)
    failed_leads: dict[str, tuple[int, FailedLead]] = field(default_factory=dict)  # runner -> base, how it failed
    one_and_two: bool = False  # 18.8: the batter has fouled off a bunt
    hurt: set[str] = field(default_factory=set)
    _asked: State | None = None  # tired() is asked more than once about one moment
    _answer: bool = False

    def outing(self, state: State) -> Outing:
        """The work of the man on the mound, begun if he is new."""
        pitcher = state.sides[not state.bottom].field[0]
        known = self.outings.get(pitcher)
        if known is None:
            first = not any(man in self.outings for man in (*state.fielding.gone, *state.fielding.field))
            endurance = self.book.pitcher(pitcher).endurance
            known = self.outings[pitcher] = new_outing(self.book.edition.endurance, endurance, started=first)
        return known

    def tired(self, state: State) -> bool:
        """27.2, 28.3: whether dots on his card are hits for this batter."""
        if state is self._asked:
            return self._answer
        outing = self.outing(state)
        if not outing.tired_by and self._unsettled(outing, state):
            outing = self._settled(outing.copy(), state)  # asking changes nothing: he may yet be replaced
        self._asked, self._answer = state, outing.tired
        return outing.tired

    def _unsettled(self, outing: Outing, state: State) -> bool:
        """Whether facing this batter can change anything for him."""
        rules = self.book.edition.endurance
        if outing.started:
            return tires_before_inning(rules, outing, state.inning)
        return may_go_over(rules, outing)

    def _settled(self, outing: Outing, state: State) -> Outing:
        """27.54, 28.33: his outing as he faces this batter."""
        if not self._unsettled(outing, state):
            return outing
        rules = self.book.edition.endurance
        before_inning(rules, outing, state.inning)
        closer = is_closer_situation(state.inning, -state.lead, state.occupied)
        before_batter(rules, outing, closer_situation=closer)
        return outing

    def failed_lead(self, player: str, base: int) -> FailedLead | None:
        """His failed attempt on the base he still occupies."""
        at, failed = self.failed_leads.get(player, (0, None))
        return failed if at == base else None

    def after(self, before: State, event: Event) -> None:
        """Keep up with one event, given the state before it."""
        if not isinstance(event, PlayMade):
            return
        play, rules = event.play, self.book.edition.endurance
        outing = self._settled(self.outing(before), before)
        if play.to[BATTER] != ABSENT and play.kind in COUNTED_KINDS and play.code != INTENTIONAL:
            charge_batter(rules, outing, before.inning)
        if outs := play.to.count(OUT):
            record_outs(rules, outing, outs)
        if runs := play.to.count(HOME):
            record_runs(rules, outing, before.inning, runs)
        self.one_and_two = play.code == ONE_AND_TWO or (self.one_and_two and play.to[BATTER] == ABSENT)
        if self.failed_leads and (play.to[BATTER] != ABSENT or outs):
            self._forget_gone(before)
        if play.rule == LEAD_TRIED:
            self._remember_lead(before, event)
        if event.hurt:
            self.hurt.add(event.hurt)

    def _remember_lead(self, before: State, event: PlayMade) -> None:
        """A lead that was rolled for and failed stays with the runner while he is on that base."""
        decided = dict(event.record)
        base = int(str(decided.get("play", "steal_1")).removeprefix("steal_") or 1)
        runner = before.bases[base - 1]
        battery = self.book.battery(before.fielding)
        if runner is not None:
            held = str(base) in str(decided.get("hold", ""))
            self.failed_leads[runner.player] = (base, FailedLead(held, battery.hold, battery.arm))

    def _forget_gone(self, before: State) -> None:
        on_base = {runner.player for runner in before.bases if runner}
        self.failed_leads = {man: lead for man, lead in self.failed_leads.items() if man in on_base}


def track(book: Book, history: Iterable[tuple[State, Event]]) -> Tracker:
    """The tracker of a whole log."""
    tracker = Tracker(book)
    for before, event in history:
        tracker.after(before, event)
    return tracker
