"""Earned runs: replay a half-inning without its errors, passed balls and interference (9.16).

A reconstructed inning runs alongside the actual one. Players who reached on a fault aren't in it, and count as outs if
an error cost an out. The others are on the bases they would occupy without the fault, and the pitcher gets the benefit
of the doubt. Later plays advance them. A run is earned if its player also scores there, even on a later play. A
reliever gets no benefit from outs missed before he entered (9.16i), so his inning starts with the situation he
inherited.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.credits import caught
from rules_engine.baseball.plays import ABSENT, FAULTS, HIT_BASES, OUT, Play
from rules_engine.baseball.state import State, runner_from

_SURE_BASES: Final = {**HIT_BASES, "wild_pitch": 1, "balk": 1}  # bases that every runner is sure to advance
_FORCES_ONLY: Final = frozenset(("walk", "hit_by_pitch"))


@dataclass(slots=True)
class Run:
    """A run: the player's base before the scoring play, his number in the half-inning and the responsible pitcher."""

    start: int
    player: int
    pitcher: str
    earned: bool = False


@dataclass(slots=True)
class ReconstructedInning:
    """A half-inning without its faults. Players are numbered in order of their plate appearances."""

    outs: int
    standing: dict[int, int]  # player -> base
    home: set[int] = field(default_factory=set)

    def after(self, play: Play, players: Sequence[int], outs_before: int) -> None:
        """Apply a play. `players` are the batter and the runners before it, with 0 for an empty base."""
        if self.outs >= 3:
            return
        in_step = self.outs == outs_before
        self._put_out(play, players)
        ends_both_innings = in_step and outs_before + play.to.count(OUT) >= 3
        if self.outs < 3 or (ends_both_innings and HOME in play.to):  # a run before the third out counts in both
            self._advance(play, players)
            self._push()

    def _put_out(self, play: Play, players: Sequence[int]) -> None:
        """Retire players, including a batter saved by an error or by a runner who shouldn't be on base."""
        is_out_on_extra_runner = False
        for start in play.outs or caught(play):
            if start == BATTER or self.standing.pop(players[start], None) is not None:
                self.outs += 1
            else:
                is_out_on_extra_runner = True
        reached = play.to[BATTER] not in (ABSENT, OUT)
        was_saved = play.kind == "error" or (play.kind == "fielders_choice" and is_out_on_extra_runner)
        if reached and was_saved:
            self.outs += 1
        elif reached and play.kind != "interference":
            self.standing[players[BATTER]] = 0

    def _advance(self, play: Play, players: Sequence[int]) -> None:
        extra_bases = sum(bases for _, bases in play.errors)
        sure_bases = _SURE_BASES.get(play.kind, 0)
        for player, base in self.standing.items():
            start = players.index(player) if player in players else -1
            if start == base and play.kind not in FAULTS and play.kind not in _FORCES_ONLY:
                new_base = max(play.to[start] - extra_bases, base + sure_bases)
            else:
                new_base = base + sure_bases
            self.standing[player] = max(base, min(new_base, HOME))

    def _push(self) -> None:
        """Put the batter on first and advance forced runners. Players who score leave the bases."""
        base_behind = 0
        for player in sorted(self.standing, reverse=True):
            base_behind = self.standing[player] = min(HOME, max(self.standing[player], base_behind + 1))
        for player in [player for player, base in self.standing.items() if base == HOME]:
            del self.standing[player]
            self.home.add(player)


@dataclass(slots=True)
class FaultyHalf:
    """A half-inning from its first fault on."""

    first: ReconstructedInning  # for pitchers in the game before the first fault
    on_base: list[int]  # the actual runners on first, second and third
    count: int
    pitchers: dict[str, ReconstructedInning] = field(default_factory=dict)  # each pitcher's reconstructed inning
    runs: list[Run] = field(default_factory=list)  # runs not yet earned
    waiting: list[tuple[State, Play]] = field(default_factory=list)  # plays not yet applied

    def add(self, before: State, play: Play) -> tuple[tuple[Run, ...], list[Run]]:
        """Return this play's runs and all runs that it makes earned.

        Plays are stored until someone scores, because most half-innings with a fault have no runs.
        """
        self.waiting.append((before, play))
        if HOME not in play.to and not self.runs:
            return (), []
        scored = [self._apply(*step) for step in self.waiting][-1]
        self.waiting.clear()
        return scored, self._prove_earned()

    def _apply(self, before: State, play: Play) -> tuple[Run, ...]:
        pitcher = before.fielding.pitcher
        if pitcher not in self.pitchers:
            runners = {player: base for base, player in enumerate(self.on_base, start=1) if player}
            self.pitchers[pitcher] = ReconstructedInning(before.outs, runners)
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

    def _prove_earned(self) -> list[Run]:
        earned_runs = [run for run in self.runs if run.player in self.pitchers.get(run.pitcher, self.first).home]
        for run in earned_runs:
            run.earned = True
            self.runs.remove(run)
        return earned_runs


def faulty_half(before: State, *, put_on_second: bool = False) -> FaultyHalf:
    """7.01b: Return the half-inning before its first fault.

    A runner placed on second counts as reaching on an error.
    """
    on_base = [3 - place if runner else 0 for place, runner in enumerate(before.bases)]  # the lead runner batted first
    standing = {
        player: base for base, player in enumerate(on_base, start=1) if player and not (put_on_second and base == 2)
    }
    first = ReconstructedInning(before.outs, standing)
    return FaultyHalf(first, on_base, 3, {before.fielding.pitcher: first})
