"""The situation of a play, with its batter and pitcher, for the rules and the managers."""

from collections.abc import Mapping

from rules_engine.baseball.manager_styles import DEFAULT_STYLE, ManagerStyle
from rules_engine.baseball.state import State
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead, StealAttempt
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.fielding.flies import is_sacrifice_fly_possible, outfield_in_ruling
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.game_state.steal_calls import legal_steals, steal_attempt
from rules_engine.systems.strat_o_matic.game_state.tracker import Tracker
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Infield, Situation


class PlaySituation:
    """The situation of a play. It never changes, and it looks up most data on demand.

    No runner is held and all fielders play back until `with_stance`. A play situation can be used as a Situation.
    """

    __slots__ = (
        *("at_bat", "setup", "pitcher_card", "now", "outs", "state", "tracker"),
        *("holds", "infield", "outfield_in", "style"),
    )

    at_bat: AtBat
    pitcher_card: PitcherCard
    holds: int  # a bases int
    infield: Infield
    outfield_in: bool
    style: ManagerStyle  # of the manager who decides

    def __init__(self, setup: GameSetup, now: State, tracker: Tracker) -> None:
        self.setup, self.now, self.tracker = setup, now, tracker
        _, sides, _, bottom, outs, (first, second, third), _, _, _ = now
        order, _, _, _, up = sides[bottom]
        players = order[up], sides[not bottom].field[0]
        at_bat = setup.at_bats.get(players) or setup.at_bat(*players)
        self.at_bat, self.pitcher_card, self.outs = at_bat, at_bat.pitcher_card, outs
        self.holds, self.infield, self.outfield_in, self.style = 0, "back", False, DEFAULT_STYLE
        self.state = (first is not None) + 2 * (second is not None) + 4 * (third is not None)

    def with_stance(self, holds: int, infield: Infield, outfield_in: bool) -> "PlaySituation":
        """Return the situation after the defense has announced its holds and positions."""
        if not holds and not outfield_in and infield == "back":
            return self
        situation = PlaySituation.__new__(PlaySituation)
        situation.setup, situation.now, situation.tracker = self.setup, self.now, self.tracker
        situation.at_bat, situation.pitcher_card, situation.outs, situation.state = (
            self.at_bat,
            self.pitcher_card,
            self.outs,
            self.state,
        )
        situation.holds, situation.infield, situation.outfield_in = holds, infield, outfield_in
        return situation

    @property
    def situation(self) -> Situation:
        """Return the play situation itself, typed as a Situation for the rules on balls in play."""
        return self  # type: ignore[return-value]

    @property
    def running(self) -> tuple[int, int, int, int]:
        return self.setup.running_ratings(self.now)

    @property
    def fielders(self) -> Mapping[str, Fielder]:
        return self.setup.fielders(self.now.fielding)

    def fielder(self, position: str) -> Fielder:
        return Situation.fielder(self.situation, position)

    def arm(self, outfielder: str) -> int:
        return Situation.arm(self.situation, outfielder)

    def has_hold(self, base: int) -> bool:
        return Situation.has_hold(self.situation, base)

    @property
    def tired(self) -> bool:
        """27.2, 28.3: return whether dots on the pitcher's card are hits."""
        return self.tracker.tired(self.now)

    @property
    def one_and_two(self) -> bool:
        """18.8: return whether the batter has fouled off a bunt."""
        return self.tracker.one_and_two

    @property
    def standing_holds(self) -> int | None:
        """8.22: return the bases int of the runners whose holds are fixed, or None if the defense may choose."""
        return self.tracker.standing_holds(self.now)

    @property
    def asterisk_on_first(self) -> bool:
        return self.setup.asterisk_on_first(self.now)

    @property
    def battery(self) -> Battery:
        return self.setup.battery(self.now.fielding)

    def legal_steals(self, holds: int) -> int:
        """23.6: return the bases from which a steal may be led with these holds. Both are bases ints."""
        return legal_steals(self.setup, self.now, self.tracker, holds)

    def steal_attempt(self, base: int) -> StealAttempt:
        """Return the steal led by the runner on this base."""
        infield_in = self.infield == "in"
        return steal_attempt(self.setup, self.now, self.tracker, base, self.holds, infield_in=infield_in)

    def runner_on(self, base: int) -> str:
        """Return the runner on this base, or ""."""
        runner = self.now.bases[base - 1]
        return runner.player if runner else ""

    def failed_lead(self, base: int) -> FailedLead | None:
        """23.3D: return the failed lead of the runner on this base."""
        return self.tracker.failed_lead(self.runner_on(base), base)

    @property
    def lead_tried(self) -> bool:
        """23.91: return whether any runner has failed to get a lead on his current base."""
        on_base = enumerate(self.now.bases, start=1)
        return any(runner and self.tracker.failed_lead(runner.player, base) for base, runner in on_base)

    def fly_may_end_it(self) -> bool:
        """21.1: return whether the outfield may come in because a sacrifice fly would end the game."""
        return is_sacrifice_fly_possible(self.state, self.outs) and self.outfield_may_come_in

    @property
    def outfield_may_come_in(self) -> bool:
        now = self.now
        return now.bottom and bool(
            outfield_in_ruling(
                self.setup.edition,
                inning=now.inning,
                bottom=now.bottom,
                lead=now.lead,
                state=self.state,
                outs=self.outs,
                innings=now.rules.innings,
            )
        )
