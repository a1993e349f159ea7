"""The win probability during a game played with the engine: a line chart, its table, and the biggest plays.

The chances are computed when the game is entered and stored in its box (rules_engine/odds/win_chances.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Final

from core.line_chart import ChartLine, LineChart, line_chart
from core.tables import Align, Column, FilledTable, Place, TableDefinition
from games.models import Game

_NAMED: Final = 5  # number of biggest swings listed
_EVEN: Final = 0.5  # before the first pitch, when both sides count as equal


@dataclass(frozen=True, slots=True)
class ChanceSwing:
    """A play: the half-inning (counted from 0), the home team's chance before and after, and the team it helped."""

    half: int
    title: str
    before: float
    after: float
    score: tuple[int, int]
    helped: str

    @property
    def when(self) -> str:
        return f"{'Bottom' if self.half % 2 else 'Top'} {self.half // 2 + 1}"

    @property
    def points(self) -> float:
        """Return the change in percentage points."""
        return 100 * abs(self.after - self.before)

    @property
    def gained(self) -> str:
        return f"+{self.points:.0f}"

    @property
    def counted(self) -> str:
        return "\N{EN DASH}".join(map(str, self.score))


@dataclass(frozen=True, slots=True)
class HalfInning:
    """The last play of a half-inning, and the play that changed the chance most."""

    last: ChanceSwing
    greatest: ChanceSwing


@dataclass(frozen=True)
class WinChanceChart:
    """A game's win probability chart. `swings` lists every play in order and has at least one play."""

    home: str
    swings: Sequence[ChanceSwing]

    @cached_property
    def picture(self) -> LineChart:
        values = [100 * _EVEN, *(100 * swing.after for swing in self.swings)]
        levels = {100: "100", 50: "50", 0: "0"}
        return line_chart([ChartLine(self.home, values, "ahead")], self._innings(), levels, [50.0] * len(values))

    def _innings(self) -> list[str]:
        """Return inning numbers as labels at the start of each inning, below the chance before its first play."""
        half_starts = [0, *(swing.half // 2 + 1 for swing in self.swings)]
        return [str(now) if now != before else "" for before, now in pairwise(half_starts)] + [""]

    @property
    def greatest(self) -> FilledTable[ChanceSwing]:
        """Return the plays that changed the chance most, biggest first."""
        swings = sorted(self.swings, key=lambda swing: -swing.points)[:_NAMED]
        return SWINGS.filled(swings, caption="Biggest swings", label="Biggest swings")

    @property
    def by_half(self) -> FilledTable[HalfInning]:
        caption = f"{self.home} win probability by half-inning"
        halves = [list(plays) for _, plays in groupby(self.swings, key=lambda swing: swing.half)]
        rows = [HalfInning(plays[-1], max(plays, key=lambda swing: swing.points)) for plays in halves]
        return HALF_INNINGS.filled(rows, caption=caption, label=caption)


def read_win_chances(game: Game) -> WinChanceChart | None:
    """Return a game's chart, or None if the game has no recorded chances."""
    return win_chance_chart(game.box.get("chances", ()), game.away.name, game.home.name)


def win_chance_chart(plays: Sequence[dict[str, Any]], away: str, home: str) -> WinChanceChart | None:
    """Return the chart of plays that have `half`, `what`, `home` and `score`, or None without plays."""
    if not plays:
        return None
    chances = [_EVEN, *(play["home"] for play in plays)]
    swings = [
        ChanceSwing(
            play["half"],
            play["what"],
            before,
            play["home"],
            tuple(play["score"]),
            home if play["home"] >= before else away,
        )
        for play, before in zip(plays, chances, strict=False)
    ]
    return WinChanceChart(home, swings)


def percent(chance: float) -> str:
    """Format a chance as a percentage. 0 and 100 % are reserved for finished games."""
    if 0 < chance < 0.01:
        return "<1 %"
    if 0.99 < chance < 1:
        return ">99 %"
    return f"{100 * chance:.0f} %"


_LEFT = Align.LEFT

SWINGS: TableDefinition[ChanceSwing] = TableDefinition(
    "swings",
    (
        Column("when", "Inning", lambda swing: swing.when, Place.PAGE, _LEFT, names_row=True),
        Column("what", "Play", lambda swing: swing.title, Place.PAGE, _LEFT),
        # team and points share a column so that the table fits a 320-pixel phone
        Column("helped", "For", lambda swing: f"{swing.helped} {swing.gained}", Place.PAGE, _LEFT),
    ),
)
HALF_INNINGS: TableDefinition[HalfInning] = TableDefinition(
    "half_innings",
    (
        Column("when", "Inning", lambda half: half.last.when, Place.PAGE, _LEFT, names_row=True, tone="nowrap"),
        Column("score", "Score", lambda half: half.last.counted, Place.PAGE),
        Column(
            *("home", "Chance", lambda half: half.last.after, Place.PAGE), text=lambda half: percent(half.last.after)
        ),
        Column("what", "Biggest swing", lambda half: half.greatest.title, Place.PAGE, _LEFT),
        Column(
            *("points", "By", lambda half: half.greatest.points, Place.PAGE), text=lambda half: half.greatest.gained
        ),
    ),
)
