"""The box score: batting, pitching and fielding lines, counted from the events of a game as a scorer counts them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.credits import fielding_credits
from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Destinations, Play
from rules_engine.baseball.state import POSITIONS, Side, State, runner_from

HIT_BASES = {"single": 1, "double": 2, "triple": 3, "homerun": 4}
_RUNNING = ("stolen_base", "caught_stealing", "wild_pitch", "balk")
NO_AT_BAT = ("walk", "hit_by_pitch", "sacrifice", "interference")


@dataclass(slots=True)
class Batting:
    """One man's batting line; `order` is his place 1..9."""

    player: str
    order: int = 0
    plate_appearances: int = 0
    at_bats: int = 0
    runs: int = 0
    hits: int = 0
    doubles: int = 0
    triples: int = 0
    homeruns: int = 0
    runs_batted_in: int = 0
    walks: int = 0
    intentional_walks: int = 0
    hit_by_pitch: int = 0
    strikeouts: int = 0
    sacrifices: int = 0
    sacrifice_flies: int = 0
    double_plays: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0


@dataclass(slots=True)
class Pitching:
    """One pitcher's line. Innings are whole outs."""

    player: str
    batters: int = 0
    outs: int = 0
    hits: int = 0
    runs: int = 0
    earned_runs: int = 0
    walks: int = 0
    strikeouts: int = 0
    homeruns: int = 0
    hit_batsmen: int = 0
    wild_pitches: int = 0
    balks: int = 0
    decision: str = ""  # W, L, S


@dataclass(slots=True)
class Fielding:
    """One man's chances at one position."""

    player: str
    position: str
    putouts: int = 0
    assists: int = 0
    errors: int = 0
    double_plays: int = 0
    passed_balls: int = 0


@dataclass(slots=True)
class TeamBox:
    """One team's lines in order of appearance."""

    batting: dict[str, Batting] = field(default_factory=dict)
    pitching: dict[str, Pitching] = field(default_factory=dict)
    fielding: dict[tuple[str, str], Fielding] = field(default_factory=dict)
    left_on_base: int = 0

    def batter(self, player: str) -> Batting:
        line = self.batting.get(player)
        if line is None:
            line = self.batting[player] = Batting(player)
        return line

    def pitcher(self, player: str) -> Pitching:
        line = self.pitching.get(player)
        if line is None:
            line = self.pitching[player] = Pitching(player)
        return line

    def fielder(self, player: str, position: str) -> Fielding:
        line = self.fielding.get((player, position))
        if line is None:
            line = self.fielding[player, position] = Fielding(player, position)
        return line

    def total(self, line: str) -> int:
        return sum(getattr(batting, line) for batting in self.batting.values())


@dataclass(slots=True)
class _HalfInning:
    """What decides whether runs are earned: who reached by a fault, and the outs there should have been (9.16)."""

    faulty: set[str] = field(default_factory=set)
    missed: dict[str, int] = field(default_factory=dict)  # by pitcher: outs his fielders should have made
    begun: bool = False

    def unearned(self, player: str, pitcher: str, outs: int, play: Play) -> bool:
        should_be_over = outs + self.missed.get(pitcher, 0) >= 3
        return player in self.faulty or should_be_over or play.kind in ("error", "passed_ball", "interference")


@dataclass(slots=True)
class BoxScore:
    """Both teams' boxes, (away, home), and the runs by half-inning."""

    teams: tuple[TeamBox, TeamBox] = field(default_factory=lambda: (TeamBox(), TeamBox()))
    _half: _HalfInning = field(default_factory=_HalfInning)

    def add(self, before: State, event: Event) -> None:
        """Count one event, given the state before it."""
        if isinstance(event, PlayMade):
            self._add_play(before, event.play)
        elif isinstance(event, Substituted):
            self._replace_faulty(event)

    def _replace_faulty(self, event: Substituted) -> None:
        if event.leaves in self._half.faulty:
            self._half.faulty.add(event.enters)

    def _begin_half(self, before: State) -> None:
        """The runner whom the rules of extra innings put on second counts as one who reached by an error (7.01b)."""
        first = before.rules.runner_on_second_from
        if first and not self._half.begun and before.inning >= first and (runner := before.bases[1]):
            self._half.faulty.add(runner.player)
        self._half.begun = True

    def _add_play(self, before: State, play: Play) -> None:
        if not self._half.begun:
            self._begin_half(before)
        batting, fielding = self.teams[before.bottom], self.teams[not before.bottom]
        pitching = fielding.pitcher(before.fielding.pitcher)
        outs = play.to.count(OUT)
        pitching.outs += outs
        if play.to[BATTER] != ABSENT:
            self._add_plate_appearance(before, play, batting, pitching)
        if play.kind in _RUNNING:
            self._add_running(before, play, batting, pitching)
        if HOME in play.to:
            self._add_runs(before, play, batting, fielding)
        _add_fielding(before.fielding, play, fielding)
        if before.outs + outs >= 3:
            batting.left_on_base += sum(base in (1, 2, 3) for base in play.to)
            self._half = _HalfInning()

    def _add_plate_appearance(self, before: State, play: Play, batting: TeamBox, pitching: Pitching) -> None:
        side = before.batting
        line = batting.batter(side.order[side.up])
        line.order = line.order or side.up + 1
        line.plate_appearances += 1
        pitching.batters += 1
        if count := _COUNTERS.get(play.kind):
            count(line, pitching, play)
        sacrifice_fly, at_bat, double_play = _for_the_batter(play.kind, play.to)
        line.sacrifice_flies += sacrifice_fly
        line.at_bats += at_bat
        line.double_plays += double_play
        if HOME in play.to:
            line.runs_batted_in += runs_batted_in(play)
        if play.kind in ("error", "interference"):
            self._half.faulty.add(line.player)
            missed = self._half.missed
            missed[pitching.player] = missed.get(pitching.player, 0) + (play.kind == "error")

    def _add_running(self, before: State, play: Play, batting: TeamBox, pitching: Pitching) -> None:
        if play.kind == "stolen_base":
            for start in (1, 2, 3):
                if play.to[start] > start:
                    batting.batter(runner_from(before, start).player).stolen_bases += 1
        elif play.kind == "caught_stealing":
            for start in play.outs:
                batting.batter(runner_from(before, start).player).caught_stealing += 1
        pitching.wild_pitches += play.kind == "wild_pitch"
        pitching.balks += play.kind == "balk"

    def _add_runs(self, before: State, play: Play, batting: TeamBox, fielding: TeamBox) -> None:
        for start in play.scored:
            runner = runner_from(before, start)
            batting.batter(runner.player).runs += 1
            line = fielding.pitcher(runner.pitcher)
            line.runs += 1
            outs = before.outs + play.to.count(OUT)
            line.earned_runs += not self._half.unearned(runner.player, before.fielding.pitcher, outs, play)


