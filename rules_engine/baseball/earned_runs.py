"""Which runs are earned: a half-inning with a fault in it, played over without errors, passed balls and interference.

Beside the inning as it was runs the inning as it would have been (9.16): who reached by a fault is not in it and is an
out where an error cost one; the others stand where they would stand without the fault, the doubt being the pitcher's;
later plays move them on. A run is earned when he who scored it comes home there too, even if later than he did.
A relief pitcher has no benefit of outs missed before he came in (9.16i): his inning begins with what he found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.credits import caught
from rules_engine.baseball.plays import ABSENT, FAULTS, HIT_BASES, OUT, Play
from rules_engine.baseball.state import State, runner_from

_AT_LEAST: Final = {**HIT_BASES, "wild_pitch": 1, "balk": 1}  # what everyone on base is sure to move
_PUSHED_ONLY: Final = frozenset(("walk", "hit_by_pitch"))


@dataclass(slots=True)
class Run:
    """A run: where its player began on the play that scored it, his number in the half, and who answers for it."""

    start: int
    player: int
    pitcher: str
    earned: bool = False


@dataclass(slots=True)
class Errorless:
    """The half-inning without its faults. Players are numbered in the order in which they came up."""

    outs: int
    standing: dict[int, int]  # player -> base
    home: set[int] = field(default_factory=set)

    def after(self, play: Play, players: Sequence[int], outs_before: int) -> None:
        """Play on; `players` are those who began the play at the plate and on the bases, 0 for no one."""
        if self.outs >= 3:
            return
        in_step = self.outs == outs_before
        self._put_out(play, players)
        ends_both = in_step and outs_before + play.to.count(OUT) >= 3
        if self.outs < 3 or (ends_both and HOME in play.to):  # a run before the third out counts in both
            self._advance(play, players)
            self._push()

    def _put_out(self, play: Play, players: Sequence[int]) -> None:
        """Retire players, and also a batter saved by an error or by a runner who should not be on base."""
        drew_the_throw = False
        for start in play.outs or caught(play):
            if start == BATTER or self.standing.pop(players[start], None) is not None:
                self.outs += 1
            else:
                drew_the_throw = True
        reached = play.to[BATTER] not in (ABSENT, OUT)
        saved = play.kind == "error" or (play.kind == "fielders_choice" and drew_the_throw)
        if reached and saved:
            self.outs += 1
        elif reached and play.kind != "interference":
            self.standing[players[BATTER]] = 0

    def _advance(self, play: Play, players: Sequence[int]) -> None:
        given = sum(bases for _, bases in play.errors)
        least = _AT_LEAST.get(play.kind, 0)
        for player, base in self.standing.items():
            start = players.index(player) if player in players else -1
            if start == base and play.kind not in FAULTS and play.kind not in _PUSHED_ONLY:
                to = max(play.to[start] - given, base + least)
            else:
                to = base + least
            self.standing[player] = max(base, min(to, HOME))

    def _push(self) -> None:
        """The batter who reached has first base; no one stands on a base with, or ahead of, the player before him; who
        comes home is out of the way."""
        behind = 0
        for player in sorted(self.standing, reverse=True):
            behind = self.standing[player] = min(HOME, max(self.standing[player], behind + 1))
        for player in [player for player, base in self.standing.items() if base == HOME]:
            del self.standing[player]
            self.home.add(player)


@dataclass(slots=True)
class FaultyHalf:
    """A half-inning from its first fault on."""

    first: Errorless  # for those who have pitched by then
    on_base: list[int]  # who is really on first, second and third
    count: int
    pitchers: dict[str, Errorless] = field(default_factory=dict)  # each one's inning
    runs: list[Run] = field(default_factory=list)  # not earned so far
    waiting: list[tuple[State, Play]] = field(default_factory=list)  # plays not gone through yet

    def add(self, before: State, play: Play) -> tuple[tuple[Run, ...], list[Run]]:
        """The runs of this play, and those that prove earned by it, of this play and of earlier ones.

        Until someone scores the plays are only kept, for in most halves with a fault no one does.
        """
        self.waiting.append((before, play))
        if HOME not in play.to and not self.runs:
            return (), []
        scored = [self._play_on(*step) for step in self.waiting][-1]
        self.waiting.clear()
        return scored, self._proved()

    def _play_on(self, before: State, play: Play) -> tuple[Run, ...]:
        pitcher = before.fielding.pitcher
        if pitcher not in self.pitchers:
            standing = {player: base for base, player in enumerate(self.on_base, start=1) if player}
            self.pitchers[pitcher] = Errorless(before.outs, standing)
        if play.to[BATTER] != ABSENT:
            self.count += 1
        players = (self.count if play.to[BATTER] != ABSENT else 0, *self.on_base)
        for inning in {id(inning): inning for inning in (self.first, *self.pitchers.values())}.values():
            inning.after(play, players, before.outs)
        scored = tuple(Run(start, players[start], runner_from(before, start).pitcher) for start in play.scored)
        self.runs += scored
        self._move(play, players)
        return scored

    def _move(self, play: Play, players: Sequence[int]) -> None:
        self.on_base = [0, 0, 0]
        for start, base in enumerate(play.to):
            if 1 <= base <= 3:
                self.on_base[base - 1] = players[start]

    def _proved(self) -> list[Run]:
        proved = [run for run in self.runs if run.player in self.pitchers.get(run.pitcher, self.first).home]
        for run in proved:
            run.earned = True
            self.runs.remove(run)
        return proved


def faulty_half(before: State, *, put_on_second: bool = False) -> FaultyHalf:
    """The half-inning as it stands before its first fault; 7.01b: the runner put on second counts as one by error."""
    on_base = [3 - place if runner else 0 for place, runner in enumerate(before.bases)]  # the lead runner is the oldest
    standing = {
        player: base for base, player in enumerate(on_base, start=1) if player and not (put_on_second and base == 2)
    }
    first = Errorless(before.outs, standing)
    return FaultyHalf(first, on_base, 3, {before.fielding.pitcher: first})
