"""A game's immutable state: batter, runners, fielders and bench.

Each play returns a new state.
"""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.plays import OUT, Destinations, Play
from rules_engine.game_rules import GOES_ON, Ending, GameRules, ending_after_half

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
AWAY, HOME_SIDE = 0, 1

_new = tuple.__new__  # States are created by the hundred thousand, so bypass NamedTuple's own constructor.


class Runner(NamedTuple):
    """A player on base, and the pitcher charged with him."""

    player: str
    pitcher: str


class Side(NamedTuple):
    """One team in the game. `field` is in the order of POSITIONS. `up` is the next batter's place, 0 to 8."""

    order: tuple[str, ...]
    field: tuple[str, ...]
    bench: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
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
        """Return the player's fielding position, or "" for a designated hitter or a new batter or runner."""
        return POSITIONS[self.field.index(player)] if player in self.field else ""


Bases = tuple[Runner | None, Runner | None, Runner | None]
NOBODY_ON: Bases = (None, None, None)


class State(NamedTuple):
    """A moment in the game. `sides` and `score` are (away, home). `halves` has the runs of each half-inning started."""

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
        """Return the occupied bases as an int."""
        first, second, third = self.bases
        return (first is not None) + 2 * (second is not None) + 4 * (third is not None)

    @property
    def lead(self) -> int:
        """Return the batting team's lead, which is negative if it trails."""
        return self.score[self.bottom] - self.score[not self.bottom]

    @property
    def over(self) -> bool:
        return self.ending not in GOES_ON


def start_game(away: Side, home: Side, rules: GameRules | None = None) -> State:
    """Return the state before the first pitch."""
    return State(rules or GameRules(), (away, home))


def runner_from(state: State, start: int) -> Runner:
    """Return the player who starts a play at this base.

    BATTER is charged to the current pitcher.
    """
    if start == BATTER:
        order, _, _, _, up = state.sides[state.bottom]
        return _new(Runner, (order[up], state.sides[not state.bottom].field[0]))
    runner = state.bases[start - 1]
    if runner is None:
        raise ValueError(f"no one is on base {start}")
    return runner


def after_play(state: State, play: Play) -> State:
    """Return the state after a play, moved to the next half-inning or the end of the game if necessary."""
    rules, sides, inning, bottom, outs, bases, score, halves, ending = state
    runs, outs_made, batter_is_done, place_runners = _counted(play.to)
    outs += outs_made
    bases = NOBODY_ON if place_runners is None or outs >= 3 else _standing(state, play, place_runners)
    if batter_is_done:
        away, home = sides
        sides = (away, _next_up(home)) if bottom else (_next_up(away), home)
    if runs:
        visitors, hosts = score
        score = (visitors, hosts + runs) if bottom else (visitors + runs, hosts)
        halves = (*halves[:-1], halves[-1] + runs)
    moved = _new(State, (rules, sides, inning, bottom, outs, bases, score, halves, ending))
    if runs and (ending := _ending_on_runs(moved)):
        return moved._replace(ending=ending)
    return after_half(moved) if outs >= 3 else moved


Standing = Callable[[tuple[Runner | None, ...]], Bases]


@cache
def _counted(to: Destinations) -> tuple[int, int, bool, Standing | None]:
    """Return runs, outs, whether the plate appearance is over, and a selector for the new runners.

    Without runners, the selector is None.

    The selector is applied to a sequence of the batter, the earlier runners from first to third, and None.
    """
    began = {base: start for start, base in enumerate(to)}
    no_runner, bases = len(to), (1, 2, 3)
    occupied_bases = itemgetter(*(began.get(base, no_runner) for base in bases)) if began.keys() & bases else None
    return to.count(HOME), to.count(OUT), to[BATTER] >= OUT, occupied_bases


def _standing(state: State, play: Play, place_runners: Standing) -> Bases:
    """Return the runners after a play.

    On a fielder's choice, the batter is charged to the retired runner's pitcher (9.16g).
    """
    if play.to[BATTER] <= 0:
        return place_runners((None, *state.bases, None))
    standing = place_runners((runner_from(state, BATTER), *state.bases, None))
    return _pass_on_charges(state, play, standing) if play.kind == "fielders_choice" else standing


