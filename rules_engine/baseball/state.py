"""The state of a game: who bats, who stands where, who may still come in. It never changes; a play makes a new one."""

from functools import cache
from typing import Literal, NamedTuple

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.plays import OUT, Destinations, Play

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
AWAY, HOME_SIDE = 0, 1
Ending = Literal["", "full", "walk_off", "mercy", "conceded", "suspended"]


class GameRules(NamedTuple):
    """How a game ends and goes on. A number 0 switches its rule off."""

    innings: int = 9
    runner_on_second_from: int = 0  # extra innings begin with a runner on second from this inning on
    mercy_lead: int = 0
    mercy_from: int = 0
    only_half_inning: bool = False  # a shootout: one half-inning, then it is over


class Runner(NamedTuple):
    """A man on base and the pitcher to whom his run will be charged."""

    player: str
    pitcher: str


class Side(NamedTuple):
    """One team in the game. `field` is by position as in POSITIONS; `up` is the place of the next batter, 0..8."""

    order: tuple[str, ...]
    field: tuple[str, ...]
    bench: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    up: int = 0

    @property
    def batter(self) -> str:
        return self.order[self.up]

    @property
    def pitcher(self) -> str:
        return self.field[0]

    def at(self, position: str) -> str:
        return self.field[POSITIONS.index(position)]

    def position_of(self, player: str) -> str:
        """His position in the field, or "" for a designated hitter or a man just put in to bat or run."""
        return POSITIONS[self.field.index(player)] if player in self.field else ""


Bases = tuple[Runner | None, Runner | None, Runner | None]
NOBODY_ON: Bases = (None, None, None)


class State(NamedTuple):
    """One moment. `sides` and `score` are (away, home); `halves` the runs of each half-inning begun, in order."""

    rules: GameRules
    sides: tuple[Side, Side]
    inning: int = 1
    bottom: bool = False
    outs: int = 0
    bases: Bases = NOBODY_ON
    score: tuple[int, int] = (0, 0)
    halves: tuple[int, ...] = (0,)
    ending: Ending = ""

    @property
    def batting(self) -> Side:
        return self.sides[self.bottom]

    @property
    def fielding(self) -> Side:
        return self.sides[not self.bottom]

    @property
    def occupied(self) -> int:
        """The occupied-bases int."""
        first, second, third = self.bases
        return (first is not None) + 2 * (second is not None) + 4 * (third is not None)

    @property
    def lead(self) -> int:
        """The batting team's lead, negative when it is behind."""
        return self.score[self.bottom] - self.score[not self.bottom]

    @property
    def over(self) -> bool:
        return self.ending not in ("", "suspended")


def start_game(away: Side, home: Side, rules: GameRules | None = None) -> State:
    """The state before the first pitch."""
    return State(rules or GameRules(), (away, home))


def runner_from(state: State, start: int) -> Runner:
    """The man who begins a play at this base; BATTER is the man at bat, charged to the pitcher on the mound."""
    if start == BATTER:
        return Runner(state.batting.batter, state.fielding.pitcher)
    runner = state.bases[start - 1]
    if runner is None:
        raise ValueError(f"nobody is on base {start}")
    return runner


def after_play(state: State, play: Play) -> State:
    """The state once a play is made: runs, outs, bases, the next batter; the half and the game ended where they end."""
    to = play.to
    runs, outs_made, left = _counted(to)
    score, halves = state.score, state.halves
    if runs:
        away, home = score
        score = (away, home + runs) if state.bottom else (away + runs, home)
        halves = (*halves[:-1], halves[-1] + runs)
    sides = state.sides if to[BATTER] < OUT else _with_next_batter(state)
    outs = state.outs + outs_made
    bases = charged_to(state, play) if left and outs < 3 else NOBODY_ON
    rules, inning, bottom, ending = state.rules, state.inning, state.bottom, state.ending
    moved = State(rules, sides, inning, bottom, outs, bases, score, halves, ending)
    if runs and (ending := _ending_on_runs(moved)):
        return moved._replace(ending=ending)
    return after_half(moved) if outs >= 3 else moved


def charged_to(state: State, play: Play) -> Bases:
    """The runners after a play. On a fielder's choice the pitcher of the man put out answers for the batter (9.16g)."""
    standing: list[Runner | None] = [None, None, None]
    for start, base in _counted(play.to)[2]:
        standing[base - 1] = runner_from(state, start)
    if play.to[BATTER] in (1, 2, 3) and play.kind == "fielders_choice":
        _pass_on_charges(state, play, standing)
    return (standing[0], standing[1], standing[2])


