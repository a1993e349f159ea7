"""The Super Advanced fielding chart: range symbols, error symbols and their results (16.42)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules_engine.systems.strat_o_matic.cards.reading import POSITIONS
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)
from rules_engine.systems.strat_o_matic.fielding.outcomes import Outcome, OutcomeError, parse_outcome

GROUPS = ("pitcher", "catcher", "infield", "outfield")
NO_ERROR = "none"
ERRORS = (NO_ERROR, "E1", "E2", "E3", "RP")
_GROUP_OF = {"p": "pitcher", "c": "catcher", "lf": "outfield", "cf": "outfield", "rf": "outfield"}
_ENTRY = re.compile(r"(E1|E2|E3|RP) (\d{1,2}(?:,\d{1,2})*)")


@dataclass(frozen=True, slots=True)
class FieldingChart:
    """The chart's range symbols, error symbols and outcomes.

    They are indexed as `ranges[group][d20 - 1][range - 1]`, `errors[position][e][total - 3]` and
    `symbols[group][symbol][error]`.
    """

    title: str
    ranges: Mapping[str, tuple[tuple[str, ...], ...]]
    errors: Mapping[str, tuple[tuple[str, ...], ...]]
    symbols: Mapping[str, Mapping[str, Mapping[str, Outcome]]]

    def range_symbol(self, position: str, rolled: int, fielder_range: int) -> str:
        return self.ranges[chart_group(position)][rolled - 1][fielder_range - 1]

    def error_symbol(self, position: str, e_rating: int, total: int) -> str:
        """Return none, E1, E2, E3 or RP; e ratings above the chart use its last row."""
        rows = self.errors[position]
        return rows[min(e_rating, len(rows) - 1)][total - 3]

    def outcome(self, position: str, symbol: str, error: str) -> Outcome:
        return self.symbols[chart_group(position)][symbol][error]

    def highest_e(self, position: str) -> int:
        return len(self.errors[position]) - 1


def chart_group(position: str) -> str:
    """Return the part of the chart for a position: pitcher, catcher, infield or outfield."""
    return _GROUP_OF.get(position, "infield")


@cached_per_chart_set
def load_fielding_chart(chart: ChartSource = "fielding_super") -> FieldingChart:
    """Load and check a chart by name or path. Raise ChartError if it is invalid."""
    rows = read_chart(chart)
    rows.require_rows("title", "range", "errors", "symbols")
    rows.table("errors").require_rows(*POSITIONS)
    rows.table("symbols").require_rows(*GROUPS)
    rows.table("range").require_rows(*GROUPS)
    errors = {position: _error_table(rows.table("errors").table(position)) for position in POSITIONS}
    symbols = {group: _symbols(rows.table("symbols").table(group), _made_by(group, errors)) for group in GROUPS}
    ranges = {group: _range_table(rows.table("range").table(group), symbols[group]) for group in GROUPS}
    return FieldingChart(rows.text("title"), ranges, errors, symbols)


def _range_table(table: ChartTable, symbols: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    numbers = [str(rolled) for rolled in range(1, 21)]
    table.require_rows(*numbers)
    allowed = [*symbols, *(f"{symbol}#" for symbol in symbols)]
    return tuple(table.words(number, 5, allowed) for number in numbers)


def _error_table(table: ChartTable) -> tuple[tuple[str, ...], ...]:
    ratings = [str(rating) for rating in range(max(1, len(table.rows)))]
    table.require_rows(*ratings)
    return tuple(_error_row(table, rating) for rating in ratings)


def _error_row(table: ChartTable, rating: str) -> tuple[str, ...]:
    row = [NO_ERROR] * 16
    for entry in filter(None, (part.strip() for part in table.text(rating).split(";"))):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise table.invalid(rating, f"“{entry}” is not like “E1 6,12”")
        for total in map(int, match[2].split(",")):
            if not 3 <= total <= 18 or row[total - 3] != NO_ERROR:
                raise table.invalid(rating, f"{total} is not a total of three dice, or is listed twice")
            row[total - 3] = match[1]
    return tuple(row)


def _made_by(group: str, errors: Mapping[str, tuple[tuple[str, ...], ...]]) -> set[str]:
    """Return the error symbols in the e rows for this group's fielders."""
    return {
        symbol for position in errors if chart_group(position) == group for row in errors[position] for symbol in row
    }


def _symbols(table: ChartTable, made: set[str]) -> Mapping[str, Mapping[str, Outcome]]:
    return {symbol: _outcomes(table.table(symbol), made) for symbol in table.rows}


def _outcomes(table: ChartTable, made: set[str]) -> Mapping[str, Outcome]:
    """Return the outcome for each error symbol of these fielders. An official chart may list more symbols."""
    listed = [error for error in ERRORS if error in made or error in table.rows]
    table.require_rows(*listed)
    outcomes = {}
    for error in listed:
        try:
            outcomes[error] = parse_outcome(table.text(error))
        except OutcomeError as exception:
            raise table.invalid(error, str(exception)) from None
    return outcomes
