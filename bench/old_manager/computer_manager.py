"""The earlier computer manager: fixed thresholds, one batting order against every pitcher, relievers as listed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.old_manager.decisions import DECISIONS, should_happen
from bench.old_manager.substitutes import best_bat, better_glove, pinch_runner
from rules_engine.baseball.bases import occupied
from rules_engine.baseball.changes import rearranged
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import GameInput, Option, RandomInput
from rules_engine.baseball.state import NOBODY_ON, Side, State
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.computer_manager.bench import available_pitchers, injury_replacement
from rules_engine.systems.strat_o_matic.computer_manager.last_resort import ways_out
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import pitchers_left, replacement_ruling
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.pitching.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.pitching.injuries import injury_rule
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import (
    forced_pitching_change,
    may_keep_pitching,
    players_to_replace,
)
from rules_engine.systems.strat_o_matic.substitutions.changes import Reason, change_ruling

LATE = 7
PINCH_HITS_FROM, SELDOM = 5, 0.4  # factor for pinch-hitting for the pitcher before the seventh inning
DONE = 0.2  # share of the pinch-hitting habit above 1.0 that applies to a pitcher who is done
CLOSE = 3  # largest margin that justifies a pinch runner or a better glove
ON_FIRST = occupied(1)


@dataclass(slots=True)
class OldManager:
    """Manages both teams: `choose` makes decisions, and `changes` makes substitutions between plays."""

    game: StratGame
    profile: Profile | None = None  # the tournament's substitution rules, if they apply
    unsettled: set[int] = field(default_factory=set)  # teams with new players who haven't taken the field yet
    teams: tuple[int, ...] = (0, 1)  # the teams that this manager manages
    _left_in: tuple[int, Side | None] = 0, None  # the inning when the pitcher was last left in, and his side
    _moment: PlaySituation | None = None  # situation of the last decision

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """Return a decision for a game input's `choose`, or the first option if the question needs no thought."""
        decision = DECISIONS.get(question)
        if decision is None:
            return options[0].key
        game, situation = self.game, self._moment
        state = game.log.states[-1]
        if situation is None or situation.now is not state or situation.tracker is not game.tracker:
            situation = self._moment = PlaySituation(game.setup, state, game.tracker)
        return decision(options, situation)

    def table(self, seed: int) -> RandomInput:
        """Return a random game input that asks this manager for both teams' decisions."""
        return RandomInput(seed, self.choose)

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def play_out(self, game_input: GameInput) -> None:
        """Play the game to its end with substitutions between plays.

        Raises:
            NotReadyError: The game can't continue.
        """
        game, states = self.game, self.game.log.states
        while not states[-1].over:
            self.changes()
            game.play(game_input)

    def changes(self) -> None:
        """Replace injured players, relieve tired pitchers, and pinch hit for tired pitchers."""
        game = self.game
        if game.tracker.injured:
            self._replace_injured()
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
            self._pinch_hit_for_pitcher()

    def _may_want_reliever(self, state: State) -> bool:
        """Return whether anything changed since a fresh pitcher was left in this inning."""
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
            if self.state is state:
                self._search_pitching_change(team)
        elif forced_out_ruling or (game.relief and not may_keep_pitching(game, state)):
            self._bring_in(team, pitcher, or_any_player=True)
        elif game.tracker.tired(state) or (not outs and self._has_done_his_share(state)):
            self._bring_in(team, pitcher, relievers_only=True)
        else:
            self._left_in = state.inning, state.fielding

    def _is_forced_out(self, state: State) -> bool:
        """SS10.0: return whether the last play, or the end of an inning, forces the pitcher out."""
        game = self.game
        if not game.setup.edition.endurance.tired_must_leave:
            return False
        return (game.tracker.must_leave or not state.outs) and forced_pitching_change(game, state) is not None

    def _has_done_his_share(self, state: State) -> bool:
        return state.inning > 1 and not should_happen(state, self.starter_stays_share(state))

    def starter_stays_share(self, state: State) -> float:
        """T27.54: return how often the starter pitches another inning, based on his league, his POW and the rules."""
        game = self.game
        appearance = game.tracker.appearance(state)
        if not appearance.started:
            return 1.0
        if starter_must_leave(game.setup.edition.endurance, state.inning - 1):
            return 0.0
        whole_outs, fraction = divmod(game.setup.habits.starters_stay, 1.0)
        outs_over = appearance.outs_beyond_pow - whole_outs
        return 1.0 if outs_over < 0 or state.bases != NOBODY_ON else fraction if outs_over == 0 else 0.0

    def reliever(self, side: Side) -> str | None:
        """Return the reliever to bring in: the best closer late in a close game, otherwise the lowest-ranked one."""

        def closer_rank(player: str) -> int:
            return _closer_rank(pitcher(player).endurance)

        pitcher = self.game.setup.pitcher
        relievers = [
            player for player in available_pitchers(self.game, side) if pitcher(player).endurance.relief is not None
        ]
        if len(relievers) < 2:
            return relievers[0] if relievers else None
        close = self.state.inning >= 8 and abs(self.state.lead) <= 3
        return max(relievers, key=closer_rank) if close else min(relievers, key=closer_rank)

    def _bring_in(self, team: int, leaves: str, *, relievers_only: bool = False, or_any_player: bool = False) -> None:
        side = self.state.sides[team]
        reliever = self.reliever(side)
        if reliever is None and relievers_only:
            return
        substitutes = [] if reliever else available_pitchers(self.game, side)
        if or_any_player and not (substitutes := pitchers_left(self.game.setup, side, self.game.relief)):
            substitutes = self.game.setup.batters(side.bench)
        if reliever or substitutes:
            self._change(team, reliever or substitutes[0], leaves, "pitcher")

    def _search_pitching_change(self, team: int) -> None:
        for event in next(ways_out(self.game, self.profile, team), ()):
            self.game.append(event)

    def _change(self, team: int, enters: str, leaves: str, reason: Reason) -> None:
        """Make the change unless the tournament's rules, or SS1.1 for a reliever's early exit, forbid it."""
        if leaves == self.state.sides[team].pitcher and not replacement_ruling(self.game.setup, self.game.log, leaves):
            return
        if self.profile and not change_ruling(self.game, self.profile, team, enters, leaves, reason):
            return
        self.game.append(Substituted(team, enters, leaves, "7.0"))
        self.unsettled.add(team)

    def _late_changes(self) -> None:
        """Bring in a pinch runner or a better glove."""
        if abs(self.state.lead) > CLOSE:
            return
        runner = pinch_runner(self.game)
        if runner and runner.team in self.teams:
            self._change(*runner, "pinch_runner")
        elif (glove := better_glove(self.game)) and glove.team in self.teams:
            self._change(*glove, "defence")

    def _settle(self) -> None:
        """T0.15: move new players to positions on their cards, and move substitutes around to make room."""
        team = 1 - self.state.bottom
        if team in self.unsettled and team in self.teams:
            self.unsettled.discard(team)
            if moved := rearranged(self.game, team):
                self.game.append(moved)

    def _pinch_hit_for_pitcher(self) -> None:
        """Pinch hit for a pitcher who trails or is done, if a reliever is available."""
        game = self.game
        state = game.log.states[-1]
        _, sides, _, bottom, _, _, _, _, _ = state
        side, team = sides[bottom], int(bottom)
        order, _, _, _, up = side
        batter = order[up]
        if game.setup.is_hitter(batter) or team not in self.teams:
            return
        if game.tracker.one_and_two or not should_happen(state, self.pinch_hit_share(state, batter)):
            return
        bats = game.setup.batters(side.bench)
        if len(bats) > 2 and self.reliever(side):
            self._change(team, best_bat(game, bats), batter, "pinch_hitter")

    def pinch_hit_share(self, state: State, pitcher: str) -> float:
        """Return how often to pinch hit for the pitcher: when a hit is needed, and sometimes when he is done."""
        habit = self.game.setup.habits.pinch_hits
        if state.lead < 0 or state.occupied > ON_FIRST:
            return habit * (1.0 if state.inning >= LATE else SELDOM)
        return (habit - 1.0) * DONE if habit > 1.0 and self._is_done(pitcher) else 0.0

    def _is_done(self, pitcher: str) -> bool:
        """Return whether the pitcher is a reliever, is tired, or is a starter who has pitched his share."""
        appearance = self.game.tracker.appearances.get(pitcher)
        if appearance is None:
            return False
        stays = self.game.setup.habits.starters_stay
        return not appearance.started or appearance.tired or appearance.outs_beyond_pow >= stays

    def _replace_injured(self) -> None:
        for team, player in players_to_replace(self.game):
            if team in self.teams:
                self._replace(team, player)

    def _replace(self, team: int, injured: str) -> None:
        """6.4, 25.1, T25.2: replace an injured player with a rated one, any available one, or an imaginary one."""
        enters = injury_replacement(self.game, team, injured)
        rule = injury_rule(self.game.setup.edition.injuries)
        self.game.append(
            Substituted(team, enters, injured, rule if enters in self.state.sides[team].bench else "T25.2")
        )
        self.unsettled.add(team)


def _closer_rank(endurance: Endurance) -> int:
    return endurance.closer if isinstance(endurance.closer, int) else -1
