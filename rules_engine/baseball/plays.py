"""What happened on one play: where the batter and each runner ended, and what the scorer writes.

Every system returns a Play; state, box score and odds know only this. Players are named by where they began:
`to[0]` is the batter, `to[1]` the runner from first, and so on.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, NamedTuple

from rules_engine.baseball.bases import BATTER, HOME, is_on, occupied

HIT_BASES: Final = {"single": 1, "double": 2, "triple": 3, "homerun": 4}
FAULTS: Final = frozenset(("error", "passed_ball", "interference"))
OUT = -1  # retired on this play
ABSENT = -2  # no one began the play there, or the batter is still at bat
Destinations = tuple[int, int, int, int]


class Charge(NamedTuple):
    """An error: the position that made it and how many bases it gave."""

    position: str
    bases: int = 1


class Chance(NamedTuple):
    """A fielder's counts, at `place` in POSITIONS.

    `rare` names other counters that increase by one.
    """

    place: int
    position: str
    putouts: int
    assists: int
    rare: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one play.

    `for_batter` and `for_pitcher` name the counters that increase by one.
    """

    outs: int
    runs: int
    left: int  # players on base when it is over
    batter_is_done: bool
    at_bats: int
    runs_batted_in: int
    for_batter: tuple[str, ...]
    for_pitcher: tuple[str, ...]
    chances: tuple[Chance, ...]  # in the order in which their lines begin
    is_running: bool
    is_faulty: bool  # it makes a half-inning differ from one without faults (9.16)


@dataclass(frozen=True, slots=True)
class Play:
    """One play. `to` holds a base 1..3, HOME, OUT or ABSENT for the batter and the runners from first to third.

    `kind` is the scorer's word: single, double, triple, home run, walk, hit_by_pitch, strikeout, groundout, flyout,
    lineout, popout, foulout, fielders_choice, error, sacrifice, interference; without the batter: stolen_base,
    caught_stealing, pickoff, wild_pitch, passed_ball, balk, no_play.
    """

    kind: str
    to: Destinations
    rule: str = ""
    fielder: str = ""  # who fielded the ball, "ss"
    code: str = ""  # the chart's result, "DP43"
    errors: tuple[Charge, ...] = ()
    tally: Tally | None = field(default=None, init=False, repr=False, compare=False)  # once tallies.py has made it

    @property
    def outs(self) -> tuple[int, ...]:
        """Return the players put out: the batter first, then the runners from third to first."""
        return _outs(self.to)

    @property
    def scored(self) -> tuple[int, ...]:
        """Return the players who scored, the lead runner first."""
        return _scored(self.to)

    @property
    def bases_after(self) -> dict[int, int]:
        """Return the runners after the play: base -> starting base."""
        return {base: start for start, base in enumerate(self.to) if 1 <= base <= 3}

    @property
    def state_after(self) -> int:
        return occupied(*(base for base in self.to if 1 <= base <= 3))


class Resolved(NamedTuple):
    """A resolved play, with the injured player ("" for none) and the later games he misses.

    `follow` has events of the play that are logged right after it, such as Hurt.
    """

    play: Play
    injured: str = ""
    games_missed: int = 0
    follow: tuple[Any, ...] = ()  # events.Event, which can't be imported here because it imports this module


@cache
def _outs(to: Destinations) -> tuple[int, ...]:
    return tuple(start for start in (BATTER, 3, 2, 1) if to[start] == OUT)


@cache
def _scored(to: Destinations) -> tuple[int, ...]:
    return tuple(start for start in (3, 2, 1, BATTER) if to[start] == HOME)


def stay(state: int, batter: int = ABSENT) -> list[int]:
    """Return destinations in which every runner holds.

    Change those who move, then call settle().
    """
    return [batter, *_moved(state, 0)]


def advance(state: int, bases: int, batter: int = ABSENT) -> list[int]:
    """Return destinations in which every runner advances `bases` bases, at most to home."""
    return [batter, *_moved(state, bases)]


@cache
def _moved(state: int, bases: int) -> tuple[int, ...]:
    return tuple(min(base + bases, HOME) if is_on(state, base) else ABSENT for base in (1, 2, 3))


def settle(play: Play, outs_before: int, *, runs_stand: bool = False) -> Play:
    """Return the play in which, on the third out, no one advances and no run counts.

    `runs_stand` is for plays whose rule counts the run even if another runner makes the third out.
    """
    if outs_before + play.to.count(OUT) < 3 or runs_stand:
        return play
    batter, first, second, third = play.to
    # a batter who reached while another made the third out is left on first, and the runners he forced one base on
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
