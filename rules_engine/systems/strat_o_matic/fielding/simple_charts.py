"""The Basic and Advanced fielding charts, and X chances on them (5.1, 16.2)."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play
from rules_engine.systems.strat_o_matic.cards.dice import TWO_DICE
from rules_engine.systems.strat_o_matic.cards.reading import POSITIONS
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)
from rules_engine.systems.strat_o_matic.fielding.outcomes import (
    SUPER_ADVANCED_CHART,
    Outcome,
    OutcomeError,
    parse_outcome,
)
from rules_engine.systems.strat_o_matic.fielding.x_chances import cell_for_white_die, error_row_index, resolve_outcome
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation

SECOND_ROLL = "e"
Cells = tuple[tuple[int, int, str], ...]  # (low, high) of the white die, outcome text
_NUMBERS = tuple(str(roll) for roll in range(1, 21))
_ENTRY = re.compile(r"(\d{1,2}) (.+)")
_SHARE = re.compile(r"(.+?) ([1-6])-([1-6])")


@dataclass(frozen=True, slots=True)
class BasicChart:
    """The chart's outcomes, as `cells[position][d20 - 1][rating - 1]`."""

    title: str
    cells: Mapping[str, tuple[tuple[Outcome, ...], ...]]


@dataclass(frozen=True, slots=True)
class AdvancedChart:
    """The chart's range and error sections.

    `ranges[position][d20 - 1][range - 1]` is a text or "e". `errors[position][e][colored sum - 2]` contains the cells.
    """

    title: str
    ranges: Mapping[str, tuple[tuple[str, ...], ...]]
    errors: Mapping[str, tuple[tuple[Cells, ...], ...]]

    def highest_e(self, position: str) -> int:
        return len(self.errors[position]) - 1


def resolve_basic_x(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, chart: BasicChart, position: str, battery: Battery
) -> Play:
    """5.1: resolve an X chance with a d20 roll against the fielder's rating."""
    rating = situation.fielder(position).range
    outcome = chart.cells[position][game_input.roll("range", 20) - 1][rating - 1]
    return _by("5.1", resolve_outcome(game_input, ruleset, situation, position, battery, outcome))


def resolve_advanced_x(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, chart: AdvancedChart, position: str, battery: Battery
) -> Play:
    """16.2: resolve an X chance with a d20 roll against the fielder's range.

    Some rolls also need the three dice and the e section.
    """
    fielder = situation.fielder(position)
    text = chart.ranges[position][game_input.roll("range", 20) - 1][fielder.range - 1]
    if text == SECOND_ROLL:
        row = error_row_index(ruleset, fielder.error, chart.highest_e(position))
        white = game_input.roll("error_white", 6)
        total = game_input.roll("error_1", 6) + game_input.roll("error_2", 6)
        text = cell_for_white_die(chart.errors[position][row][total - 2], white)
    return play_advanced_x(game_input, ruleset, situation, position, battery, text)


def play_advanced_x(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, position: str, battery: Battery, cell: str
) -> Play:
    """16.2: return the play for a chart cell."""
    return _by("16.2", resolve_outcome(game_input, ruleset, situation, position, battery, parse_outcome(cell)))


def advanced_x_ways(ruleset: Ruleset, chart: AdvancedChart, position: str, fielder: Fielder) -> Mapping[str, int]:
    """16.2: return each cell's number of ways out of 20 * 216 for this fielder."""
    texts = Counter(row[fielder.range - 1] for row in chart.ranges[position])
    second_rolls = texts.pop(SECOND_ROLL, 0)
    ways_by_cell = Counter({text: rolls * 216 for text, rolls in texts.items()})
    if second_rolls:
        cells_by_total = chart.errors[position][error_row_index(ruleset, fielder.error, chart.highest_e(position))]
        for total, ways in TWO_DICE.items():
            for white in range(1, 7):
                ways_by_cell[cell_for_white_die(cells_by_total[total - 2], white)] += second_rolls * ways
    return ways_by_cell


