"""The fourteen tables as the rules read them."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from rules_engine.systems.pine_tar.cards.cards import Grade, Opportunity, Speed

INFIELD: Final = "infield"
RUNNER_ON_FIRST, NO_RUNNER_ON_FIRST, LOADED = "go_runner_on_1st", "go_no_runner_on_1st", "go_bases_loaded"
GDP, FC_HOLDS, FC_ADVANCES, FORCE_HOME = "GDP", "FC R3H", "FC R3A", "GO-2"
LEAD_OUT, OUT_HOLD, OUT_ADVANCE = "LR Out", "PO-3 RH", "PO-3 RA"


class BuntRows(NamedTuple):
    """How each outcome of a bunt is scored, and who throws the ball away."""

    success_even: str
    success_odd: str
    success_doubled: str
    error_fielder: str
    fail_even: str
    fail_odd: str
    fail_doubled: str


class ErrorRow(NamedTuple):
    """The fielder, the bases of his error, and whether runners take one more with two outs."""

    fielder: str
    bases: int
    star: bool

    @property
    def written(self) -> str:
        return f"{self.bases}{'*' if self.star else ''}"


class StealRow(NamedTuple):
    """What an attempt costs and when it may be made. None is no limit; without points there is no attempt."""

    points: int | None
    points_extra_innings: int | None
    first_inning: int
    per_game: int | None
    per_series: int | None
    hit_and_run: bool


class DefenceRow(NamedTuple):
    """By the kind of hit who is checked, and what becomes of it: "GO" or "FO", or where it goes past him."""

    fielder: Mapping[str, str]
    success: str
    past: Mapping[str, str]  # by fielder


class NegativeDefence(NamedTuple):
    """The batter rolls, and the bases that runners take by the outs before."""

    rolls: frozenset[int]
    advance: tuple[int, int, int]


class HitAndRunRow(NamedTuple):
    """The line of the hit and run."""

    batter_roll: int
    batter_roll_max: int
    ground_out_white: int
    white_cap: int
    class_up_on_hit: bool


class InningsModifier(NamedTuple):
    """What a starter has allowed, and what it does to his maximum of innings."""

    counter: str  # "runs_allowed" or "hits_allowed"
    at_least: bool
    limit: int
    delta: int


Row = TypeVar("Row")


class ByRoll(tuple[Row, ...]):
    """The row of each roll from 0 on."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._last = [roll for roll in range(len(self)) if self[roll : roll + 1] != self[roll + 1 : roll + 2]]

    def at(self, roll: int) -> Row:
        """The roll is only compared with the last ones of the rows, so that odds count all rolls of a row at once."""
        return self[self._last[bisect_left(self._last, roll)]]


@dataclass(frozen=True, slots=True)
class Charts:
    """Every table. Those by roll have an entry for each of 0 to 99, those by a single die for each of 0 to 9."""

    hit_location: tuple[str, ...]
    base_advancement: Mapping[str, Mapping[Speed, int]]
    ground_outs: Mapping[str, Mapping[str, tuple[str, ...]]]
    tag: Mapping[str, Mapping[int, int]]  # outfielder -> base -> highest roll
    sacrifice: Mapping[int, BuntRows]  # by the occupied-bases int
    squeeze: BuntRows
    squeeze_adjust: int
    pitcher_modifier: Mapping[str, Mapping[Grade, str]]
    error: ByRoll[ErrorRow]
    steal_opportunity: Mapping[Opportunity, StealRow]
    positive_defence: ByRoll[DefenceRow]
    negative_defence: NegativeDefence
    hit_and_run: HitAndRunRow
    innings_modifiers: tuple[InningsModifier, ...]
    injury_length: Mapping[str, tuple[int, ...]]
    digests: Mapping[str, str]  # of each chart of a user's own that says other things than ours
