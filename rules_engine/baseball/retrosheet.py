"""Export a finished game as Retrosheet event text, a standard format for baseball software."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.box_score import BoxScore
from rules_engine.baseball.credits import Chain, base_of_out, caught, out_chains, stole
from rules_engine.baseball.earned_runs import Run
from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, HIT_BASES, OUT, Play
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.tallies import runs_batted_in

NUMBERS = {position: number for number, position in enumerate(POSITIONS, start=1)}
PINCH_HITTER, PINCH_RUNNER, DESIGNATED_HITTER = 11, 12, 10
_BASES = {1: "1", 2: "2", 3: "3", HOME: "H"}
_HITS = {"single": "S", "double": "D", "triple": "T"}
_FIXED_EVENTS = {
    "homerun": "HR",
    "hit_by_pitch": "HP",
    "strikeout": "K",
    "interference": "C/E2",
    "wild_pitch": "WP",
    "passed_ball": "PB",
    "balk": "BK",
    "no_play": "NP",
}
_OUT_TYPES = {"groundout": "G", "flyout": "F", "lineout": "L", "popout": "P", "foulout": "P/FL", "sacrifice": "SH"}
_MULTIPLE_OUT_TYPES = {  # by kind of play: two outs, three outs
    "groundout": ("GDP", "GTP"),
    "fielders_choice": ("GDP", "GTP"),
    "lineout": ("LDP", "LTP"),
    "flyout": ("F/DP", "F/TP"),
    "popout": ("P/DP", "P/TP"),
    "foulout": ("P/FL/DP", "P/FL/TP"),
}
_BUNT_DOUBLE_PLAYS = {"double_play": "BGDP", "popout_double_play": "BPDP"}  # by the bunt's play code


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The file's header. Teams have three-letter codes, the date is YYYY/MM/DD, and a single game has number 0."""

    away: str
    home: str
    date: str
    number: int = 0

    @property
    def game_id(self) -> str:
        return f"{self.home}{self.date.replace('/', '')}{self.number}"


def team_codes(away: str, home: str) -> tuple[str, str]:
    """Return three capital letters per team: its abbreviation or the first letters of its name."""
    away_code, home_code = (_capital_letters(name)[:3].ljust(3, "X") for name in (away, home))
    if away_code == home_code:
        away_code, home_code = (
            f"{_capital_letters(name)[:2].ljust(2, 'X')}{mark}" for name, mark in ((away, "A"), (home, "H"))
        )
    return away_code, home_code


def _capital_letters(name: str) -> str:
    return "".join(letter for letter in name.upper() if "A" <= letter <= "Z")


def event_file(log: GameLog, info: GameInfo, names: Mapping[str, str]) -> str:
    """Return the whole game, one record per line.

    `names` maps players to names. Players without a name keep their ID.
    """
    return "\n".join(_EventWriter(log, info, names).records()) + "\n"