@cache
def _counted(to: Destinations) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Runs, outs, and (where he began, the base he is on) of everyone on base after a play."""
    left = tuple((start, base) for start, base in enumerate(to) if 1 <= base <= 3)
    return to.count(HOME), to.count(OUT), left


def _pass_on_charges(state: State, play: Play, standing: list[Runner | None]) -> None:
    """The charges stay on base although the man put out is gone: those behind him take them over, lead first."""
    charges = [runner.pitcher for start in (3, 2, 1) if (runner := _on(state, start)) and play.to[start] != HOME]
    for base in (3, 2, 1):
        runner = standing[base - 1]
        if runner is not None and charges:
            standing[base - 1] = Runner(runner.player, charges.pop(0))


def _on(state: State, start: int) -> Runner | None:
    return state.bases[start - 1]


def _with_next_batter(state: State) -> tuple[Side, Side]:
    away, home = state.sides
    order, field, bench, gone, up = home if state.bottom else away
    side = Side(order, field, bench, gone, (up + 1) % len(order))
    return (away, side) if state.bottom else (side, home)


def _ending_on_runs(state: State) -> Ending:
    rules = state.rules
    if state.bottom and state.lead > 0 and state.inning >= rules.innings and not rules.only_half_inning:
        return "walk_off"
    if state.bottom and rules.mercy_lead and state.inning >= rules.mercy_from and state.lead >= rules.mercy_lead:
        return "mercy"
    return ""


def after_half(state: State) -> State:
    """The next half-inning, or the end of the game."""
    if ending := _ending_after_half(state):
        return state._replace(ending=ending, bases=NOBODY_ON)
    inning = state.inning + state.bottom
    rules, bottom = state.rules, not state.bottom
    begun = State(rules, state.sides, inning, bottom, 0, NOBODY_ON, state.score, (*state.halves, 0), state.ending)
    if rules.runner_on_second_from and inning >= rules.runner_on_second_from:
        return begun._replace(bases=(None, _ghost(begun), None))
    return begun


def _ghost(state: State) -> Runner:
    """The runner put on second: the man who stands before the first batter in the order."""
    side = state.batting
    return Runner(side.order[side.up - 1], state.fielding.pitcher)


def _ending_after_half(state: State) -> Ending:
    rules, (away, home) = state.rules, state.score
    if rules.only_half_inning:
        return "full"
    if state.inning >= rules.innings and (home > away if not state.bottom else home != away):
        return "full"
    lead = abs(home - away) if state.bottom else home - away
    if rules.mercy_lead and state.inning >= rules.mercy_from and lead >= rules.mercy_lead:
        return "mercy"
    return ""


def walk_off_needs(state: State) -> int:
    """Runs with which the batting team wins at once, or 0 when no run ends the game now."""
    rules = state.rules
    if state.bottom and state.inning >= rules.innings and not rules.only_half_inning:
        return 1 - state.lead
    return 0


_HIT_BASES = {"single": 1, "double": 2, "triple": 3}
_HIT_NAMES = {bases: name for name, bases in _HIT_BASES.items()}


def cut_at_walk_off(state: State, play: Play) -> Play:
    """The play as it is scored when a run wins the game: no run after the winning one counts but on a homerun.

    The batter is credited with no more bases than the man who scored the winning run advanced.
    """
    needed = walk_off_needs(state)
    if not needed:
        return play
    scored = play.scored
    if len(scored) < needed or play.kind == "homerun":
        return play
    winner, kind = scored[needed - 1], play.kind
    to = _held_short_of_home(play, scored[needed:])
    if kind in _HIT_BASES and 4 - winner < _HIT_BASES[kind]:
        kind = _HIT_NAMES[4 - winner]
        to[BATTER] = min(to[BATTER], 4 - winner)
    return Play(kind, (to[0], to[1], to[2], to[3]), play.rule, play.fielder, play.code, play.errors)


def _held_short_of_home(play: Play, held: tuple[int, ...]) -> list[int]:
    """The destinations with these men held at third at most, and everyone behind them a base behind."""
    to, free = list(play.to), 3
    for start in (3, 2, 1, BATTER):
        if to[start] > 0 and (start in held or to[start] < 4):
            to[start] = min(to[start], free)
            free = to[start] - 1
    return to
