"""The fourteen charts as the rules read them."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from rules_engine.systems.pine_tar.cards.cards import Grade, Opportunity, Speed

INFIELD: Final = "infield"
RUNNER_ON_FIRST, NO_RUNNER_ON_FIRST, LOADED = "go_runner_on_1st", "go_no_runner_on_1st", "go_bases_loaded"
GDP, FC_HOLDS, FC_ADVANCES, FORCE_HOME = "GDP", "FC R3H", "FC R3A", "GO-2"
LEAD_OUT, OUT_HOLD, OUT_ADVANCE = "LR Out", "PO-3 RH", "PO-3 RA"


class BuntRows(NamedTuple):
    """Scoring for each bunt result, and the fielder charged with an error."""

    success_even: str
    success_odd: str
    success_doubled: str
    error_fielder: str
    fail_even: str
    fail_odd: str
    fail_doubled: str


class ErrorRow(NamedTuple):
    """The fielder, the bases on his error, and a star for one more base with two outs."""

    fielder: str
    bases: int
    star: bool

    @property
    def written(self) -> str:
        return f"{self.bases}{'*' if self.star else ''}"


class StealRow(NamedTuple):
    """Cost and limits for steal attempts. None means no limit, but None for points forbids attempts."""

    points: int | None
    points_extra_innings: int | None
    first_inning: int
    per_game: int | None
    per_series: int | None
    hit_and_run: bool


class RangeRow(NamedTuple):
    """Fielder checked by kind of hit, the out ("GO" or "FO"), and the location past him."""

    fielder: Mapping[str, str]
    success: str
    past: Mapping[str, str]  # by fielder


class NegativeRange(NamedTuple):
    """The negative-range rule's batter rolls, and runners' bases by outs."""

    rolls: frozenset[int]
    advance: tuple[int, int, int]


class HitAndRunRow(NamedTuple):
    """Adjustments for the hit-and-run."""

    batter_roll: int
    batter_roll_max: int
    ground_out_white: int
    white_cap: int
    class_up_on_hit: bool


class InningsModifier(NamedTuple):
    """A change in a starter's innings limit for runs or hits allowed."""

    counter: str  # "runs_allowed" or "hits_allowed"
    at_least: bool
    limit: int
    delta: int


Row = TypeVar("Row")


class RowsByRoll(tuple[Row, ...]):
    """The rows for rolls 0, 1, 2 and so on."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._last = [roll for roll in range(len(self)) if self[roll : roll + 1] != self[roll + 1 : roll + 2]]

    def at(self, roll: int) -> Row:
        """Return the row for a roll. Only row ends are compared, so that odds can group rolls."""
        return self[self._last[bisect_left(self._last, roll)]]


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts. Charts by roll have 100 entries, charts by a single die have 10."""

    hit_location: tuple[str, ...]
    base_advancement: Mapping[str, Mapping[Speed, int]]
    ground_outs: Mapping[str, Mapping[str, tuple[str, ...]]]
    tag: Mapping[str, Mapping[int, int]]  # outfielder -> base -> highest roll
    sacrifice: Mapping[int, BuntRows]  # by occupied bases
    squeeze: BuntRows
    squeeze_adjust: int
    pitcher_modifier: Mapping[str, Mapping[Grade, str]]
    error: RowsByRoll[ErrorRow]
    steal_opportunity: Mapping[Opportunity, StealRow]
    positive_range: RowsByRoll[RangeRow]
    negative_range: NegativeRange
    hit_and_run: HitAndRunRow
    innings_modifiers: tuple[InningsModifier, ...]
    injury_length: Mapping[str, tuple[int, ...]]
    digests: Mapping[str, str]  # for user charts that differ from the standard ones
    files: Mapping[str, Mapping[str, Any]]  # all charts by name, as in their files
