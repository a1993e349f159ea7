"""A scorecard: each plate appearance and its outcome, in scorer's notation."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.bases import BASE_NAMES, BATTER, HOME
from rules_engine.baseball.credits import Chain, out_chains, stole
from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import POSITIONS, Side, State, runner_from
from rules_engine.baseball.tallies import runs_batted_in

_NUMBERS: Final = {position: number for number, position in enumerate(POSITIONS, start=1)}
_FIXED: Final = {
    "single": "1B",
    "double": "2B",
    "triple": "3B",
    "homerun": "HR",
    "hit_by_pitch": "HBP",
    "strikeout": "K",
    "interference": "CI",
}
_CAUGHT: Final = {"flyout": "F", "lineout": "L", "popout": "P", "foulout": "FO"}
_MULTIPLE: Final = {2: " DP", 3: " TP"}
_RUNNING: Final = {"wild_pitch": "WP", "passed_ball": "PB", "balk": "BK"}
PINCH_HITTER, PINCH_RUNNER, DESIGNATED_HITTER = "ph", "pr", "dh"


@dataclass(slots=True)
class ScoredAppearance:
    """A plate appearance and the batter's advance afterward.

    Attributes:
        turn: 0 for the first time his place in the order comes up in the inning, 1 for the second.
        result: The notation, such as "6-3", "F8", "K" or "1B".
        base: The last base he reached: 0 to 3, or HOME.
        out: The number of his out in the half-inning, or 0.
        notes: Events on the bases, such as "SB" or "CS 2-6".
        new_pitcher: The pitcher if this is the first batter he faced, or "".
    """

    place: int
    inning: int
    turn: int
    player: str
    result: str = ""
    base: int = 0
    out: int = 0
    runs_batted_in: int = 0
    notes: list[str] = field(default_factory=list)
    new_pitcher: str = ""
    ends_half: bool = False

    @property
    def has_scored(self) -> bool:
        return self.base == HOME


@dataclass(slots=True)
class OrderEntry:
    """A player in one place of the order. `inning` is 1 for a starter. `positions` are in the order he played them."""

    player: str
    inning: int
    positions: list[str]


@dataclass(slots=True)
class TeamScorecard:
    """One team's offense: the players in the nine places and their plate appearances."""

    places: list[list[OrderEntry]]
    appearances: list[ScoredAppearance] = field(default_factory=list)
    runs: dict[int, int] = field(default_factory=dict)  # by inning

    @property
    def columns(self) -> list[tuple[int, int]]:
        """Return the inning and turn of each column, with at least one column per inning started."""
        turns = {(inning, 0) for inning in self.runs} | {(scored.inning, scored.turn) for scored in self.appearances}
        return sorted(turns)


def scorecards(start: State, history: Iterable[tuple[State, Event]], end: State) -> tuple[TeamScorecard, TeamScorecard]:
    """Return the scorecards of the visitors and the home team.

    `history` has each event in force with the state before it, as returned by GameLog.in_force, and `end` is the final
    state.
    """
    writer = _Writer(start)
    for before, event in history:
        writer.add(before, event)
    writer.note_lineups(end)
    return writer.teams


