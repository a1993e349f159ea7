"""Play a shootout to a winner, with a new pitcher in each half-inning (T32.0)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT
from rules_engine.baseball.state import Side, State
from rules_engine.baseball.substitutions import stand_in
from rules_engine.competition.shootout import (
    CLOSER_RULE_APPLIES,
    FIRST_DECIDING_INNING,
    INNINGS_A_TURN,
    PITCHERS_TIRE,
    ShootoutResult,
    may_leave,
    may_pinch_hit,
    may_pitch_inning,
    shootout_park,
    shootout_result,
)
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.game_rules import GameRules
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, first_refusal, refuse
from rules_engine.systems.strat_o_matic.batting.parks import BySide, Park
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame, timing_ruling
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset


class ShootoutPlayFinding(Finding):
    """Reasons why a shootout can't continue."""

    HALF_NOT_OVER = "the half-inning is not over."
    HAS_BEEN_WON = "the {winner} has won in inning {inning}."
    NOT_HURT = "{name} is not injured, and a position player may leave only if injured."
    NOT_ON_THE_BENCH = "{name} is not on the bench."
    NO_PITCHER_OF_THE_TEAM = "{name} isn't a pitcher on this team."
    PITCHER_HURT = "{name} is injured."
    NOT_AT_BAT = "{name} is not at bat."
    MUST_BE_REPLACED = "{name} is injured and must be replaced."


class ShootoutError(ValueError):
    """Raised for an action that isn't allowed in a shootout. The message is the ruling."""