@dataclass(slots=True)
class _EventWriter:
    log: GameLog
    info: GameInfo
    names: Mapping[str, str]
    placed: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    slots: dict[str, int] = field(default_factory=dict)  # by player; 0 for a pitcher who doesn't bat
    halves: int = 1  # half-innings started so far
    box: BoxScore = field(default_factory=BoxScore)

    def records(self) -> Iterator[str]:
        yield f"id,{self.info.game_id}"
        yield "version,2"
        yield from self._information()
        for team in (0, 1):
            yield from self._starters(team, self.log.start.sides[team])
        for before, event, runs in self._events_with_runs():
            if isinstance(event, PlayMade):
                yield from self._changes(before)
                text = event_text(event.play, [run.start for run in runs if not run.earned])
                yield f"play,{before.inning},{int(before.bottom)},{before.batting.batter},??,,{text}"
        yield from self._earned_runs()

    def _events_with_runs(self) -> list[tuple[State, Event, tuple[Run, ...]]]:
        """Return each event with its unearned runs.

        This needs the whole game, because a later play may make a run earned.
        """
        history = []
        for before, event in self.log.in_force():
            self.box.add(before, event)
            history.append((before, event, self.box.runs))
        return history

    def _information(self) -> Iterator[str]:
        start = self.log.start
        yield f"info,visteam,{self.info.away}"
        yield f"info,hometeam,{self.info.home}"
        yield f"info,date,{self.info.date}"
        yield f"info,number,{self.info.number}"
        yield f"info,usedh,{str(any(side.pitcher not in side.order for side in start.sides)).lower()}"

    def _starters(self, team: int, side: Side) -> Iterator[str]:
        for slot, player in enumerate(side.order, start=1):
            yield self._player_record("start", team, player, slot, _position(side, player) or DESIGNATED_HITTER)
        if side.pitcher not in side.order:
            yield self._player_record("start", team, side.pitcher, 0, 1)

    def _player_record(self, record: str, team: int, player: str, slot: int, position: int) -> str:
        self.placed[team][player], self.slots[player] = position, slot
        return f'{record},{player},"{self.names.get(player, player)}",{team},{slot},{position}'

    def _changes(self, state: State) -> Iterator[str]:
        """Yield players who have moved since the last record: fielders first, then pinch hitters and pinch runners."""
        fielding, batting = int(not state.bottom), int(state.bottom)
        side = state.sides[fielding]
        for position, player in zip(POSITIONS, side.field, strict=True):
            place = side.order.index(player) + 1 if player in side.order else 0
            if (self.placed[fielding].get(player), self.slots.get(player)) != (NUMBERS[position], place):
                yield self._player_record("sub", fielding, player, place, NUMBERS[position])
        side = state.sides[batting]
        on_base = [runner.player for runner in state.bases if runner]
        for slot, player in enumerate(side.order, start=1):
            if player not in self.placed[batting] and (player == side.batter or player in on_base):
                role = PINCH_HITTER if player == side.batter else PINCH_RUNNER
                yield self._player_record("sub", batting, player, slot, role)
        if len(state.halves) > self.halves:
            self.halves = len(state.halves)
            if on_base:  # an extra inning that began with a runner on second
                yield f"radj,{on_base[0]},2"

    def _earned_runs(self) -> Iterator[str]:
        for team in self.box.teams:
            for line in team.pitching.values():
                yield f"data,er,{line.player},{line.earned_runs}"


def _position(side: Side, player: str) -> int:
    return NUMBERS.get(side.position_of(player), 0)


def event_text(play: Play, unearned: Collection[int] = ()) -> str:
    """Return a play in Retrosheet notation: the event, then every runner who moved or was out.

    `unearned` has the starting bases (0 for the batter) of runners whose runs on this play are unearned.
    """
    chains = dict(out_chains(play))
    advances = [*_runner_advances(play, chains, unearned), *_batter_advance(play, unearned)]
    return _basic(play, chains) + (f".{';'.join(advances)}" if advances else "")


def _basic(play: Play, chains: Mapping[int, Chain]) -> str:
    kind, fielder = play.kind, NUMBERS.get(play.fielder, 0)
    if kind in _HITS:
        return f"{_HITS[kind]}1/BG" if play.code == "hit" else f"{_HITS[kind]}{fielder or 8}"
    if kind == "walk":
        return "IW" if play.code == "intentional" else "W"
    if kind in _FIXED_EVENTS:
        return _FIXED_EVENTS[kind]
    if kind == "error":
        return f"E{fielder or 1}"
    if _names_each_out(play):
        return _out_by_out(chains) + f"/{_multiple_out_type(play)}"
    if kind == "fielders_choice":
        return f"FC{fielder or 1}"
    if kind == "stolen_base":
        return ";".join(f"SB{_BASES[start + 1]}" for start in stole(play))
    if kind in ("caught_stealing", "pickoff"):
        return _caught_text(play, chains)
    out_type = _multiple_out_type(play) if len(play.outs) > 1 else _OUT_TYPES[kind]
    if kind in ("flyout", "lineout") and play.scored:
        out_type = "SF" if len(play.outs) == 1 else f"SF/{out_type}"
    return f"{_digits(chains[BATTER])}/{out_type}"