class _Writer:
    """Tracks a game from event to event."""

    def __init__(self, start: State) -> None:
        away, home = (TeamScorecard([[_starter(side, player)] for player in side.order]) for side in start.sides)
        self.teams = (away, home)
        self._half = (0, False)
        self._on_base: dict[str, ScoredAppearance] = {}
        self._pitchers = ["", ""]  # the last pitcher that each team has faced

    def add(self, before: State, event: Event) -> None:
        # Update only at plays, so that a double switch counts as a whole and a pinch hitter can leave before any play.
        if isinstance(event, PlayMade) or (isinstance(event, Substituted) and not self._has_entered(event.leaves)):
            self.note_lineups(before)
        team = self.teams[before.bottom]
        if self._half != (before.inning, before.bottom):
            self._begin_half(team, before)
        if isinstance(event, Substituted) and event.leaves in self._on_base:
            self._on_base[event.enters] = self._on_base.pop(event.leaves)
        if isinstance(event, PlayMade):
            self._add_play(team, before, event)

    def note_lineups(self, state: State) -> None:
        """Record new players and new positions in both orders."""
        for team, side in enumerate(state.sides):
            is_batting = team == state.bottom and not state.over
            on_base = {runner.player for runner in state.bases if runner} if is_batting else set()
            for place, player in enumerate(side.order):
                entrants = self.teams[team].places[place]
                role = side.position_of(player)
                if is_batting:
                    role = PINCH_RUNNER if player in on_base else PINCH_HITTER
                if entrants[-1].player != player:
                    entrants.append(OrderEntry(player, state.inning, [role or PINCH_HITTER]))
                elif not is_batting and role and entrants[-1].positions[-1] != role:
                    entrants[-1].positions.append(role)

    def _has_entered(self, player: str) -> bool:
        return any(entrant.player == player for team in self.teams for place in team.places for entrant in place)

    def _begin_half(self, team: TeamScorecard, state: State) -> None:
        self._half = (state.inning, state.bottom)
        self._on_base.clear()
        team.runs[state.inning] = 0
        for base, runner in enumerate(state.bases, start=1):
            if runner:
                place = state.batting.order.index(runner.player)
                placed = ScoredAppearance(place, state.inning, 0, runner.player, f"on {BASE_NAMES[base]}", base)
                team.appearances.append(placed)
                self._on_base[runner.player] = placed

    def _add_play(self, team: TeamScorecard, before: State, event: PlayMade) -> None:
        play = event.play
        batter = None
        if play.to[BATTER] != ABSENT:
            batter = self._appearance(team, before, event)
        moved = {
            start: self._on_base.get(runner_from(before, start).player)
            for start in (1, 2, 3)
            if before.bases[start - 1]
        }
        if batter is not None:
            moved[BATTER] = batter
        self._move(play, moved)
        self._count_outs(before.outs, play, moved)
        team.runs[before.inning] += len(play.scored)
        if before.outs + play.to.count(OUT) >= 3 and team.appearances:
            team.appearances[-1].ends_half = True

    def _appearance(self, team: TeamScorecard, before: State, event: PlayMade) -> ScoredAppearance:
        place = before.batting.up
        turn = sum(1 for scored in team.appearances if (scored.place, scored.inning) == (place, before.inning))
        appearance = ScoredAppearance(place, before.inning, turn, before.batting.batter, result_of(event.play))
        appearance.runs_batted_in = runs_batted_in(event.play)
        faced = self._pitchers[before.bottom]
        if faced and faced != event.pitcher:
            appearance.new_pitcher = event.pitcher
        self._pitchers[before.bottom] = event.pitcher
        team.appearances.append(appearance)
        self._on_base[appearance.player] = appearance
        return appearance

    def _move(self, play: Play, moved: dict[int, ScoredAppearance | None]) -> None:
        stolen = stole(play)
        for start, appearance in moved.items():
            base = play.to[start]
            if appearance is None or base in (OUT, ABSENT):
                continue
            if base > start and start != BATTER:
                note = "SB" if start in stolen else _RUNNING.get(play.kind, "")
                appearance.notes += [note] if note else []
            appearance.base = max(appearance.base, base)

    def _count_outs(self, outs_before: int, play: Play, moved: dict[int, ScoredAppearance | None]) -> None:
        for number, (start, chain) in enumerate(out_chains(play), start=outs_before + 1):
            appearance = moved.get(start)
            if appearance is None:
                continue
            appearance.out = number
            if start != BATTER:
                appearance.notes.append(_out_on_base(play, chain))


def _starter(side: Side, player: str) -> OrderEntry:
    return OrderEntry(player, 1, [side.position_of(player) or DESIGNATED_HITTER])


def _out_on_base(play: Play, chain: Chain) -> str:
    how = {"caught_stealing": "CS ", "pickoff": "PO "}.get(play.kind, "")
    return how + _dashed(chain)


def result_of(play: Play) -> str:
    """Return the batter's result in scorer's notation: "6-3", "6-4-3 DP", "F8", "K", "E6", "FC 6-4"."""
    kind = play.kind
    if kind == "walk":
        return "IBB" if play.code == "intentional" else "BB"
    if kind in _FIXED:
        return _FIXED[kind]
    if kind == "error":
        return f"E{_NUMBERS.get(play.fielder, 1)}"
    fielders = _dashed([*_fielders_in_order(play)])
    multiple = _MULTIPLE.get(len(play.outs), "")
    if kind == "fielders_choice":
        return f"FC {fielders}{multiple}".rstrip()
    if kind == "sacrifice":
        return f"SH {fielders}{multiple}".rstrip()
    if kind in _CAUGHT:
        letter = "SF" if kind in ("flyout", "lineout") and play.scored and play.to[BATTER] == OUT else _CAUGHT[kind]
        return f"{letter}{fielders}{multiple}"
    return f"{fielders}U{multiple}" if "-" not in fielders and fielders else f"{fielders}{multiple}"


def _fielders_in_order(play: Play) -> Iterator[str]:
    """Yield the positions that handled the ball. A fielder who throws for the next out isn't repeated."""
    last = ""
    for _, chain in out_chains(play):
        for position in chain:
            if position != last:
                yield position
            last = position


def _dashed(chain: Iterable[str]) -> str:
    return "-".join(str(_NUMBERS[position]) for position in chain)
