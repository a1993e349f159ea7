"""A manager for both sides: thresholds a cautious man would use, stated here and nowhere hidden.

Steals with a fair chance, bunts pitchers along with nobody out, sends runners by outs and safe range, plays the
infield in late and close, and changes pitchers when they tire. From the eighth inning on a fast man runs for a slow
one who is the tying or winning run, and a fielder two ranges better comes in before a half-inning to hold a lead of
three or less; positions stay covered by card, and with a profile every change is within the tournament's rules. How
long starters are left in and how often men bat for pitchers, always the best bat left, are habits of the league. It
asks no dice: the same game always gets the same decisions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.changes import rearranged
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import GameInput, Option, RandomInput
from rules_engine.baseball.state import NOBODY_ON, Side, State
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.computer_manager.bench import (
    available_pitchers,
    best_bat,
    better_glove,
    injury_replacement,
    pinch_runner,
)
from rules_engine.systems.strat_o_matic.computer_manager.decisions import DECISIONS, should_happen
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left, replacement_ruling
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.pitching.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.pitching.injuries import injury_rule
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import (
    forced_pitching_change,
    may_keep_pitching,
    players_who_must_leave,
)
from rules_engine.systems.strat_o_matic.substitutions.changes import Reason, change_ruling

LATE = 7
PINCH_HITS_FROM, SELDOM = 5, 0.4  # before the seventh inning a man bats for the pitcher so much more rarely
DONE = 0.2  # of what a habit of batting for pitchers has beyond always, for one who would not pitch another inning
CLOSE = 3  # runs between the teams while runners and gloves are worth a man
ON_FIRST = occupied(1)


@dataclass(slots=True)
class ComputerManager:
    """Sits at both ends of the table: `choose` decides, `changes` sends men in and out between plays."""

    game: StratGame
    profile: Profile | None = None  # the tournament's rules of substitution, where they are to be kept
    unsettled: set[int] = field(default_factory=set)  # teams with new men who have not taken the field yet
    teams: tuple[int, ...] = (0, 1)  # whose men it sends in and out
    _left_in: tuple[int, Side | None] = 0, None  # the inning in which the man on the mound was left in, and his side
    _moment: PlaySituation | None = None  # of the state it was last asked about

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """A decision, as a table's `choose` wants it; the first option if there is nothing to think about."""
        decision = DECISIONS.get(question)
        if decision is None:
            return options[0].key
        game, situation = self.game, self._moment
        state = game.log.states[-1]
        if situation is None or situation.now is not state or situation.tracker is not game.tracker:
            situation = self._moment = PlaySituation(game.setup, state, game.tracker)
        return decision(options, situation)

    def table(self, seed: int) -> RandomInput:
        """A table of its own dice at which it manages both sides."""
        return RandomInput(seed, self.choose)

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def play_out(self, game_input: GameInput) -> None:
        """The game to its end, men sent in and out between plays. Raises NotReadyError where it cannot go on."""
        game, states = self.game, self.game.log.states
        while not states[-1].over:
            self.changes()
            game.play(game_input)

    def changes(self) -> None:
        """Replace the hurt, bring in a pitcher for one who tires or was hit for, and hit for a tired one."""
        game = self.game
        if game.tracker.hurt:
            self._replace_the_hurt()
        states = game.log.states
        inning = states[-1].inning
        if inning > LATE:
            self._late_changes()
        if self.unsettled:
            self._settle()
        state = states[-1]
        if game.relief or not game.tracker.is_fresh(state) or (not state.outs and self._may_want_reliever(state)):
            self._change_pitchers(state)
        if inning >= PINCH_HITS_FROM:
            self._bat_for_pitcher()

    def _may_want_reliever(self, state: State) -> bool:
        """Return whether anything changed, for a fresh pitcher, since he was left in this inning."""
        if self.game.setup.edition.endurance.tired_must_leave or state.bases == NOBODY_ON:
            return True
        inning, side = self._left_in
        return inning != state.inning or side is not state.fielding

    def _change_pitchers(self, state: State) -> None:
        game, (_, sides, _, bottom, outs, _, _, _, _) = self.game, state
        team = 1 - bottom
        if team not in self.teams:
            return
        pitcher = sides[team].field[0]
        forced_out_ruling = self._is_forced_out(state)
        if not forced_out_ruling and not game.setup.is_pitcher(pitcher):
            self._bring_in(team, pitcher)
        elif forced_out_ruling or (game.relief and not may_keep_pitching(game, state)):
            self._bring_in(team, pitcher, or_anybody=True)
        elif game.tracker.tired(state) or (not outs and self._has_done_his_share(state)):
            self._bring_in(team, pitcher, relievers_only=True)
        else:
            self._left_in = state.inning, state.fielding

    def _is_forced_out(self, state: State) -> bool:
        """SS10.0: the last play, or the end of an inning, has brought the man on the mound to his last batter."""
        game = self.game
        if not game.setup.edition.endurance.tired_must_leave:
            return False
        return (game.tracker.must_leave or not state.outs) and forced_pitching_change(game, state) is not None

    def _has_done_his_share(self, state: State) -> bool:
        return state.inning > 1 and not should_happen(state, self.stays_share(state))

    def stays_share(self, state: State) -> float:
        """How often a starter comes out once more before this inning, by his league, his POW and the rules (T27.54)."""
        game = self.game
        appearance = game.tracker.appearance(state)
        if not appearance.started:
            return 1.0
        if starter_must_leave(game.setup.edition.endurance, state.inning - 1):
            return 0.0
        whole, part = divmod(game.setup.habits.starters_stay, 1.0)
        beyond = appearance.outs_beyond_pow - whole
        return 1.0 if beyond < 0 or state.bases != NOBODY_ON else part if beyond == 0 else 0.0

    def reliever(self, side: Side) -> str | None:
        """Who would come in by his card: late in a close game the best closer, else the least of them."""

        def closes(player: str) -> int:
            return _closer_rank(pitcher(player).endurance)

        pitcher = self.game.setup.pitcher
        relievers = [
            player for player in available_pitchers(self.game, side) if pitcher(player).endurance.relief is not None
        ]
        if len(relievers) < 2:
            return relievers[0] if relievers else None
        close = self.state.inning >= 8 and abs(self.state.lead) <= 3
        return max(relievers, key=closes) if close else min(relievers, key=closes)

    def _bring_in(self, team: int, leaves: str, *, relievers_only: bool = False, or_anybody: bool = False) -> None:
        side = self.state.sides[team]
        reliever = self.reliever(side)
        if reliever is None and relievers_only:
            return
        others = [] if reliever else available_pitchers(self.game, side)
        if or_anybody and not (others := pitchers_left(self.game.setup, side, self.game.relief)):
            others = self.game.setup.batters(side.bench)
        if reliever or others:
            self._change(team, reliever or others[0], leaves, "pitcher")

    def _change(self, team: int, enters: str, leaves: str, reason: Reason) -> None:
        """Make the change, unless the tournament's rules refuse it, or SS1.1 that a reliever leaves so early."""
        if leaves == self.state.sides[team].pitcher and not replacement_ruling(self.game.setup, self.game.log, leaves):
            return
        if self.profile and not change_ruling(self.game, self.profile, team, enters, leaves, reason):
            return
        self.game.append(Substituted(team, enters, leaves, "7.0"))
        self.unsettled.add(team)

    def _late_changes(self) -> None:
        """A pinch runner, or a better glove."""
        if abs(self.state.lead) > CLOSE:
            return
        runner = pinch_runner(self.game)
        if runner and runner.team in self.teams:
            self._change(*runner, "pinch_runner")
        elif (glove := better_glove(self.game)) and glove.team in self.teams:
            self._change(*glove, "defence")

    def _settle(self) -> None:
        """Men who came in take the field at positions on their cards, others moving round for them (T0.15)."""
        team = 1 - self.state.bottom
        if team in self.unsettled and team in self.teams:
            self.unsettled.discard(team)
            if moved := rearranged(self.game, team):
                self.game.append(moved)

    def _bat_for_pitcher(self) -> None:
        """A bench bat for a pitcher who is behind or done, while a reliever is left."""
        game = self.game
        state = game.log.states[-1]
        _, sides, _, bottom, _, _, _, _, _ = state
        side, team = sides[bottom], int(bottom)
        order, _, _, _, up = side
        batter = order[up]
        if game.setup.is_hitter(batter) or team not in self.teams:
            return
        if game.tracker.one_and_two or not should_happen(state, self.bats_for_share(state, batter)):
            return
        bats = game.setup.batters(side.bench)
        if len(bats) > 2 and self.reliever(side):
            self._change(team, best_bat(game, bats), batter, "pinch_hitter")

    def bats_for_share(self, state: State, pitcher: str) -> float:
        """How often somebody bats for him here: where he needs a hit, and beyond that where he is done anyway."""
        often = self.game.setup.habits.pinch_hits
        if state.lead < 0 or state.occupied > ON_FIRST:
            return often * (1.0 if state.inning >= LATE else SELDOM)
        return (often - 1.0) * DONE if often > 1.0 and self._is_done(pitcher) else 0.0

    def _is_done(self, pitcher: str) -> bool:
        """A reliever, or a starter who is tired or has done his share."""
        appearance = self.game.tracker.appearances.get(pitcher)
        if appearance is None:
            return False
        stays = self.game.setup.habits.starters_stay
        return not appearance.started or appearance.tired or appearance.outs_beyond_pow >= stays

    def _replace_the_hurt(self) -> None:
        for team, player in players_who_must_leave(self.game):
            if team in self.teams:
                self._replace(team, player)

    def _replace(self, team: int, hurt: str) -> None:
        """6.4, 25.1, T25.2: somebody with his position on the card, else whoever is left, else a man made up."""
        enters = injury_replacement(self.game, team, hurt)
        rule = injury_rule(self.game.setup.edition.injuries)
        self.game.append(Substituted(team, enters, hurt, rule if enters in self.state.sides[team].bench else "T25.2"))
        self.unsettled.add(team)


def _closer_rank(endurance: Endurance) -> int:
    return endurance.closer if isinstance(endurance.closer, int) else -1
