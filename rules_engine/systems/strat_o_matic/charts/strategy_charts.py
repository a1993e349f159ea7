"""The charts for bunts and the hit and run, with a result for each rating and dice sum (7.2, 18, 19)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)

UNRATED: Final = "all"  # Basic has one row for every batter
TOTALS: Final = range(2, 13)
_ON_BUNTS: Final = ("hit", "lead_out", "double_play", "popout", "popout_double_play", "strikeout", "1AND2")
_BY_FIELDER: Final = tuple(f"range({position})" for position in ("p", "c", "1b", "3b"))
SACRIFICE_RESULTS: Final = ("sacrifice", *_ON_BUNTS, "speed", *_BY_FIELDER)
SQUEEZE_RESULTS: Final = ("sacrifice", *_ON_BUNTS, "speed", *_BY_FIELDER, "batter_misses_pitch")
HIT_AND_RUN_RESULTS: Final = (
    "single",
    "double",
    "groundout",
    "flyout",
    "popout",
    "strikeout",
    "lomax",
    "foul",
    "batter_misses_pitch",
    "pitchers_card",
)
BUNT_RATINGS: Final = ("A", "B", "C", "D", "E")
HIT_AND_RUN_RATINGS: Final = ("A", "B", "C", "D")

Column = tuple[str, ...]  # the results for the sums 2..12


@dataclass(frozen=True, slots=True)
class StrategyChart:
    """The columns of results by rating, or under "all" in a chart without ratings.

    The last two fields apply to the results "speed" and "range(..)". Charts without these results leave them empty.
    """

    sacrifice: Mapping[str, Column]
    squeeze: Mapping[str, Column]
    hit_and_run: Mapping[str, Column]
    speed_less: int = 0  # The batter is safe on a d20 up to his running rating minus this.
    lead_safe_by_range: tuple[int, ...] = ()  # by fielder's range: the lead runner is safe on a d20 up to this


@cached_per_chart_set
def load_strategy_chart(chart: ChartSource) -> StrategyChart:
    """Load and check a strategy chart. Raise ChartError if it is invalid."""
    file = read_chart(chart)
    has_fielding = "fielding" in file.rows
    tables = ("sacrifice", "squeeze", "hit_and_run")
    file.require_rows(*tables, *(["fielding"] if has_fielding else []))
    sacrifice = _columns(file.table("sacrifice"), BUNT_RATINGS, SACRIFICE_RESULTS)
    squeeze = _columns(file.table("squeeze"), BUNT_RATINGS, SQUEEZE_RESULTS)
    hit_and_run = _columns(file.table("hit_and_run"), HIT_AND_RUN_RATINGS, HIT_AND_RUN_RESULTS)
    columns = [*sacrifice.values(), *squeeze.values()]
    results = {result for column in columns for result in column}
    if not has_fielding and not results & {"speed", *_BY_FIELDER}:
        return StrategyChart(sacrifice, squeeze, hit_and_run)
    return StrategyChart(sacrifice, squeeze, hit_and_run, *_fielding(file.table("fielding")))


def _fielding(table: ChartTable) -> tuple[int, tuple[int, ...]]:
    table.require_rows("speed_less", "lead_safe_by_range")
    return table.number("speed_less", 0, 20), table.numbers("lead_safe_by_range", 5, 0, 20)


def _columns(rows: ChartTable, ratings: tuple[str, ...], results: tuple[str, ...]) -> Mapping[str, Column]:
    names = (UNRATED,) if UNRATED in rows.rows else ratings
    rows.require_rows(*names)
    return {name: rows.words(name, len(TOTALS), results) for name in names}


def read_column(columns: Mapping[str, Column], rating: str, total: int) -> str:
    """Return the result for a rating and the sum of the colored dice, 2..12."""
    return columns[UNRATED if UNRATED in columns else rating][total - TOTALS[0]]