def _names_each_out(play: Play) -> bool:
    """Return whether outs are listed individually: grounders and liners (64(1)3/GDP, 4(B)3(1)/LDP), but not flies."""
    return len(play.outs) > 1 and play.kind in ("groundout", "fielders_choice", "lineout")


def _multiple_out_type(play: Play) -> str:
    if play.code in _BUNT_DOUBLE_PLAYS:
        return _BUNT_DOUBLE_PLAYS[play.code]
    return _MULTIPLE_OUT_TYPES[play.kind][len(play.outs) - 2]


def _out_by_out(chains: Mapping[int, Chain]) -> str:
    """Return each out with the runner's base. A fielder who throws for the next out isn't repeated."""
    outs, holder = [], ""
    for number, (start, chain) in enumerate(chains.items(), start=1):
        fielders = chain[1:] if len(chain) > 1 and chain[0] == holder else chain
        is_last = start == BATTER and number == len(chains)
        outs.append(_digits(fielders) + ("" if is_last else f"({start or 'B'})"))
        holder = chain[-1]
    return "".join(outs)


def _caught_text(play: Play, chains: Mapping[int, Chain]) -> str:
    """Return the notation for a runner caught stealing, even if he is safe on an error: CS2(E2)."""
    [start] = play.outs or caught(play)
    if play.kind == "pickoff":
        return f"PO{start}({_digits(chains[start])})"
    fielders = _digits(chains[start]) if start in chains else f"E{NUMBERS[play.errors[0].position]}"
    return f"CS{_BASES[start + 1]}({fielders})"


def _runner_advances(play: Play, chains: Mapping[int, Chain], unearned: Collection[int]) -> Iterator[str]:
    outs_in_event = play.outs if play.kind in ("caught_stealing", "pickoff") or _names_each_out(play) else ()
    error = f"(E{NUMBERS[play.errors[0].position]})" if play.kind == "stolen_base" and play.errors else ""
    batted_in = _batted_in(play)
    for start in (3, 2, 1):
        end_base = play.to[start]
        if end_base == OUT and start not in outs_in_event:
            yield f"{start}X{_BASES[base_of_out(play, start)]}({_digits(chains[start])})"
        elif end_base not in (OUT, ABSENT, start):
            run_note = batted_in + _unearned(start, unearned) if end_base == HOME else ""
            error_note = error if end_base > start + (start in stole(play)) else ""
            error = "" if error_note else error  # an error appears once, with the lead runner
            yield f"{start}-{_BASES[end_base]}{error_note}{run_note}"


def _unearned(start: int, unearned: Collection[int]) -> str:
    return "(UR)" if start in unearned else ""


def _batted_in(play: Play) -> str:
    """9.04: Return a note if the RBI isn't obvious: none on this play, or one despite an error."""
    if play.to[BATTER] == ABSENT or not play.scored:
        return ""
    if not runs_batted_in(play):
        return "(NR)"
    return "(RBI)" if play.errors else ""


def _batter_advance(play: Play, unearned: Collection[int]) -> Iterator[str]:
    """Yield the batter's final base if the event alone doesn't imply it."""
    end_base, usual_base = play.to[BATTER], HIT_BASES.get(play.kind, 1)
    if end_base == OUT and play.kind in _HITS:
        yield f"BX{_BASES[base_of_out(play, BATTER)]}({_digits(_batter_chain(play))})"
    elif end_base > usual_base or _needs_advance(play, unearned):
        error = f"(E{NUMBERS[play.errors[0].position]})" if play.errors and play.kind in HIT_BASES else ""
        yield f"B-{_BASES[end_base]}{error}{_unearned(BATTER, unearned) if end_base == HOME else ''}"


def _needs_advance(play: Play, unearned: Collection[int]) -> bool:
    """Return whether the batter's base must be written even though the event implies it."""
    if play.to[BATTER] <= 0:
        return False
    return (play.kind in _HITS and bool(play.errors)) or BATTER in unearned or _names_each_out(play)


def _batter_chain(play: Play) -> Chain:
    return dict(out_chains(play))[BATTER]


def _digits(chain: Chain) -> str:
    return "".join(str(NUMBERS[position]) for position in chain)
