"""Test ratings sheets in other notations, with split columns, grouped headings and unquoted commas."""

from collections.abc import Mapping

import pytest

from core.imports.tables import table_of_text
from drafts.card_files.ratings_columns import TARGETS
from drafts.card_files.ratings_rows import CellNote, joined_notes, read_ratings_sheet
from drafts.queries.statistics import ratings_line
from seasons.strat_o_matic.ratings_cells import READERS

GROUPED = """2024 ratings
,,vs LHP,,,,vs RHP,,,
Player,Team,OB,TB,HR,BP,OB,TB,HR,BP
"Griffey, Ken",SEA,41.5,60,8.2,6,50.1,70,9,W
"""
SPLIT = """Name\tPos\tRange\tArm\tError\tSteal\tRun
Ken Griffey Jr.\tCF\t2\t-3\t4\tB\t1-15
Omar Vizquel\tSS\t1\t\t14\tA\t14
Greg Maddux\tP\t1\t\t4\t\t
"""
PITCHERS = """Pitcher;Start;Relief;Closer;Hold;E
Tom Glavine;7*;;;-2;12
Mariano Rivera;;2;6;0;e0
"""
UNKNOWN_HEADINGS = """Pitcher,Card,Fielding,Batting,Lead
Tom Glavine,s(7)*,1e12,#4NL,
"""
UNQUOTED = """Player,Team,Fielding,Run
Griffey, Ken,SEA,lf-2(-3)e4, cf-3(-3)e5,1-15
Omar Vizquel,CLE,ss-1e14,1-14
"""


@pytest.mark.parametrize(
    ("key", "text", "ratings"),
    [
        ("fielding", "SS 2e17", {"fielding": "ss-2e17"}),
        ("fielding", "lf\N{EN DASH}2(\N{MINUS SIGN}3)e4 & cf-3e5", {"fielding": "lf-2(-3)e4, cf-3e5"}),
        ("fielding", "1b-4e10 dh", {"fielding": "1b-4e10"}),
        ("fielding", "lf-2(-3)e4cf-3(-3)e5", {"fielding": "lf-2(-3)e4, cf-3e5"}),
        ("fielding", "C-2(-3), e5 (T 1-6, pb 2)", {"fielding": "c-2(-3)e5", "throw": "T 1-6", "passed_ball": "2"}),
        ("throw", "T-6(pb-2)", {"throw": "T 1-6", "passed_ball": "2"}),
        ("stealing", "stealing-(AA)", {"stealing": "AA"}),
        ("stealing", "A (*2-6/- (18-12))", {"stealing": "A", "steal": "*2-6/- (18-12)"}),
        ("running", "1-14/B", {"running": "1-14", "bunting": "B"}),
        ("running", "running 1\N{EN DASH}14, B, C", {"running": "1-14", "bunting": "B", "hit_and_run": "C"}),
        ("hit_and_run", "h&r-C", {"hit_and_run": "C"}),
        ("letters", "B/C", {"bunting": "B", "hit_and_run": "C"}),
        ("pitching", "s6*/r2/N (hold -2) 1WR", READERS["pitching"]("s(6)*/r(2)/N hold -2 #1WR")),
        ("pitching", "balk 2 wp 4 hold: \N{MINUS SIGN}1", {"balk": "2", "wild_pitch": "4", "hold": "-1"}),
        ("hitting", "2NL", {"hitting": "#2NL"}),
        ("pitcher_error", "12", {"pitcher_error": "e12"}),
        ("clutch", "\N{EN DASH}3", {"clutch": "-3"}),
    ],
)
def test_equivalent_notations_parse_alike(key: str, text: str, ratings: Mapping[str, str]) -> None:
    assert READERS[key](text) == ratings


@pytest.mark.parametrize(
    ("text", "ratings"),
    [
        (
            GROUPED,
            [
                {
                    **{"ob_left": "41.5", "tb_left": "60", "hr_left": "8.2", "park_left": "6"},
                    **{"ob_right": "50.1", "tb_right": "70", "hr_right": "9", "park_right": "w"},
                }
            ],
        ),
        (
            SPLIT,
            [
                {"fielding": "cf-2(-3)e4", "stealing": "B", "running": "1-15"},
                {"fielding": "ss-1e14", "stealing": "A", "running": "1-14"},
                {"fielding": "p-1", "pitcher_error": "e4"},
            ],
        ),
        (
            PITCHERS,
            [
                {"endurance": "starter(7)", "starter_star": "*", "hold": "-2", "pitcher_error": "e12"},
                {"endurance": "relief(2)/6", "hold": "+0", "pitcher_error": "e0"},
            ],
        ),
        (
            UNQUOTED,
            [
                {"fielding": "lf-2(-3)e4, cf-3e5", "running": "1-15"},
                {"fielding": "ss-1e14", "running": "1-14"},
            ],
        ),
        ("Player,Positions,Run\nKen Griffey,cf-2(-3)e4,15\n", [{"fielding": "cf-2(-3)e4", "running": "1-15"}]),
    ],
    ids=["grouped", "split", "pitchers", "unquoted", "positions"],
)
def test_reads_sheets_in_other_layouts(text: str, ratings: list[Mapping[str, str]]) -> None:
    sheet = read_ratings_sheet(table_of_text(text))
    assert sheet.faults == []
    assert [player.ratings for player in sheet.players] == ratings


@pytest.mark.parametrize("row", ["Ken Griffey,SEA,lf-2, what,1-15,more", "Griffey, Ken,SEA,lf-2(-3)e4,fast,,x"])
def test_reports_a_row_with_more_cells_than_headings(row: str) -> None:
    sheet = read_ratings_sheet(table_of_text(f"Player,Team,Fielding,Run\n{row}\n"))
    assert sheet.players == []
    assert [(fault.place, fault.heading) for fault in sheet.faults] == [("Row 2", "all columns")]


def test_home_run_column_without_a_side_is_ignored() -> None:
    """Home run columns without a side are ignored."""
    columns = read_ratings_sheet(table_of_text("Player,HR,Run\nKen Griffey,8,1-15\n")).sections[0].headings.columns
    assert [column.target for column in columns] == ["name", "", "running"]


def test_each_heading_has_a_single_meaning() -> None:
    headings = [heading for target in TARGETS for heading in target.headings]
    assert sorted({heading for heading in headings if headings.count(heading) > 1}) == []


def test_column_values_identify_unknown_headings() -> None:
    sheet = read_ratings_sheet(table_of_text(UNKNOWN_HEADINGS))
    assert sheet.faults == []
    assert sheet.players[0].ratings == {
        "endurance": "starter(7)",
        "starter_star": "*",
        "hitting": "#4NL",
        "fielding": "p-1e12",
    }


def test_star_is_shown_with_the_endurance() -> None:
    assert ratings_line({"endurance": "starter(8) relief(2)/3", "starter_star": "*"}) == "starter(8)* relief(2)/3"


def test_identical_errors_share_a_line() -> None:
    notes = [
        CellNote("Row 2", "Hold", "no number"),
        CellNote("Row 3", "WP", "no number"),
        CellNote("Row 5", "Hold", "no number"),
    ]
    assert joined_notes(notes) == ["Row 2, Row 5, Hold: no number", "Row 3, WP: no number"]