@dataclass(slots=True)
class ShootoutTeam:
    """A team between half-innings.

    `order` contains the nine batters, including the current pitcher. `fielders` contains the other eight.
    """

    order: tuple[str, ...]
    fielders: tuple[str, ...]  # c, 1b ... rf
    bench: tuple[str, ...]  # position players who haven't played yet
    pitchers: tuple[str, ...]  # all of the team's pitchers
    pitcher: str  # the player in the pitcher's spot: initially the named starter
    up: int = 0
    pitched: dict[str, list[int]] = field(default_factory=dict)  # innings by pitcher
    pinch_hit: dict[str, list[int]] = field(default_factory=dict)
    injured: set[str] = field(default_factory=set)

    def spent(self, player: str, inning: int) -> bool:
        """T32.0(4)(5): return whether a player has already pitched or pinch hit in this block of eight innings."""
        turn = (inning - 1) // INNINGS_A_TURN
        done = (*self.pitched.get(player, ()), *self.pinch_hit.get(player, ()))
        return any((used_inning - 1) // INNINGS_A_TURN == turn for used_inning in done)

    def side(self, inning: int) -> Side:
        """Return the team at the start of a half-inning, with the bench players who may still enter."""
        rested = (player for player in self.pitchers if player != self.pitcher and not self.spent(player, inning))
        bench = (*self.bench, *(player for player in rested if player not in self.injured))
        return Side(self.order, (self.pitcher, *self.fielders), bench, tuple(self.injured - {*self.order}), self.up)

    def set_pitcher(self, pitcher: str) -> None:
        """Put this pitcher in the previous pitcher's spot."""
        self.order = tuple(pitcher if player == self.pitcher else player for player in self.order)
        self.pitcher = pitcher

    def update_after_half(self, side: Side, entered: tuple[str, ...], inning: int) -> None:
        """T32.0(6): update the team after a half; a pinch hitter doesn't keep the pitcher's spot.

        A starter who was hit for in the top of the first can still pitch the bottom.
        """
        spot = self.order.index(self.pitcher)
        self.order = tuple(self.pitcher if place == spot else player for place, player in enumerate(side.order))
        self.fielders, self.up = side.field[1:], side.up
        self.bench = tuple(player for player in self.bench if player not in entered)
        for player in entered:
            if player in self.pitchers:
                self.pinch_hit.setdefault(player, []).append(inning)


def shootout_team(side: Side, setup: GameSetup, team: Sequence[str] = ()) -> ShootoutTeam:
    """Return a team that is ready for a shootout, with its lineup, first starter and all other players."""
    candidates = [player for player in dict.fromkeys((*side.bench, *team)) if player not in (*side.order, *side.field)]
    pitchers = setup.pitchers(candidates)
    bats = tuple(player for player in candidates if player not in pitchers)
    return ShootoutTeam(side.order, side.field[1:], bats, (side.pitcher, *pitchers), side.pitcher)


def shootout_ruleset(ruleset: Ruleset) -> Ruleset:
    """T32.0(7): return the ruleset without the closer rule and without fatigue."""
    never = {"lost_stuff": (), "starter_leaves_after_inning": 0, "reliever_innings_beyond_pow": 0}
    return ruleset.with_options("endurance", closer=CLOSER_RULE_APPLIES, fatigue=PITCHERS_TIRE, **never)


def average_park(first: Park, second: Park) -> Park:
    """T32.0(1): return a ballpark with the averages of both ballparks' four numbers."""
    numbers = shootout_park(_numbers(first), _numbers(second))
    return Park(f"{first.name} and {second.name}", BySide(*numbers[:2]), BySide(*numbers[2:]))


def _numbers(park: Park) -> ParkNumbers:
    return ParkNumbers(park.homerun.L, park.homerun.R, park.single.L, park.single.R)


@dataclass(slots=True)
class ShootoutGame:
    """A shootout between `teams`, as (visitors, home).

    `setup` contains both teams' cards, with the rules from shootout_ruleset() and the ballpark from average_park().

    begin_half() sets the pitcher and returns the half-inning's game, which starts with the shootout's score. Play it to
    its end, then call end_half(). While `playing` is True, the last of `halves` is in progress.
    """

    setup: GameSetup
    profile: Profile
    teams: tuple[ShootoutTeam, ShootoutTeam]
    halves: list[StratGame] = field(default_factory=list)
    playing: bool = False

    @property
    def played(self) -> int:
        """Return the number of finished half-innings."""
        return len(self.halves) - self.playing

    @property
    def inning(self) -> int:
        """Return the inning of the current or next half."""
        return self.played // 2 + 1

    @property
    def batting(self) -> int:
        """Return the index of the team at bat in the current or next half."""
        return self.played % 2

    @property
    def runs(self) -> tuple[int, int]:
        """Return the runs as (visitors, home), including the half in progress."""
        return self._runs_after(len(self.halves))

    def _runs_after(self, halves: int) -> tuple[int, int]:
        return self.halves[halves - 1].state.score if halves else (0, 0)

    def result(self) -> ShootoutResult:
        """T32.0(3): return the result so far, with the winner if there is one.

        A home team that leads in the bottom of a deciding inning stops batting.
        """
        complete = [self._runs_after(2 * inning) for inning in range(1, self.played // 2 + 1)]
        top = self.runs if len(self.halves) > 2 * len(complete) and (self.batting or not self.playing) else None
        return shootout_result(complete, top)

    def pitcher_ruling(self, player: str) -> Ruling:
        """T32.0(4)(5)(6): check whether the team in the field may name this pitcher for the half."""
        team = self.teams[1 - self.batting]
        card = self.setup.cards[player]
        if player not in team.pitchers or not isinstance(card, PitcherCard):
            return refuse(ShootoutPlayFinding.NO_PITCHER_OF_THE_TEAM, "T32.0(4)", name=player)
        if player in team.injured:
            return refuse(ShootoutPlayFinding.PITCHER_HURT, "T32.0(6)", name=player)
        line = PitchingRoles(bool(card.endurance.starter), bool(card.endurance.relief), card.outs)
        return may_pitch_inning(
            self.inning,
            line,
            self.profile,
            pitched=team.pitched.get(player, ()),
            pinch_hit=team.pinch_hit.get(player, ()),
        )

    def pitchers(self) -> list[str]:
        """Return the pitchers whom the team in the field may name now."""
        return [player for player in self.teams[1 - self.batting].pitchers if self.pitcher_ruling(player)]

    def begin_half(self, pitcher: str) -> StratGame:
        """T32.0(4): start the next half-inning with this pitcher.

        Raise ShootoutError with the ruling if that isn't allowed.
        """
        if self.playing:
            raise ShootoutError(str(refuse(ShootoutPlayFinding.HALF_NOT_OVER, "T32.0(4)")))
        if winner := (result := self.result()).winner:
            won = refuse(ShootoutPlayFinding.HAS_BEEN_WON, "T32.0(3)", winner=winner, inning=result.after_inning)
            raise ShootoutError(str(won))
        fielding = self.teams[1 - self.batting]
        ruling = first_refusal(*(_check_injured(team) for team in self.teams), self.pitcher_ruling(pitcher))
        if not ruling:
            raise ShootoutError(str(ruling))
        fielding.set_pitcher(pitcher)
        fielding.pitched.setdefault(pitcher, []).append(self.inning)
        visitors, home = (team.side(self.inning) for team in self.teams)
        rules = GameRules(innings=FIRST_DECIDING_INNING, only_half_inning=True)
        start = State(rules, (visitors, home), self.inning, bool(self.batting), score=self.runs)
        self.halves.append(StratGame(self.setup, GameLog(start), lineups_checked=False))
        self.playing = True
        return self.halves[-1]

    def change_ruling(self, team: int, enters: str, leaves: str) -> Ruling:
        """T32.0(4)(6): check whether a player may leave now.

        He must be injured, or be the pitcher when it is his turn to bat.
        """
        game = self.halves[-1]
        if leaves in game.tracker.injured:
            return first_refusal(timing_ruling(game), may_leave(pitcher=False, injured=True))
        fields = team != self.batting
        if fields or leaves != game.state.batting.pitcher:
            return may_leave(pitcher=fields and leaves == game.state.fielding.pitcher, injured=False)
        if game.state.batting.batter != leaves:
            return refuse(ShootoutPlayFinding.NOT_AT_BAT, "7.0", name=leaves)
        is_repeated = any(event.enters == leaves for event in _since_last_batter(game))
        return first_refusal(
            timing_ruling(game), may_pinch_hit(for_pitcher=True, already_this_time_through=is_repeated)
        )

    def change(self, team: int, enters: str, leaves: str) -> State:
        """Make the change in the current half. Raise ShootoutError with the ruling if it isn't allowed."""
        if not (ruling := self.change_ruling(team, enters, leaves)):
            raise ShootoutError(str(ruling))
        return self.halves[-1].append(Substituted(team, enters, leaves, ruling.rule))

    def end_half(self) -> ShootoutResult:
        """Update both teams after the half. Raise ShootoutError if the half isn't over."""
        game = self.halves[-1]
        if not game.state.over and not self.result().winner:
            raise ShootoutError(str(refuse(ShootoutPlayFinding.HALF_NOT_OVER, "T32.0(4)")))
        for number, team in enumerate(self.teams):
            changes = (event for _, event in game.log.in_force() if isinstance(event, Substituted))
            entered = tuple(event.enters for event in changes if event.team == number)
            team.update_after_half(game.state.sides[number], entered, self.inning)
            began = game.log.start.sides[number].order
            team.injured |= {player for player in game.tracker.injured if player in began or player in entered}
        self.playing = False
        return self.result()

    def replace_injured(self, team: int, enters: str, injured: str) -> None:
        """T32.0(6): replace an injured player between half-innings. Raise ShootoutError if that isn't allowed."""
        now = self.teams[team]
        bench = now.side(self.inning).bench
        if injured not in now.injured or injured not in now.order:
            raise ShootoutError(str(refuse(ShootoutPlayFinding.NOT_HURT, "T32.0(6)", name=injured)))
        if enters not in bench and (bench or enters != stand_in(injured)):
            raise ShootoutError(str(refuse(ShootoutPlayFinding.NOT_ON_THE_BENCH, "T32.0(6)", name=enters)))
        now.order = tuple(enters if player == injured else player for player in now.order)
        now.fielders = tuple(enters if player == injured else player for player in now.fielders)
        now.bench = tuple(player for player in now.bench if player != enters)
        if enters in now.pitchers:
            now.pinch_hit.setdefault(enters, []).append(self.inning)


def _check_injured(team: ShootoutTeam) -> Ruling:
    """Check that all injured players have been replaced, except the pitcher of the last half."""
    unreplaced = [player for player in team.order if player in team.injured and player != team.pitcher]
    if unreplaced:
        return refuse(ShootoutPlayFinding.MUST_BE_REPLACED, "T32.0(6)", name=unreplaced[0])
    return may_leave(pitcher=True, injured=False, inning_over=True)


def _since_last_batter(game: StratGame) -> Iterator[Substituted]:
    for _, event in reversed(list(game.log.in_force())):
        if isinstance(event, PlayMade) and event.play.to[BATTER] != ABSENT:
            return
        if isinstance(event, Substituted):
            yield event
