import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoresheet.entries import GridLayout
from games.scoresheet.read import grid_values, read_grid
from games.scoresheet.versions import differences, line_text
from tournaments.models import Series

SERIES = Series(pk=1, home_id=1, away_id=2, games_planned=3)
LAYOUT = GridLayout(SERIES, {2: [21, 22], 1: [11, 12]}, [(1, 2), (2, 1), (1, 2)])


def read(**values):
    return read_grid({name.replace("_", "-"): value for name, value in values.items()}, LAYOUT)


def lines(text):
    return read_grid({"line-1-1": text}, LAYOUT).games[0].home_line


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("000 210 100", (0, 0, 0, 2, 1, 0, 1, 0, 0)),
        ("00021010x", (0, 0, 0, 2, 1, 0, 1, 0)),
        ("0 0 10 2 1 0 1 0 X", (0, 0, 10, 2, 1, 0, 1, 0)),
        ("0,0,12,0,0", (0, 0, 12, 0, 0)),
        ("", ()),
    ],
)
def test_parses_line_scores_in_scorers_notation(typed, runs):
    assert lines(typed) == runs


@given(st.lists(st.integers(0, 25), min_size=4, max_size=15))
def test_line_score_round_trips(runs):
    assert lines(line_text(runs)) == tuple(runs)


def test_parses_marks_in_a_cell():
    first, second = read(p_1_1_11="s4.2i", p_1_1_12="4.1dp #2").games[0].outings
    assert (first.starts, first.outs, first.injured) == (True, 14, True)
    assert (second.starts, second.outs, second.extra_outs) == (False, 13, 1)
    (third,) = read(p_1_1_12="4.1tp").games[0].outings
    assert (third.outs, third.extra_outs) == (13, 2)


def test_t10_2_runs_allowed_come_from_the_cell_or_a_separate_field():
    first, second = read(p_1_1_11="s4.2 r4", p_1_1_12="4.1", r_1_1_12="0").games[0].outings
    assert (first.outs, first.runs) == (14, 4)
    assert (second.outs, second.runs) == (13, 0)
    assert read(p_1_1_11="4.1").games[0].outings[0].runs is None


def test_runs_without_innings_and_invalid_runs_are_reported():
    (fault,) = read(r_1_1_11="3").faults
    assert (fault.sentence, fault.card_id) == ("“3” has no innings: enter 0.0 if he got no outs", 11)
    (fault,) = read(p_1_1_11="4.1", r_1_1_11="x").faults
    assert (fault.sentence, fault.card_id) == ("“x” is not a valid number of runs: enter 0 to 99", 11)


def test_relievers_are_ordered_by_number_or_else_by_row():
    def order(**values):
        return [outing.card_id for outing in read(**values).games[0].outings]

    assert order(p_1_1_11="1.0", p_1_1_12="s8.0") == [12, 11]
    assert order(p_1_1_11="1.0", p_1_1_12="2.0") == [11, 12]
    assert order(p_1_1_11="1.0 #2", p_1_1_12="2.0 #1") == [12, 11]


def test_ticked_starter_without_innings_is_reported():
    assert read(s_1_1_11="1").faults[0].sentence == "he started: enter his innings, or 0.0 if he got no outs"


def test_ignores_cells_for_pitchers_outside_the_grid():
    assert read(p_1_1_99="1.0").games[0].outings == ()


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=20)))
def test_ignores_unknown_posted_fields(posted):
    assert read_grid(grid_values(posted), LAYOUT).faults == []


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "p-1-1-11",
                "s-1-1-11",
                "runs-2-1",
                "innings-1",
                "line-3-2",
                "spare-1",
                "p-1-1-spare",
                "ending-1",
                "dp-1-1-11",
            ]
        ),
        st.text(max_size=30),
    )
)
def test_any_field_text_is_parsed_or_reported_without_a_crash(typed):
    reading = read_grid(grid_values(typed), LAYOUT)
    assert len(reading.games) == 3
    assert all(fault.sentence for fault in reading.faults)
    differences({}, grid_values(typed), {})
