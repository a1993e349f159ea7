"""A computer manager for one or both teams, guided by the chance to win and the league's habits.

It sends runners, throws, steals, walks batters and plays the infield in if that raises its chance to win
(rules_engine/baseball/win_values.py). It chooses relievers by the results of their cards against the next batters, and
uses the closer for a lead in the ninth.

Late in the game it pinch hits for weak bats, pinch runs for slow tying and winning runs, and brings in better fielders
to protect a lead. Every position stays covered by card. In a tournament, all changes follow its rules.

League habits set how often it bunts and how long starters stay in. It rolls no dice, so the same game always leads to
the same decisions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.changes import rearranged
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import GameInput, Option, RandomInput
from rules_engine.baseball.manager_styles import ManagerStyle, styles_of
from rules_engine.baseball.state import NOBODY_ON, Side, State
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.computer_manager.bench import (
    available_pitchers,
    best_bat,
    better_glove,
    injury_replacement,
    pinch_hitter,
    pinch_runner,
)
from rules_engine.systems.strat_o_matic.computer_manager.decisions import DECISIONS
from rules_engine.systems.strat_o_matic.computer_manager.last_resort import ways_out
from rules_engine.systems.strat_o_matic.computer_manager.opportunities import should_happen
from rules_engine.systems.strat_o_matic.computer_manager.relievers import MATCHUPS_FROM, choose_reliever, should_change
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
CLOSE = 4  # largest margin for pinch-hitting for a fielder, pinch runners and better fielders
ON_FIRST = occupied(1)


@dataclass(slots=True)
class ComputerManager:
    """Manage the teams: `choose` makes decisions, and `changes` makes substitutions between plays."""

    game: StratGame
    profile: Profile | None = None  # the tournament's substitution rules, if there are any
    unsettled: set[int] = field(default_factory=set)  # teams with new players who haven't taken the field yet
    teams: tuple[int, ...] = (0, 1)  # the teams it manages
    styles: tuple[ManagerStyle, ManagerStyle] = field(init=False)  # of the visitors and the home team
    keeps_playing_time: bool = False  # for season replays: better players don't get more playing time
    _left_in: tuple[int, Side | None] = 0, None  # the inning and side for which the pitcher was last left in
    _moment: PlaySituation | None = None  # the situation of the last decision

    def __post_init__(self) -> None:
        self.styles = styles_of(self.game.styles)

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """Return a decision for a game input's `choose`.

        For questions without a decision function, return the first option.
        """
        decision = DECISIONS.get(question)
        if decision is None:
            return options[0].key
        game, situation = self.game, self._moment
        state = game.log.states[-1]
        if situation is None or situation.now is not state or situation.tracker is not game.tracker:
            situation = self._moment = PlaySituation(game.setup, state, game.tracker)
        situation.style = self.styles[state.bottom if side == "offence" else not state.bottom]
        return decision(options, situation)

    def table(self, seed: int) -> RandomInput:
        """Return a random game input that requests both teams' decisions from this manager."""
        return RandomInput(seed, self.choose)

    @property
    def state(self) -> State:
        return self.game.log.states[-1]

    def play_out(self, game_input: GameInput) -> None:
        """Play the game to its end, with substitutions between plays.

        Raises: NotReadyError if the game can't continue.
        """
        game, states = self.game, self.game.log.states
        while not states[-1].over:
            self.changes()
            game.play(game_input)

    def changes(self) -> None:
        """Replace injured players, relieve tired pitchers, and pinch hit for pitchers."""
        game = self.game
        if game.tracker.injured:
            self._replace_injured()
        states = game.log.states
        inning = states[-1].inning
        if inning >= LATE:
            self._late_changes()
        if self.unsettled:
            self._settle()
        state = states[-1]
        fresh = game.tracker.is_fresh(state) and not self._starts_inning(state)
        if inning >= MATCHUPS_FROM or game.relief or not fresh:
            self._change_pitchers(state)
        if inning >= PINCH_HITS_FROM:
            self._pinch_hit_for_pitcher()

    def _starts_inning(self, state: State) -> bool:
        """Return whether to reconsider a pitcher who isn't tired, which happens only with nobody out.

        With runners on, a pitcher who was already left in this inning with the same defense isn't reconsidered.
        """
        if state.outs:
            return False
        if self.game.setup.edition.endurance.tired_must_leave or state.bases == NOBODY_ON:
            return True
        inning, side = self._left_in
        return inning != state.inning or side is not state.fielding

    def _change_pitchers(self, state: State) -> None:
        game, sides, team = self.game, state.sides, 1 - state.bottom
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
        elif self._should_relieve(state):
            self._bring_in(team, pitcher, relievers_only=True)
        else:
            self._left_in = state.inning, state.fielding

    def _should_relieve(self, state: State) -> bool:
        """Return whether the pitcher is tired or has done his share, or a reliever is a better choice now."""
        game = self.game
        if game.tracker.tired(state) or (not state.outs and self._has_done_his_share(state)):
            return True
        if self.keeps_playing_time:
            return False
        style = self.styles[not state.bottom]
        return should_change(game, state.fielding, game.tracker.appearance(state), style)

    def _is_forced_out(self, state: State) -> bool:
        """SS10.0: return whether the last play or the end of an inning forces the pitcher out."""
        game = self.game
        if not game.setup.edition.endurance.tired_must_leave:
            return False
        return (game.tracker.must_leave or not state.outs) and forced_pitching_change(game, state) is not None

    def _has_done_his_share(self, state: State) -> bool:
        return state.inning > 1 and not should_happen(state, self.starter_stays_share(state))

    def starter_stays_share(self, state: State) -> float:
        """T27.54: return how often the starter pitches another inning.

        It depends on the league's habits, his POW and the rules.
        """
        game = self.game
        appearance = game.tracker.appearance(state)
        if not appearance.started:
            return 1.0
        if starter_must_leave(game.setup.edition.endurance, state.inning - 1):
            return 0.0
        whole_outs, fraction = divmod(self._starters_stay(not state.bottom), 1.0)
        outs_over = appearance.outs_beyond_pow - whole_outs
        return 1.0 if outs_over < 0 or state.bases != NOBODY_ON else fraction if outs_over == 0 else 0.0

    def _starters_stay(self, team: int) -> float:
        """Return the number of outs beyond his POW after which this team's starter is relieved."""
        return self.game.setup.habits.starters_stay + self.styles[team].starter_outs

    def _bring_in(self, team: int, leaves: str, *, relievers_only: bool = False, or_any_player: bool = False) -> None:
        side = self.state.sides[team]
        reliever = choose_reliever(self.game, side, by_listing=self.keeps_playing_time)
        if reliever is None and relievers_only:
            return
        pitchers = [] if reliever else available_pitchers(self.game, side)
        if or_any_player and not (pitchers := pitchers_left(self.game.setup, side, self.game.relief)):
            pitchers = self.game.setup.batters(side.bench)
        if reliever or pitchers:
            self._change(team, reliever or pitchers[0], leaves, "pitcher")

    def _search_pitching_change(self, team: int) -> None:
        for event in next(ways_out(self.game, self.profile, team), ()):
            self.game.append(event)

    def _change(self, team: int, enters: str, leaves: str, reason: Reason) -> None:
        """Make the change unless the tournament's rules forbid it, or SS1.1 because the reliever must stay."""
        if leaves == self.state.sides[team].pitcher and not replacement_ruling(self.game.setup, self.game.log, leaves):
            return
        if self.profile and not change_ruling(self.game, self.profile, team, enters, leaves, reason):
            return
        self.game.append(Substituted(team, enters, leaves, "7.0"))
        self.unsettled.add(team)

    def _late_changes(self) -> None:
        """Make a late change: a pinch hitter, a pinch runner or a better fielder."""
        if abs(self.state.lead) > CLOSE:
            return
        hitter = None if self.keeps_playing_time else pinch_hitter(self.game, self.styles[self.state.bottom])
        if hitter and hitter.team in self.teams:
            self._change(*hitter, "pinch_hitter")
        runner = pinch_runner(self.game)
        if runner and runner.team in self.teams:
            self._change(*runner, "pinch_runner")
        elif (glove := better_glove(self.game)) and glove.team in self.teams:
            self._change(*glove, "defence")

    def _settle(self) -> None:
        """T0.15: put new players at positions on their cards, moving other fielders if necessary."""
        team = 1 - self.state.bottom
        if team in self.unsettled and team in self.teams:
            self.unsettled.discard(team)
            if moved := rearranged(self.game, team):
                self.game.append(moved)

    def _pinch_hit_for_pitcher(self) -> None:
        """Pinch hit for the pitcher if the team needs a hit or he is done, and if a reliever is available."""
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
        if len(bats) > 2 and choose_reliever(self.game, side, by_listing=self.keeps_playing_time):
            self._change(team, best_bat(game, bats), batter, "pinch_hitter")

    def pinch_hit_share(self, state: State, pitcher: str) -> float:
        """Return how often to pinch hit for the pitcher.

        The team does so when it needs a hit, and sometimes when he is done anyway.
        """
        habit = self.game.setup.habits.pinch_hits
        if state.lead <= 0 or state.occupied > ON_FIRST:
            return habit * (1.0 if state.inning >= LATE else SELDOM)
        return (habit - 1.0) * DONE if habit > 1.0 and self._is_done(pitcher) else 0.0

    def _is_done(self, pitcher: str) -> bool:
        """Return whether the pitcher is a reliever, is tired, or is a starter who has pitched his share."""
        appearance = self.game.tracker.appearances.get(pitcher)
        if appearance is None:
            return False
        stays = self._starters_stay(self.state.bottom)
        return not appearance.started or appearance.tired or appearance.outs_beyond_pow >= stays

    def _replace_injured(self) -> None:
        for team, player in players_to_replace(self.game):
            if team in self.teams:
                self._replace(team, player)

    def _replace(self, team: int, injured: str) -> None:
        """6.4, 25.1, T25.2: replace an injured player.

        The order of preference is a rated player, any available player, and an imaginary player.
        """
        enters = injury_replacement(self.game, team, injured)
        rule = injury_rule(self.game.setup.edition.injuries)
        self.game.append(
            Substituted(team, enters, injured, rule if enters in self.state.sides[team].bench else "T25.2")
        )
        self.unsettled.add(team)