def _pass_on_charges(state: State, play: Play, bases: Bases) -> Bases:
    """Pass the charge for a retired runner on to the runners behind him, lead runner first."""
    standing = list(bases)
    charges = [runner.pitcher for start in (3, 2, 1) if (runner := _on(state, start)) and play.to[start] != HOME]
    for base in (3, 2, 1):
        runner = standing[base - 1]
        if runner is not None and charges:
            standing[base - 1] = Runner(runner.player, charges.pop(0))
    return (standing[0], standing[1], standing[2])


def _on(state: State, start: int) -> Runner | None:
    return state.bases[start - 1]


def _next_up(side: Side) -> Side:
    order, field, bench, removed, up = side
    return _new(Side, (order, field, bench, removed, (up + 1) % len(order)))


def _ending_on_runs(state: State) -> Ending:
    rules, _, inning, bottom, _, _, (away, home), _, _ = state
    if bottom and home > away and inning >= rules.innings and not rules.only_half_inning:
        return "walk_off"
    return ""


def after_half(state: State) -> State:
    """Return the state at the next half-inning, or at the end of the game."""
    if ending := ending_after_half(state.rules, state.inning, state.bottom, state.score):
        return state._replace(ending=ending, bases=NOBODY_ON)
    rules, sides, inning, bottom, _, _, score, halves, ending = state
    inning += bottom
    half_start = _new(State, (rules, sides, inning, not bottom, 0, NOBODY_ON, score, (*halves, 0), ending))
    if rules.runner_on_second_from and inning >= rules.runner_on_second_from:
        return half_start._replace(bases=(None, _ghost(half_start), None))
    return half_start


def _ghost(state: State) -> Runner:
    """Return the runner placed on second: the player before the first batter in the order."""
    side = state.batting
    return Runner(side.order[side.up - 1], state.fielding.pitcher)


def charge_placed_runner(state: State) -> State:
    """7.01b: Charge the runner placed on second to the pitcher who faces the first batter."""
    first, player, third = state.bases
    if not state.rules.runner_on_second_from or player is None or first or third or state.outs or state.halves[-1]:
        return state
    side, put_on = state.batting, state.inning >= state.rules.runner_on_second_from
    if not put_on or player.player != side.order[side.up - 1]:
        return state
    return state._replace(bases=(None, Runner(player.player, state.fielding.pitcher), None))


def walk_off_needs(state: State) -> int:
    """Return the runs that the batting team needs to win at once, or 0 if it can't."""
    rules = state.rules
    if state.bottom and state.inning >= rules.innings and not rules.only_half_inning:
        return 1 - state.lead
    return 0


_HIT_BASES = {"single": 1, "double": 2, "triple": 3}
_HIT_NAMES = {bases: name for name, bases in _HIT_BASES.items()}


def cut_at_walk_off(state: State, play: Play) -> Play:
    """Return the play as scored if a run wins the game. Later runs count only on a home run.

    The batter is credited with at most as many bases as the winning runner advanced.
    """
    needed = walk_off_needs(state) if state.bottom else 0
    if not needed:
        return play
    scored = play.scored
    if len(scored) < needed or play.kind == "homerun":
        return play
    winner, kind = scored[needed - 1], play.kind
    to = _stop_short_of_home(play, scored[needed:])
    if kind in _HIT_BASES and 4 - winner < _HIT_BASES[kind]:
        kind = _HIT_NAMES[4 - winner]
        to[BATTER] = min(to[BATTER], 4 - winner)
    return Play(kind, (to[0], to[1], to[2], to[3]), play.rule, play.fielder, play.code, play.errors)


def _stop_short_of_home(play: Play, stopped_runners: tuple[int, ...]) -> list[int]:
    """Return destinations that hold these players at third and move those behind them back a base."""
    to, free = list(play.to), 3
    for start in (3, 2, 1, BATTER):
        if to[start] > 0 and (start in stopped_runners or to[start] < 4):
            to[start] = min(to[start], free)
            free = to[start] - 1
    return to
