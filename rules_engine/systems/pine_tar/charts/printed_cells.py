"""Cells printed in the rules, which every chart must match."""

from collections.abc import Callable
from typing import Final, NamedTuple

from rules_engine.systems.pine_tar.charts.charts import (
    FC_ADVANCES,
    INFIELD,
    NO_RUNNER_ON_FIRST,
    OUT_ADVANCE,
    RUNNER_ON_FIRST,
    Charts,
    HitAndRunRow,
)
from rules_engine.systems.pine_tar.charts.rows import ChartError


class PrintedCell(NamedTuple):
    """A printed cell, with a check that charts match it."""

    chart: str
    row: str
    printed: str
    matches: Callable[[Charts], bool]


def _rolls_with_code(cells: tuple[str, ...], code: str) -> list[int]:
    return [roll for roll, cell in enumerate(cells) if cell == code]


def _matches_ground_out_to_second(charts: Charts) -> bool:
    return _rolls_with_code(charts.ground_outs[RUNNER_ON_FIRST]["2b"], FC_ADVANCES) == [5, 6, 7, 8]


PRINTED_CELLS: Final = (
    PrintedCell("hit_location", "14", "RF, in the walk-through", lambda charts: charts.hit_location[14] == "rf"),
    PrintedCell("hit_location", "15", "RF, in the walk-through", lambda charts: charts.hit_location[15] == "rf"),
    PrintedCell("hit_location", "16", "LF, in the walk-through", lambda charts: charts.hit_location[16] == "lf"),
    PrintedCell("hit_location", "19", "an infield hit", lambda charts: charts.hit_location[19] == INFIELD),
    PrintedCell(
        "base_advancement",
        "odd",
        "S 1, M 1, F 2",
        lambda charts: charts.base_advancement["odd"] == {"S": 1, "M": 1, "F": 2},
    ),
    PrintedCell(
        "base_advancement",
        "even",
        "S 1, M 2, F 2",
        lambda charts: charts.base_advancement["even"] == {"S": 1, "M": 2, "F": 2},
    ),
    PrintedCell(
        "base_advancement",
        "doubled",
        "1 for all",
        lambda charts: charts.base_advancement["doubled"] == {"S": 1, "M": 1, "F": 1},
    ),
    PrintedCell("ground_outs", "go_runner_on_1st, GO-2B", "FC R3A 5-8", _matches_ground_out_to_second),
    PrintedCell(
        "ground_outs",
        "go_runner_on_1st, GO-SS",
        "PO-3 RA on 8, in the walk-through",
        lambda charts: charts.ground_outs[RUNNER_ON_FIRST]["ss"][8] == OUT_ADVANCE,
    ),
    PrintedCell(
        "ground_outs",
        "go_no_runner_on_1st",
        "every runner may be out, hold or advance",
        lambda charts: all(len(set(row)) == 3 for row in charts.ground_outs[NO_RUNNER_ON_FIRST].values()),
    ),
    PrintedCell("tag", "RF, second", "45, in the walk-through", lambda charts: charts.tag["rf"][2] == 45),
    PrintedCell("tag", "RF, third", "49 or more: 49 is a success", lambda charts: charts.tag["rf"][3] >= 49),
    PrintedCell(
        "sacrifice",
        "success_even",
        "SH 5-4",
        lambda charts: all(rows.success_even == "SH 5-4" for rows in charts.sacrifice.values()),
    ),
    PrintedCell(
        "sacrifice",
        "success_odd",
        "SH 3-4",
        lambda charts: all(rows.success_odd == "SH 3-4" for rows in charts.sacrifice.values()),
    ),
    PrintedCell(
        "sacrifice",
        "success_doubled",
        "I-Hit",
        lambda charts: all(rows.success_doubled == "I-Hit" for rows in charts.sacrifice.values()),
    ),
    PrintedCell("squeeze", "shc_adjust", "-25", lambda charts: charts.squeeze_adjust == -25),
    PrintedCell(
        "pitcher_modifier",
        "1B",
        "A, B and M come to BB, C to 2B",
        lambda charts: (
            [charts.pitcher_modifier.get("1B", {}).get(grade) for grade in ("A", "B", "M", "C")]
            == ["BB", "BB", "BB", "2B"]
        ),
    ),
    PrintedCell(
        "pitcher_modifier", "2B", "G: HR", lambda charts: charts.pitcher_modifier.get("2B", {}).get("G") == "HR"
    ),
    PrintedCell(
        "pitcher_modifier", "3B", "A+: 1B", lambda charts: charts.pitcher_modifier.get("3B", {}).get("A+") == "1B"
    ),
    PrintedCell(
        "pitcher_modifier", "HR", "C: unchanged", lambda charts: "C" not in charts.pitcher_modifier.get("HR", {})
    ),
    PrintedCell(
        "pitcher_modifier",
        "BB",
        "some grades come to 1B, some to SO",
        lambda charts: {"1B", "SO"} <= set(charts.pitcher_modifier.get("BB", {}).values()),
    ),
    PrintedCell(
        "error",
        "67-76",
        "SS, 1*",
        lambda charts: all(charts.error[roll] == ("ss", 1, True) for roll in range(67, 77)),
    ),
    PrintedCell("steal_opportunity", "N", "never", lambda charts: charts.steal_opportunity["N"].points is None),
    PrintedCell(
        "steal_opportunity",
        "AA",
        "no points in extra innings",
        lambda charts: charts.steal_opportunity["AA"].points_extra_innings == 0,
    ),
    PrintedCell(
        "steal_opportunity",
        "hit_and_run",
        "not for E and N, for all others",
        lambda charts: all(row.hit_and_run == (name not in "EN") for name, row in charts.steal_opportunity.items()),
    ),
    PrintedCell(
        "positive_defense",
        "0-3",
        "C on a 1B, 1B on a 2B or 3B",
        lambda charts: all(
            charts.positive_range[roll].fielder == {"1B": "c", "2B": "1b", "3B": "1b"} for roll in range(4)
        ),
    ),
    PrintedCell(
        "positive_defense",
        "27-40",
        "2B, GO",
        lambda charts: all(
            set(row.fielder.values()) == {"2b"} and row.success == "GO" for row in charts.positive_range[27:41]
        ),
    ),
    PrintedCell(
        "positive_defense",
        "49",
        "CF, and past him to CF",
        lambda charts: charts.positive_range[49].past == {"cf": "cf"},
    ),
    PrintedCell(
        "positive_defense",
        "P and C",
        "past them is an infield hit",
        lambda charts: all(
            row.past.get(fielder, INFIELD) == INFIELD for row in charts.positive_range for fielder in ("p", "c")
        ),
    ),
    PrintedCell(
        "negative_defense",
        "rolls, advance",
        "66 and 88; one base, two with two outs",
        lambda charts: charts.negative_range == (frozenset((66, 88)), (1, 1, 2)),
    ),
    PrintedCell(
        "hit_and_run",
        "batter_roll, ground_out_white",
        "+5 up to 90, +4 on ground outs",
        lambda charts: charts.hit_and_run[:3] == HitAndRunRow(5, 90, 4, 9, True)[:3],
    ),
    PrintedCell("injury_length", "C", "a row of this letter", lambda charts: "C" in charts.injury_length),
)


def check_printed_cells(charts: Charts) -> None:
    """Raise ChartError for the first chart that contradicts a printed cell."""
    for cell in PRINTED_CELLS:
        if not cell.matches(charts):
            raise ChartError(f"{cell.chart}.toml: {cell.row}: the rules print {cell.printed}")
