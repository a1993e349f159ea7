"""A finished game as Retrosheet event text, which every baseball program can read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.box_score import HIT_BASES, box_score, runs_batted_in
from rules_engine.baseball.credits import out_chains
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import POSITIONS, Side, State

NUMBERS = {position: number for number, position in enumerate(POSITIONS, start=1)}
PINCH_HITTER, PINCH_RUNNER, DESIGNATED_HITTER = 11, 12, 10
_BASES = {1: "1", 2: "2", 3: "3", HOME: "H"}
_HITS = {"single": "S", "double": "D", "triple": "T"}
_BARE = {
    "homerun": "HR",
    "hit_by_pitch": "HP",
    "strikeout": "K",
    "interference": "C/E2",
    "wild_pitch": "WP",
    "passed_ball": "PB",
    "balk": "BK",
    "no_play": "NP",
}
_HOW_OUT = {"groundout": "G", "flyout": "F", "lineout": "L", "popout": "P", "foulout": "FL", "sacrifice": "SH"}


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the head of the file says. Teams are three letters, the date YYYY/MM/DD, a lone game number 0."""

    away: str
    home: str
    date: str
    number: int = 0

    @property
    def game_id(self) -> str:
        return f"{self.home}{self.date.replace('/', '')}{self.number}"


def event_file(log: GameLog, info: GameInfo, names: Mapping[str, str]) -> str:
    """The whole game, one record a line. `names` is player -> name as written; a player without one keeps his id."""
    return "\n".join(_Writer(log, info, names).records()) + "\n"


@dataclass(slots=True)
class _Writer:
    log: GameLog
    info: GameInfo
    names: Mapping[str, str]
    placed: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    halves: int = 1  # half-innings begun so far

    def records(self) -> Iterator[str]:
        yield f"id,{self.info.game_id}"
        yield "version,2"
        yield from self._information()
        for team in (0, 1):
            yield from self._starters(team, self.log.start.sides[team])
        for before, event in self.log.in_force():
            if isinstance(event, PlayMade):
                yield from self._changes(before)
                half = int(before.bottom)
                yield f"play,{before.inning},{half},{before.batting.batter},??,,{event_text(event.play)}"
        yield from self._earned_runs()

    def _information(self) -> Iterator[str]:
        start = self.log.start
        yield f"info,visteam,{self.info.away}"
        yield f"info,hometeam,{self.info.home}"
        yield f"info,date,{self.info.date}"
        yield f"info,number,{self.info.number}"
        yield f"info,usedh,{str(any(side.pitcher not in side.order for side in start.sides)).lower()}"

    def _starters(self, team: int, side: Side) -> Iterator[str]:
        for slot, player in enumerate(side.order, start=1):
            yield self._man("start", team, player, slot, _position(side, player) or DESIGNATED_HITTER)
        if side.pitcher not in side.order:
            yield self._man("start", team, side.pitcher, 0, 1)

    def _man(self, record: str, team: int, player: str, slot: int, position: int) -> str:
        self.placed[team][player] = position
        return f'{record},{player},"{self.names.get(player, player)}",{team},{slot},{position}'

    def _changes(self, state: State) -> Iterator[str]:
        """Men who stand elsewhere than the file has them: fielders first, then who came in to bat or run."""
        fielding, batting = int(not state.bottom), int(state.bottom)
        side = state.sides[fielding]
        for position, player in zip(POSITIONS, side.field, strict=True):
            if self.placed[fielding].get(player) != NUMBERS[position]:
                place = side.order.index(player) + 1 if player in side.order else 0
                yield self._man("sub", fielding, player, place, NUMBERS[position])
        side = state.sides[batting]
        on_base = [runner.player for runner in state.bases if runner]
        for slot, player in enumerate(side.order, start=1):
            if player not in self.placed[batting] and (player == side.batter or player in on_base):
                role = PINCH_HITTER if player == side.batter else PINCH_RUNNER
                yield self._man("sub", batting, player, slot, role)
        if len(state.halves) > self.halves:
            self.halves = len(state.halves)
            if on_base:  # an extra inning that began with a runner on second
                yield f"radj,{on_base[0]},2"

    def _earned_runs(self) -> Iterator[str]:
        for team in box_score(self.log.in_force()).teams:
            for line in team.pitching.values():
                yield f"data,er,{line.player},{line.earned_runs}"


