"""Box score: batting, pitching and fielding lines, compiled from a game's events as a scorer would."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_engine.baseball.credits import caught, stole
from rules_engine.baseball.earned_runs import FaultyHalf, Run, faulty_half
from rules_engine.baseball.events import Event, GameHalted, PlayMade
from rules_engine.baseball.plays import Chance, Play, Tally
from rules_engine.baseball.state import POSITIONS, Side, State, runner_from, walk_off_needs
from rules_engine.baseball.tallies import tally_of


@dataclass(slots=True)
class Batting:
    """One player's batting line. `order` is his place in the order, 1 to 9."""

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
    """One pitcher's line. Innings are stored as outs."""

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
    """One player's chances at one position."""

    player: str
    position: str
    putouts: int = 0
    assists: int = 0
    errors: int = 0
    double_plays: int = 0
    passed_balls: int = 0


@dataclass(slots=True)
class TeamBox:
    """One team's lines, in order of appearance."""

    batting: dict[str, Batting] = field(default_factory=dict)
    pitching: dict[str, Pitching] = field(default_factory=dict)
    fielding: dict[tuple[str, str], Fielding] = field(default_factory=dict)
    left_on_base: int = 0
    double_plays: int = 0  # in the field

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
class BoxScore:
    """Box scores of both teams.

    After an error, `runs` covers only the latest play of the half-inning, because a later play may still make a run
    earned. Without a fault, every run is earned.
    """

    teams: tuple[TeamBox, TeamBox] = field(default_factory=lambda: (TeamBox(), TeamBox()))
    runs: tuple[Run, ...] = ()
    _half: FaultyHalf | None = None
    _starters: tuple[str, ...] = field(default=(), compare=False)  # the starting pitchers, (away, home)
    _side: Side | None = field(default=None, compare=False)  # current defense; None until a half-inning's first play
    _pitching: Pitching = field(default_factory=lambda: Pitching(""), compare=False)  # its pitcher's line
    _gloves: list[Fielding | None] = field(default_factory=list, compare=False)  # by position, after the first chance

    def add(self, before: State, event: Event) -> None:
        """Count one event, given the state before it. The first call must be for the game's first event."""
        if not self._starters:
            self._starters = before.sides[0].pitcher, before.sides[1].pitcher
        if isinstance(event, PlayMade):
            self._add_play(before, event.play)
        elif isinstance(event, GameHalted) and event.ending not in ("", "suspended") and not before.over:
            self.teams[before.bottom].left_on_base += before.occupied.bit_count()

    def _take_field(self, before: State, side: Side) -> None:
        """Update the defense after a change of players or half-innings. A starter who faces no batter gets a line.

        The runner placed on second in extra innings counts as having reached on an error (7.01b).
        """
        first = before.rules.runner_on_second_from
        if self._side is None and first and before.inning >= first and before.bases[1]:
            self._half = faulty_half(before, put_on_second=True)
        team = self.teams[not before.bottom]
        if not team.pitching:
            team.pitcher(self._starters[not before.bottom])
        self._side, self._pitching = side, team.pitcher(side.field[0])
        self._gloves = [None] * len(POSITIONS)

    def _add_play(self, before: State, play: Play) -> None:
        tally = play.tally or tally_of(play)
        outs_made, runs = tally.outs, tally.runs
        _, sides, _, bottom, outs, _, _, _, _ = before
        side = sides[not bottom]
        if side is not self._side:
            self._take_field(before, side)
        pitching = self._pitching
        if outs_made:
            pitching.outs += outs_made
            if outs_made == 2:
                self.teams[not bottom].double_plays += 1
        if tally.batter_is_done:
            pitching.batters += 1
            _count_batter(self.teams[bottom], sides[bottom], tally)
        if tally.for_pitcher:
            _count_up(pitching, tally.for_pitcher)
        if tally.chances:
            self._add_chances(tally.chances, side, self.teams[not bottom])
        if tally.is_running:
            _count_running(before, play, self.teams[bottom])
        self.runs = ()
        if tally.is_faulty or self._half is not None:
            self._add_earned(before, play, self.teams[not bottom])
        if runs:
            self._add_runs(before, play, self.teams[bottom], self.teams[not bottom])
        if outs + outs_made >= 3 or (runs and 0 < walk_off_needs(before) <= runs):
            self.teams[bottom].left_on_base += tally.left
            self._half = self._side = None

    def _add_runs(self, before: State, play: Play, batting: TeamBox, fielding: TeamBox) -> None:
        for start in play.scored:
            runner = runner_from(before, start)
            batting.batter(runner.player).runs += 1
            line = fielding.pitcher(runner.pitcher)
            line.runs += 1
            line.earned_runs += self._half is None

    def _add_earned(self, before: State, play: Play, fielding: TeamBox) -> None:
        """9.16: Add the runs that this play makes earned, including runs from earlier plays."""
        if self._half is None:
            self._half = faulty_half(before)
        self.runs, proved = self._half.add(before, play)
        for run in proved:
            fielding.pitcher(run.pitcher).earned_runs += 1

    def _add_chances(self, chances: tuple[Chance, ...], side: Side, fielding: TeamBox) -> None:
        gloves = self._gloves
        for place, position, putouts, assists, rare in chances:
            line = gloves[place]
            if line is None:
                line = gloves[place] = fielding.fielder(side.field[place], position)
            line.putouts += putouts
            line.assists += assists
            if rare:
                _count_up(line, rare)


def _count_batter(batting: TeamBox, side: Side, tally: Tally) -> None:
    order, _, _, _, up = side
    line = batting.batting.get(order[up]) or batting.batter(order[up])
    if not line.order:
        line.order = up + 1
    line.plate_appearances += 1
    line.at_bats += tally.at_bats
    if tally.runs_batted_in:
        line.runs_batted_in += tally.runs_batted_in
    if tally.for_batter:
        _count_up(line, tally.for_batter)


def _count_up(line: Batting | Pitching | Fielding, counters: tuple[str, ...]) -> None:
    for counter in counters:
        setattr(line, counter, getattr(line, counter) + 1)


def _count_running(before: State, play: Play, batting: TeamBox) -> None:
    if play.kind == "stolen_base":
        for start in stole(play)[::-1]:
            batting.batter(runner_from(before, start).player).stolen_bases += 1
    elif play.kind == "caught_stealing":
        for start in caught(play):
            batting.batter(runner_from(before, start).player).caught_stealing += 1


def box_score(history: Iterable[tuple[State, Event]]) -> BoxScore:
    """Return the box score of (state before, event) pairs, as returned by GameLog.in_force."""
    box = BoxScore()
    for before, event in history:
        box.add(before, event)
    return box
