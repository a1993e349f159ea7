"""A game that begins midway, at a given inning with outs, runners and a score.

Each starting pitcher is assumed to have pitched since the first inning and allowed all the runs. Nothing else is known
about the earlier innings.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules_engine.baseball.state import Runner, State
from rules_engine.innings import OUTS_PER_INNING

BASES = ("first", "second", "third")
LAST_INNING = 99


class Midgame(NamedTuple):
    """The situation at the start of a game.

    `bases` has the runners on first, second and third, or "". `score` and `up` (the next place in the batting order, 0
    to 8) are for the visitors and the home team.
    """

    inning: int = 1
    bottom: bool = False
    outs: int = 0
    bases: tuple[str, str, str] = ("", "", "")
    score: tuple[int, int] = (0, 0)
    up: tuple[int, int] = (0, 0)


FIRST_PITCH = Midgame()


class SituationError(ValueError):
    """A game can't start in this situation. `faults` lists every (field, error)."""

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{field}: {why}" for field, why in self.faults))


def situation_of(start: State) -> Midgame:
    """Return the situation at the start of a game."""
    bases = start.bases
    first, second, third = (runner.player if runner else "" for runner in bases)
    up = start.sides[0].up, start.sides[1].up
    return Midgame(start.inning, start.bottom, start.outs, (first, second, third), start.score, up)


def start_midgame(start: State, situation: Midgame) -> State:
    """Return the state before the first pitch, moved to this situation. Raise SituationError if it's impossible."""
    inning, bottom, outs, bases, score, (visitors, hosts) = situation
    away, home = start.sides
    moved = start._replace(
        sides=(away._replace(up=visitors), home._replace(up=hosts)),
        inning=inning,
        bottom=bottom,
        outs=outs,
        score=score,
    )
    if faults := [*_faults(moved, bases)]:
        raise SituationError(faults)
    first, second, third = (Runner(player, moved.fielding.pitcher) if player else None for player in bases)
    return moved._replace(bases=(first, second, third))


def _faults(state: State, bases: tuple[str, str, str]) -> Iterable[tuple[str, str]]:
    if not 1 <= state.inning <= LAST_INNING:
        yield "inning", f"enter 1 to {LAST_INNING}"
    if not 0 <= state.outs <= 2:
        yield "outs", "enter 0, 1 or 2"
    for team, side in enumerate(state.sides):
        if not 0 <= side.up < len(side.order):
            yield "up", f"the batting order has no spot {side.up + 1}"
        elif team == int(state.bottom):
            yield from _faults_of_runners(bases, side.order, side.up)
    if min(state.score) < 0:
        yield "score", "a score can't be below 0"
    extra = state.inning > state.rules.innings
    if state.score[1] > state.score[0] and (extra or (state.bottom and state.inning == state.rules.innings)):
        yield "score", "the home team would already have won"


def _faults_of_runners(bases: tuple[str, str, str], order: tuple[str, ...], up: int) -> Iterable[tuple[str, str]]:
    """Find runners out of order. Each must have batted before the runners behind him and before the batter."""
    waits = 0  # how many batters ago the runner behind batted
    for base, player in zip(BASES, bases, strict=True):
        if not player:
            continue
        if player not in order:
            yield base, f"{player} is not in the batting order"
            continue
        ago = (up - order.index(player)) % len(order)
        if not ago:
            yield base, f"{player} is at bat"
        elif ago <= waits:
            yield base, f"{player} must bat before the player behind him"
        waits = max(waits, ago)


def is_midgame(start: State) -> bool:
    """Return whether any play came before this log. A shootout half-inning is a game of its own."""
    return not start.rules.only_half_inning and situation_of(start) != FIRST_PITCH


class PitchedBefore(NamedTuple):
    """A starter's line when his game resumes, with the minimum number of batters faced."""

    pitcher: str
    outs: int
    runs: int
    batters: int


def pitched_before(start: State) -> tuple[PitchedBefore, ...]:
    """Return (visiting pitcher, home pitcher), or () if no half-inning came before."""
    if start.rules.only_half_inning or not unknown_halves(start):
        return ()  # With a complete line score, the pitchers' lines are complete too.
    return _pitched_before(start, 0), _pitched_before(start, 1)


def _pitched_before(start: State, team: int) -> PitchedBefore:
    """Return a pitcher's earlier line.

    The home pitcher pitched the top halves, the visiting pitcher the bottom halves.
    """
    halves = start.inning - 1 + (team == 1 and start.bottom)
    on_mound = team != int(start.bottom)
    outs = OUTS_PER_INNING * halves + (start.outs if on_mound else 0)
    runs, on_base = start.score[1 - team], start.occupied.bit_count() if on_mound else 0
    return PitchedBefore(start.sides[team].pitcher, outs, runs, outs + runs + on_base)


def unknown_halves(state: State) -> int:
    """Return the number of half-innings before the log. Only the score includes their runs."""
    return 2 * (state.inning - 1) + state.bottom + 1 - len(state.halves)