def _position(side: Side, player: str) -> int:
    return NUMBERS.get(side.position_of(player), 0)


def event_text(play: Play) -> str:
    """One play in Retrosheet's notation: what happened, then every runner who moved or was put out."""
    chains = dict(out_chains(play))
    advances = [*_runner_advances(play, chains), *_batter_advance(play)]
    return _basic(play, chains) + (f".{';'.join(advances)}" if advances else "")


def _basic(play: Play, chains: Mapping[int, tuple[str, ...]]) -> str:
    kind, fielder = play.kind, NUMBERS.get(play.fielder, 0)
    if kind in _HITS:
        return f"{_HITS[kind]}{fielder or 8}"
    if kind == "walk":
        return "IW" if play.code == "intentional" else "W"
    if kind in _BARE:
        return _BARE[kind]
    if kind == "error":
        return f"E{fielder or 1}"
    if kind == "fielders_choice":
        return f"FC{fielder or 1}"
    if kind == "stolen_base":
        return ";".join(f"SB{_BASES[start + 1]}" for start in (3, 2, 1) if play.to[start] > start)
    if kind in ("caught_stealing", "pickoff"):
        return _caught(play, chains)
    how = "SF" if kind == "flyout" and play.scored else _HOW_OUT[kind]
    return f"{_digits(chains[BATTER])}/{how}"


def _caught(play: Play, chains: Mapping[int, tuple[str, ...]]) -> str:
    [start] = play.outs
    if play.kind == "pickoff":
        return f"PO{start}({_digits(chains[start])})"
    return f"CS{_BASES[start + 1]}({_digits(chains[start])})"


def _runner_advances(play: Play, chains: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    told = play.outs if play.kind in ("caught_stealing", "pickoff") else ()
    error = next((f"(E{NUMBERS[position]})" for position, _ in play.errors), "") if play.kind == "stolen_base" else ""
    batted_in = _batted_in(play)
    for start in (3, 2, 1):
        to = play.to[start]
        if to == OUT and start not in told:
            # a man doubled off is out at his own base, everyone else at the next
            where = start if play.kind == "lineout" else start + 1
            yield f"{start}X{_BASES[where]}({_digits(chains[start])})"
        elif to not in (OUT, ABSENT, start):
            yield f"{start}-{_BASES[to]}{error if to > start + 1 else ''}{batted_in if to == HOME else ''}"


def _batted_in(play: Play) -> str:
    """9.04, said where a reader could take it otherwise: no run batted in, or one although there was an error."""
    if play.to[BATTER] == ABSENT or not play.scored:
        return ""
    if not runs_batted_in(play):
        return "(NR)"
    return "(RBI)" if play.errors else ""


def _batter_advance(play: Play) -> Iterator[str]:
    """Where he ended when that is not where the event itself puts him."""
    to, expected = play.to[BATTER], HIT_BASES.get(play.kind, 1)
    if to == OUT and play.kind in _HITS:
        yield f"BX{_BASES[expected + 1]}({_digits(_batter_chain(play))})"
    elif to > expected or (to > 0 and play.kind in _HITS and play.errors):
        error = f"(E{NUMBERS[play.errors[0].position]})" if play.errors and play.kind in HIT_BASES else ""
        yield f"B-{_BASES[to]}{error}"


def _batter_chain(play: Play) -> tuple[str, ...]:
    return dict(out_chains(play))[BATTER]


def _digits(chain: tuple[str, ...]) -> str:
    return "".join(str(NUMBERS[position]) for position in chain)