@cache
def _by(rule: str, play: Play) -> Play:
    """Return the play with the rule of its chart; groundballs and flies don't change their rule."""
    return replace(play, rule=rule) if play.rule == SUPER_ADVANCED_CHART else play


@cached_per_chart_set
def load_basic_chart(chart: ChartSource = "fielding_basic") -> BasicChart:
    """Load and check a chart by name or path. Raise ChartError if it is invalid."""
    rows = read_chart(chart)
    rows.require_rows("title", *POSITIONS)
    tables = {position: _range_table(rows.table(position), second_roll=False) for position in POSITIONS}
    cells = {position: tuple(tuple(map(parse_outcome, row)) for row in table) for position, table in tables.items()}
    return BasicChart(rows.text("title"), cells)


@cached_per_chart_set
def load_advanced_chart(chart: ChartSource = "fielding_advanced") -> AdvancedChart:
    """Load and check a chart by name or path. Raise ChartError if it is invalid."""
    rows = read_chart(chart)
    rows.require_rows("title", "range", "errors")
    rows.table("range").require_rows(*POSITIONS)
    rows.table("errors").require_rows(*POSITIONS)
    ranges = {position: _range_table(rows.table("range").table(position), second_roll=True) for position in POSITIONS}
    errors = {position: _error_table(rows.table("errors").table(position)) for position in POSITIONS}
    return AdvancedChart(rows.text("title"), ranges, errors)


def _range_table(table: ChartTable, *, second_roll: bool) -> tuple[tuple[str, ...], ...]:
    table.require_rows(*_NUMBERS)
    return tuple(_range_row(table, number, second_roll) for number in _NUMBERS)


def _range_row(table: ChartTable, number: str, second_roll: bool) -> tuple[str, ...]:
    row = table.texts(number, 5)
    for text in row:
        if not (second_roll and text == SECOND_ROLL):
            _checked(table, number, text)
    return row


def _checked(table: ChartTable, row: str, text: str) -> str:
    try:
        parse_outcome(text)
    except OutcomeError as error:
        raise table.invalid(row, str(error)) from None
    return text


def _error_table(table: ChartTable) -> tuple[tuple[Cells, ...], ...]:
    ratings = [str(rating) for rating in range(max(1, len(table.rows) - 1))]
    table.require_rows("otherwise", *ratings)
    otherwise = ((1, 6, _checked(table, "otherwise", table.text("otherwise"))),)
    return tuple(_error_row(table, rating, otherwise) for rating in ratings)


def _error_row(table: ChartTable, rating: str, otherwise: Cells) -> tuple[Cells, ...]:
    row: list[Cells] = [otherwise] * 11
    written = table.rows[rating]
    for entry in filter(None, (part.strip() for part in str(written).split(";"))):
        match = _ENTRY.fullmatch(entry)
        if match is None or not 2 <= int(match[1]) <= 12:
            raise table.invalid(rating, f"“{entry}” is not a sum of two dice with its cell, such as “7 E(1)”")
        row[int(match[1]) - 2] = _cells(table, rating, match[2])
    return tuple(row)


def _cells(table: ChartTable, rating: str, text: str) -> Cells:
    """Parse `E(1)`, or ranges of the white die that cover 1 to 6: `E(2) 1-4, gbA 5-6`."""
    matches = [_SHARE.fullmatch(part.strip()) for part in text.split(",")]
    if len(matches) == 1 and matches[0] is None:
        return ((1, 6, _checked(table, rating, text)),)
    cells, expected = [], 1
    for share in matches:
        if share is None or int(share[2]) != expected or int(share[3]) < expected:
            raise table.invalid(rating, f"“{text}”: the white die's ranges must cover 1 to 6")
        cells.append((int(share[2]), int(share[3]), _checked(table, rating, share[1])))
        expected = int(share[3]) + 1
    if expected != 7:
        raise table.invalid(rating, f"“{text}”: the white die's ranges must cover 1 to 6")
    return tuple(cells)
