"""The result of one play: where the batter and each runner ended, and the scorer's notation.

Every system returns a Play. The state, box score and odds depend only on it. Players are identified by starting base:
`to[0]` is the batter, `to[1]` the runner from first, and so on.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, NamedTuple

from rules_engine.baseball.bases import BATTER, HOME, is_on, occupied

HIT_BASES: Final = {"single": 1, "double": 2, "triple": 3, "homerun": 4}
FAULTS: Final = frozenset(("error", "passed_ball", "interference"))
OUT = -1  # retired on this play
ABSENT = -2  # no runner started the play there, or the batter is still at bat
Destinations = tuple[int, int, int, int]


class Charge(NamedTuple):
    """An error: the position that made it and the number of bases it allowed."""

    position: str
    bases: int = 1


class Chance(NamedTuple):
    """A fielder's counts. `place` is an index in POSITIONS.

    `rare` names more counters that increase by one.
    """

    place: int
    position: str
    putouts: int
    assists: int
    rare: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts from one play.

    `for_batter` and `for_pitcher` name the counters that increase by one.
    """

    outs: int
    runs: int
    left: int  # left on base after the play
    batter_is_done: bool
    at_bats: int
    runs_batted_in: int
    for_batter: tuple[str, ...]
    for_pitcher: tuple[str, ...]
    chances: tuple[Chance, ...]  # in the order in which their lines start
    is_running: bool
    is_faulty: bool  # a fault that changes the reconstructed inning (9.16)


@dataclass(frozen=True, slots=True)
class Play:
    """One play. `to` has a base 1 to 3, HOME, OUT or ABSENT for the batter and the runners from first to third.

    `kind` is the scorer's word: single, double, triple, home run, walk, hit_by_pitch, strikeout, groundout, flyout,
    lineout, popout, foulout, fielders_choice, error, sacrifice, interference; without the batter: stolen_base,
    caught_stealing, pickoff, wild_pitch, passed_ball, balk, no_play.
    """

    kind: str
    to: Destinations
    rule: str = ""
    fielder: str = ""  # the fielder of the ball, "ss"
    code: str = ""  # the chart's result, "DP43"
    errors: tuple[Charge, ...] = ()
    tally: Tally | None = field(default=None, init=False, repr=False, compare=False)  # set by tallies.py

    @property
    def outs(self) -> tuple[int, ...]:
        """Return the players put out: the batter first, then the runners from third to first."""
        return _outs(self.to)

    @property
    def scored(self) -> tuple[int, ...]:
        """Return the players who scored, lead runner first."""
        return _scored(self.to)

    @property
    def bases_after(self) -> dict[int, int]:
        """Return the runners after the play, as base -> starting base."""
        return {base: start for start, base in enumerate(self.to) if 1 <= base <= 3}

    @property
    def state_after(self) -> int:
        return occupied(*(base for base in self.to if 1 <= base <= 3))


class Resolved(NamedTuple):
    """A resolved play, with the injured player (or "") and the number of later games he misses.

    `follow` has events that are logged right after the play, such as Hurt.
    """

    play: Play
    injured: str = ""
    games_missed: int = 0
    follow: tuple[Any, ...] = ()  # an events.Event; importing that module here would be circular


@cache
def _outs(to: Destinations) -> tuple[int, ...]:
    return tuple(start for start in (BATTER, 3, 2, 1) if to[start] == OUT)


@cache
def _scored(to: Destinations) -> tuple[int, ...]:
    return tuple(start for start in (3, 2, 1, BATTER) if to[start] == HOME)


def stay(state: int, batter: int = ABSENT) -> list[int]:
    """Return destinations that hold every runner.

    Change the destinations of runners who move, then call settle().
    """
    return [batter, *_moved(state, 0)]


def advance(state: int, bases: int, batter: int = ABSENT) -> list[int]:
    """Return destinations that advance every runner by `bases` bases, at most to home."""
    return [batter, *_moved(state, bases)]


@cache
def _moved(state: int, bases: int) -> tuple[int, ...]:
    return tuple(min(base + bases, HOME) if is_on(state, base) else ABSENT for base in (1, 2, 3))


def settle(play: Play, outs_before: int, *, runs_stand: bool = False) -> Play:
    """Return the play after the third-out check: on the third out, no one advances and no run counts.

    `runs_stand` is for rules that count the run even if another runner makes the third out.
    """
    if outs_before + play.to.count(OUT) < 3 or runs_stand:
        return play
    batter, first, second, third = play.to
    # If another runner makes the third out, the batter is left on first and the runners he forced move up one base.
    batter = min(batter, 1)
    first = min(first, 2 if batter == 1 else 1)
    second = min(second, 3 if first == 2 else 2)
    return replace(play, to=(batter, first, second, min(third, 3)))


@cache
def settled(
    kind: str,
    to: Destinations,
    outs_before: int,
    rule: str,
    fielder: str = "",
    code: str = "",
    errors: tuple[Charge, ...] = (),
    runs_stand: bool = False,
) -> Play:
    """Return a play after the third-out check. Equal plays share one cached object."""
    return settle(Play(kind, to, rule, fielder, code, errors), outs_before, runs_stand=runs_stand)
