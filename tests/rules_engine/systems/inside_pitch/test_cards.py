"""Card loading checks every field, saved cards load unchanged, and custom charts must match the printed format."""

from pathlib import Path

import pytest

from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.inside_pitch import system
from rules_engine.systems.inside_pitch.cells import CELL_KEYS
from rules_engine.systems.inside_pitch.charts import CHART_NAMES
from rules_engine.systems.inside_pitch.ranges import RangeError, parse_hits, parse_range
from tests.rules_engine.systems.inside_pitch.players import batter, batting, cells, pitcher, team
from tests.rules_engine.systems.inside_pitch.table import CHARTS


def test_cards_survive_a_round_trip() -> None:
    for card in team("a", 7)[1].values():
        assert system.read_card(system.write_card(card)) == card
        assert all(len(line) <= 100 for line in system.card_lines(card))


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("cells", {**cells([""] * 36, 1), "11": "X9"}, "joe: cells 11: 'X9' is not a cell of a pitcher's card"),
        ("cells", {"77": "K"}, "joe: cells 77: unknown cell"),
        ("line", "G4 F8", "joe: line: must be six outs"),
        ("wp", "9-4", "joe: wp: '9-4' is not a range"),
        ("start", "24", "joe: start: must be two numbers"),
        ("throws", "S", "joe: throws: must be one of"),
        ("speed", 3, "joe: speed: unknown field"),
        ("gdp", "1", "joe: gdp: must be a whole number"),
    ],
)
def test_invalid_field_is_reported_with_its_card(field: str, value: object, fault: str) -> None:
    with pytest.raises(SystemFileError) as raised:
        pitcher("joe", 3, **{field: value})
    assert any(fault in line for line in raised.value.faults)


def test_all_errors_on_a_batters_card_are_reported_at_once() -> None:
    with pytest.raises(SystemFileError) as raised:
        batter("bob", ["ss"], 1, att="X", hits_lhp="S=1-8; D=5-9", k=[1, 2, 3])
    assert [line.split(": ")[1] for line in raised.value.faults] == ["k", "hits_lhp", "att"]


def test_ranges_and_hits_parse_as_printed() -> None:
    assert [parse_range("4-9"), parse_range("7"), parse_range("")] == [(4, 9), (7, 7), None]
    assert parse_hits("S=1-8; HR=20", "batter").count("F") == 11
    with pytest.raises(RangeError, match="overlaps"):
        parse_hits("S=1-8; D=8-9", "batter")


def own(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = system.chart_templates()[f"{name}.toml"].text
    assert old in text
    (tmp_path / f"{name}.toml").write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (
            "running",
            "S3 = [2, 4]",
            "S3 = [2, 5]",
            "running.toml: infield_single.S3: [2, 5] contradicts the printed [2, 4]",
        ),
        ("ranges", '3 = ["S9", "S9"', '3 = ["D9", "S9"', "ranges.toml: failed_roll.3: "),
        ("ranges", '5 = ["S7", "S7"', '5 = ["X7", "S7"', "ranges.toml: failed_roll.5: 'X7' is not a batted ball"),
        ("infield", 'G6 = "check"', 'G6 = "maybe"', "infield.toml: man_on_second.G6: 'maybe' is not one of"),
        ("bunts", "safe = [[], []", "safe = [[1, 1], []", "bunts.toml: bunt.safe"),
        ("injuries", '1 = ["", ""', '1 = ["game", ""', "injuries.toml: injury.1"),
        (
            "errors",
            '2 = { G = "6", S = "4" }',
            '2 = { G = "6" }',
            "errors.toml: throwing_errors.2.S: this row is missing",
        ),
        ("parks", "w = 0", 'w = "none"', "ballpark neutral: w: must be a whole number"),
    ],
)
def test_custom_chart_contradicting_a_printed_cell_is_rejected_with_its_row(
    tmp_path: Path, name: str, old: str, new: str, fault: str
) -> None:
    with pytest.raises(SystemFileError) as raised:
        system.charts(own(tmp_path, name, old, new))
    assert any(fault in line for line in raised.value.faults)


def test_stand_in_charts_can_be_replaced_and_get_a_digest(tmp_path: Path) -> None:
    """M1 to M8 are our stand-ins. A user's file replaces them."""
    folder = own(tmp_path, "flyouts", "8 = -2", "8 = 0")
    own(tmp_path, "strategy", "steal = -4", "steal = -2")
    charts = system.charts(folder)
    assert (charts.tag_from_second[8], charts.hit_and_run["steal"]) == (0, -2)
    assert sorted(charts.digests) == ["flyouts", "strategy"]
    assert CHARTS.digests == {}


def test_every_chart_has_a_template_and_every_bunt_roll_a_result() -> None:
    assert set(system.chart_templates()) == {f"{name}.toml" for name in CHART_NAMES}
    assert all(len(column) == 20 for column in (*CHARTS.bunt, *CHARTS.squeeze))


def test_unknown_ballpark_error_lists_the_known_ballparks() -> None:
    with pytest.raises(SystemFileError, match="choose from neutral, hitters, pitchers"):
        system.setup(system.edition("roll"), {}, park="moon")
    with pytest.raises(SystemFileError, match="unknown edition 'x'"):
        system.edition("x")


def test_card_has_36_cells() -> None:
    assert len(CELL_KEYS) == len(set(CELL_KEYS)) == 36
    assert batting(1)["bats"] in ("L", "R", "S")