class _Chance(NamedTuple):
    """What one play adds to the line of the man at one position, `place` in POSITIONS."""

    place: int
    position: str
    putouts: int
    assists: int
    errors: int
    double_play: bool
    passed_ball: bool


def _add_fielding(side: Side, play: Play, fielding: TeamBox) -> None:
    for place, position, putouts, assists, errors, double_play, passed_ball in _chances(play):
        line = fielding.fielder(side.field[place], position)
        line.putouts += putouts
        line.assists += assists
        line.errors += errors
        line.double_plays += double_play
        line.passed_balls += passed_ball


def _chances(play: Play) -> tuple[_Chance, ...]:
    """The fielders' part in a play, worked out once for plays alike; in the order in which their lines begin."""
    key = (play.kind, play.to, play.fielder, play.errors)
    known = _CHANCES.get(key)
    if known is None:
        known = _CHANCES[key] = _work_out_chances(play)
    return known


_CHANCES: dict[tuple[str, Destinations, str, tuple[Charge, ...]], tuple[_Chance, ...]] = {}


def _work_out_chances(play: Play) -> tuple[_Chance, ...]:
    assists, putouts = fielding_credits(play)
    errors = [position for position, _ in play.errors if position in POSITIONS]
    passed = ["c"] if play.kind == "passed_ball" else []
    return tuple(
        _Chance(
            POSITIONS.index(position),
            position,
            putouts.count(position),
            assists.count(position),
            errors.count(position),
            len(putouts) > 1 and position in (*assists, *putouts),
            position in passed,
        )
        for position in dict.fromkeys((*assists, *putouts, *errors, *passed))
    )


@cache
def _for_the_batter(kind: str, to: Destinations) -> tuple[bool, bool, bool]:
    """Whether his plate appearance is a sacrifice fly, an at-bat, a groundball into a double play."""
    sacrifice_fly = kind in ("flyout", "lineout") and HOME in to and to[BATTER] == OUT
    at_bat = kind not in NO_AT_BAT and not sacrifice_fly
    return sacrifice_fly, at_bat, kind == "groundout" and to.count(OUT) == 2


def runs_batted_in(play: Play) -> int:
    """9.04: none on an error or a groundball double play; who comes home himself on an error is not one."""
    if play.kind in ("error", "interference") or (play.kind == "groundout" and play.to.count(OUT) > 1):
        return 0
    return len(play.scored) - (bool(play.errors) and play.to[BATTER] == HOME)


def _count_hit(line: Batting, pitching: Pitching, play: Play) -> None:
    bases = HIT_BASES[play.kind]
    line.hits += 1
    pitching.hits += 1
    line.doubles += bases == 2
    line.triples += bases == 3
    line.homeruns += bases == 4
    pitching.homeruns += bases == 4


def _count_walk(line: Batting, pitching: Pitching, play: Play) -> None:
    line.walks += 1
    pitching.walks += 1
    line.intentional_walks += play.code == "intentional"


def _count_strikeout(line: Batting, pitching: Pitching, play: Play) -> None:
    line.strikeouts += 1
    pitching.strikeouts += 1


def _count_hit_by_pitch(line: Batting, pitching: Pitching, play: Play) -> None:
    line.hit_by_pitch += 1
    pitching.hit_batsmen += 1


def _count_sacrifice(line: Batting, pitching: Pitching, play: Play) -> None:
    line.sacrifices += 1


_COUNTERS = {
    **dict.fromkeys(HIT_BASES, _count_hit),
    "walk": _count_walk,
    "strikeout": _count_strikeout,
    "hit_by_pitch": _count_hit_by_pitch,
    "sacrifice": _count_sacrifice,
}


def box_score(history: Iterable[tuple[State, Event]]) -> BoxScore:
    """The box score of (state before, event) pairs, as GameLog.in_force gives them."""
    box = BoxScore()
    for before, event in history:
        box.add(before, event)
    return box
