"""A game's memory beyond the score: appearances, failed leads, holds, and fouled-off bunts."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules_engine.baseball.bases import BATTER, is_on
from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.plays import Play, Tally
from rules_engine.baseball.situations import pitched_before
from rules_engine.baseball.state import POSITIONS, State
from rules_engine.baseball.tallies import tally_of
from rules_engine.eligibility.injuries import check_injured_pitcher
from rules_engine.innings import format_innings
from rules_engine.systems.strat_o_matic.baserunning.holding import resolve_holds
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.batting.bunting import ONE_AND_TWO
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching.closer import (
    first_late_inning,
    is_closer_situation,
    may_switch_to_closer,
    switch_to_closer,
)
from rules_engine.systems.strat_o_matic.pitching.fatigue import (
    COUNTED_KINDS,
    StratAppearance,
    charge_batter,
    new_appearance,
    record_outs,
    record_runs,
    tire_by_inning,
    tires_before_inning,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import EnduranceRules

INTENTIONAL = "intentional"
_CATCHER = POSITIONS.index("c")
LEAD_TRIED = "23.3D"  # rule of a play on which a lead attempt failed and no runner moved

BEFORE_THE_LOG: Final = 0  # the inning for runs scored before a log that starts mid-game


class Holds(NamedTuple):
    """8.22: the held runners, and the batter, pitcher and catcher that these holds apply to."""

    given_to: tuple[str, str, str]
    runners: frozenset[str]


@dataclass(slots=True)
class Tracker:
    """A game's memory. It is rebuilt from the log after an undo, and otherwise updated with each event.

    `starters` are the starting pitchers (visitors, home), even if they don't pitch.
    """

    setup: GameSetup
    starters: tuple[str, str]
    appearances: dict[str, StratAppearance] = field(default_factory=dict)
    failed_leads: dict[str, tuple[int, FailedLead]] = field(default_factory=dict)  # by runner, with his base
    one_and_two: bool = False  # 18.8: the batter has fouled off a bunt
    injured: set[str] = field(default_factory=set)
    outs_when_injured: dict[str, int] = field(default_factory=dict)  # T25.2: an injured pitcher's outs until then
    holds: Holds | None = None  # 8.22: the defense's last holds
    must_leave: bool = False  # SS10.0: the last play tired the pitcher
    unsettled: Collection[str] = field(init=False)  # injured players, and tired pitchers who must leave
    _rules: EnduranceRules = field(init=False)
    _late: int = field(init=False)  # before this inning, facing a batter doesn't change a pitcher's appearance

    def __post_init__(self) -> None:
        self.unsettled, self._rules = self.injured, self.setup.edition.endurance
        self._late = first_late_inning(self._rules)

    def appearance(self, state: State) -> StratAppearance:
        """Return the appearance of the pitcher on the mound. If he is new, start it."""
        _, sides, _, bottom, _, _, _, _, _ = state
        return self.appearances.get(sides[not bottom].field[0]) or self._begin_for(state)

    def _begin_for(self, state: State) -> StratAppearance:
        """T0.13: start a pitcher's appearance.

        A named starter counts as the starter even if he left before facing a batter.
        """
        pitcher, starter = state.fielding.pitcher, self.starters[not state.bottom]
        if pitcher != starter and starter not in self.appearances:
            self._begin(starter, started=True)
        return self._begin(pitcher, started=pitcher == starter)

    def _begin(self, pitcher: str, *, started: bool) -> StratAppearance:
        endurance, rested = self.setup.pitcher(pitcher).endurance, pitcher not in self.setup.unrested
        rested = rested and not (started and pitcher in self.setup.unrested_to_start)
        appearance = new_appearance(self._rules, endurance, started=started, rested=rested)
        self.appearances[pitcher] = appearance
        return appearance

    def take_up(self, start: State) -> None:
        """Load the starters' outs and runs from before a log that starts mid-game."""
        for pitcher, outs, runs, _ in pitched_before(start):
            appearance = self._begin(pitcher, started=True)
            appearance.outs, appearance.runs = outs, {BEFORE_THE_LOG: runs} if runs else {}

    def tired(self, state: State) -> bool:
        """27.2, 28.3, T25.2: return whether dots on the pitcher's card are hits for this batter.

        This method doesn't update the appearance, because the pitcher may still be replaced. An injured starter who
        stays in is tired.
        """
        appearance = self.appearance(state)
        if appearance.tired_by or (state.inning >= self._late and self._tires_now(appearance, state)):
            return True
        return bool(self.injured) and state.fielding.pitcher in self.injured

    def is_fresh(self, state: State) -> bool:
        """Return whether the pitcher is certainly not tired. False means that he may be tired."""
        _, sides, inning, bottom, _, _, _, _, _ = state
        appearance = self.appearances.get(sides[not bottom].field[0])
        return not (appearance is None or appearance.tired_by or inning >= self._late or self.injured)

    def work_left(self, player: str) -> str:
        """27.3: return a text with the pitcher's innings, hits and walks, and his limit.

        After an injury, return the ruling under T25.2 instead.
        """
        appearance = self.appearances.get(player)
        if appearance is None:
            return ""
        if player in self.outs_when_injured:
            stays = self.setup.edition.injuries.injured_starter_may_stay_outs
            ruling = check_injured_pitcher(appearance.started, self.outs_when_injured[player], stays).ruling
            return f"{ruling.reason} ({ruling.rule})"
        done = f"{format_innings(appearance.outs)} innings, {len(appearance.counted)} hits and walks"
        if appearance.tired:
            return f"{done}; tired ({appearance.tired_by})"
        if not self._rules.fatigue:
            return done
        lasts = (
            f"tires after inning {appearance.pow}"
            if appearance.started
            else f"tires after {appearance.pow} innings of work"
        )
        return f"{done}; {lasts}"

    def _tires_now(self, appearance: StratAppearance, state: State) -> bool:
        if not self._unsettled(appearance, state):
            return False
        appearance = appearance.copy()
        self._settle(appearance, state)
        return appearance.tired

    def _unsettled(self, appearance: StratAppearance, state: State) -> bool:
        """27.54, 28.33: return whether facing this batter may tire the pitcher or switch him to closer endurance."""
        if appearance.started:
            return tires_before_inning(self._rules, appearance, state.inning)
        if appearance.closer is None or not may_switch_to_closer(self._rules, appearance):
            return False
        return is_closer_situation(state.inning, -state.lead, state.occupied)

    def _settle(self, appearance: StratAppearance, state: State) -> None:
        """27.54, 28.33: update the appearance for facing this batter."""
        tire_by_inning(self._rules, appearance, state.inning)
        switch_to_closer(self._rules, appearance, closer_situation=True)

    def failed_lead(self, player: str, base: int) -> FailedLead | None:
        """Return the runner's failed lead on his current base, or None."""
        at, failed = self.failed_leads.get(player, (0, None))
        return failed if at == base else None

    def standing_holds(self, state: State) -> int | None:
        """8.22: return the bases int of the runners whose holds are fixed, or None if the defense may choose."""
        if self.holds is None or self.holds.given_to != _batter_and_battery(state):
            return None
        runners = self.holds.runners
        return sum(1 << place for place, runner in enumerate(state.bases) if runner and runner.player in runners)

    def hold_bases(self, state: State, announced: str) -> int:
        """Return the bases int of the held runners, from the defense's announcement or the default holds."""
        rules = self.setup.edition.stealing
        return resolve_holds(rules, announced, state.occupied, lambda: self.setup.asterisk_on_first(state))

    def after(self, before: State, event: Event) -> None:
        """Update the tracker with an event. `before` is the state before the event."""
        if type(event) is not PlayMade:
            self._replace_runner(event)
            return
        play, _, _, _, injured, _ = event
        tally = play.tally or tally_of(play)
        self._work_on(before, play, tally)
        done = tally.batter_is_done
        if self.failed_leads and (done or tally.outs):
            self._forget_leads(before)
        if play.rule == LEAD_TRIED:
            self._remember_lead(before, event)
        if done:
            self.one_and_two, self.holds = play.code == ONE_AND_TWO, None
        else:
            self.one_and_two = self.one_and_two or play.code == ONE_AND_TWO
            self._remember_holds(before, event)
        if injured:
            self._remember_injury(injured)

    def _replace_runner(self, event: Event) -> None:
        """8.22: hold a pinch runner if he replaces a held runner."""
        if self.holds and isinstance(event, Substituted) and event.leaves in self.holds.runners:
            self.holds = self.holds._replace(runners=self.holds.runners - {event.leaves} | {event.enters})

    def _work_on(self, before: State, play: Play, tally: Tally) -> None:
        """Update the pitcher's appearance with a play."""
        _, sides, inning, bottom, _, _, _, _, _ = before
        appearance, rules = self.appearances.get(sides[not bottom].field[0]) or self._begin_for(before), self._rules
        if inning >= self._late and self._unsettled(appearance, before):
            self._settle(appearance, before)
        if tally.batter_is_done and play.kind in COUNTED_KINDS and play.code != INTENTIONAL:
            charge_batter(rules, appearance, inning)
        if tally.outs:
            record_outs(rules, appearance, tally.outs)
        if tally.runs:
            charged = charged_runs(before, play) if rules.charges_all_relievers else tally.runs
            record_runs(rules, appearance, inning, charged)
        if rules.tired_must_leave:
            self.must_leave = bool(appearance.tired_by)
            self.unsettled = (before.fielding.pitcher,) if self.must_leave else self.injured

    def _remember_injury(self, player: str) -> None:
        self.injured.add(player)
        worked = self.appearances.get(player)
        self.outs_when_injured[player] = worked.outs if worked else 0

    def _remember_lead(self, before: State, event: PlayMade) -> None:
        """Store a runner's failed lead with his base."""
        decided = dict(event.record)
        base = int(str(decided.get("play", "steal_1")).removeprefix("steal_") or 1)
        runner = before.bases[base - 1]
        battery = self.setup.battery(before.fielding)
        if runner is not None:
            hold = is_on(self._holds_during(before, event), base)
            self.failed_leads[runner.player] = (base, FailedLead(hold, battery.hold, battery.arm))

    def _holds_during(self, before: State, event: PlayMade) -> int:
        """Return the bases int of the runners held on a play, from its announcement or from earlier holds."""
        announced = dict(event.record).get("hold")
        return (self.standing_holds(before) or 0) if announced is None else self.hold_bases(before, str(announced))

    def _remember_holds(self, before: State, event: PlayMade) -> None:
        """8.22: store the holds chosen for a batter, pitcher and catcher."""
        if not self.setup.edition.stealing.holds_change_with_new_player_only:
            return
        announced = dict(event.record).get("hold")
        if announced is not None:
            holds = self.hold_bases(before, str(announced))
            on_base = enumerate(before.bases, start=1)
            self.holds = Holds(
                _batter_and_battery(before), frozenset(r.player for base, r in on_base if r and is_on(holds, base))
            )

    def _forget_leads(self, before: State) -> None:
        on_base = {runner.player for runner in before.bases if runner}
        self.failed_leads = {player: lead for player, lead in self.failed_leads.items() if player in on_base}


def charged_runs(before: State, play: Play) -> int:
    """SS10.3: return the number of runs on this play that are charged to the pitcher on the mound."""
    pitcher = before.fielding.pitcher
    responsible = [before.bases[start - 1] for start in play.scored if start]
    return play.scored.count(BATTER) + sum(runner is not None and runner.pitcher == pitcher for runner in responsible)


def _batter_and_battery(state: State) -> tuple[str, str, str]:
    field = state.fielding.field
    return state.batting.batter, field[0], field[_CATCHER]


def tracker(setup: GameSetup, start: State) -> Tracker:
    """Return the tracker at the start of the log."""
    away, home = start.sides
    lead_result = Tracker(setup, (away.pitcher, home.pitcher))
    lead_result.take_up(start)
    return lead_result
