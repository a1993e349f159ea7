"""Dice, columns, and the result of a batter roll."""

import pytest

from rules_engine.systems.pine_tar.ball.batter_roll import cell_with_hit_and_run, read_roll
from rules_engine.systems.pine_tar.ball.dice import (
    BATTER,
    ERROR,
    is_doubled,
    is_modifier_roll,
    roll_single_die,
    roll_three_dice,
    roll_two_dice,
)
from rules_engine.systems.pine_tar.cards.cards import column_name
from rules_engine.systems.pine_tar.cards.columns import CardError, read_column
from rules_engine.systems.pine_tar.cards.notation import read_so_bb_rating
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import load_edition
from tests.rules_engine.systems.pine_tar.scene import Scene, Script, batter_card, dice, pitcher_card
from tests.rules_engine.systems.pine_tar.telling import outcome_of

MAIN = load_edition("standard").options
FOUR_DICE = load_edition("standard+alternate_randomizer").options


def test_pt_d1_red_counts_tens_and_double_0_is_0() -> None:
    assert roll_two_dice(Script({"red": 0, "white": 0}), MAIN, BATTER) == 0
    assert roll_two_dice(Script({"red": 9, "white": 8}), MAIN, BATTER) == 98


def test_pt_d2_rolls_with_two_equal_dice_are_doubled() -> None:
    assert [roll for roll in range(100) if is_doubled(roll)] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]


def test_pt_d3_blue_die_is_read_separately() -> None:
    table = Script({"error_red": 6, "error_white": 8, "error_blue": 3})
    assert roll_three_dice(table, ERROR) == (68, 3)
    assert table.rolled == ["error_red", "error_white", "error_blue"]


def test_pt_d4_single_die_runs_from_0_to_9() -> None:
    assert [roll_single_die(Script({"hurt_length": face}), "hurt_length") for face in (0, 9)] == [0, 9]


def test_pt_d5_grade_applies_on_eleven_rolls() -> None:
    assert [roll for roll in range(100) if is_modifier_roll(roll)] == [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]


@pytest.mark.parametrize(("green", "roll"), [(1, 74), (2, 4), (3, 74), (4, 4), (5, 74), (6, 4)])
def test_pt_d6_and_pt_ar1_even_green_die_uses_the_blue_die_for_the_tens(green: int, roll: int) -> None:
    table = Script({"green": green, "red": 7, "blue": 0, "white": 4})
    assert roll_two_dice(table, FOUR_DICE, BATTER) == roll
    assert len(table.rolled) == 4


def test_pt_m1_pitchers_and_unsplit_cards_have_a_single_column() -> None:
    assert column_name(batter_card("batter"), "L") == "vs LHP"
    assert column_name(batter_card("batter", split=False), "L") == "single"
    assert column_name(pitcher_card("pitcher"), "R") == "single"


def test_pt_m1_pitchers_hand_selects_the_column() -> None:
    left, right = read_column("left", {"HR": "0-99"}), read_column("right", {"SO": "0-99"})
    ratings = {"batter": {"columns": {"L": left, "R": right}}}
    assert outcome_of(Scene(ratings=ratings, throws="L").play(Script(dice(44)))) == "HR"
    assert outcome_of(Scene(ratings=ratings, throws="R").play(Script(dice(44)))) == "SO"


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({"HR": "0-3", "SO": "5-99"}, "4 is in no line"),
        ({"HR": "0-3", "SO": "6-99"}, "4-5 are in no line"),
        ({"HR": "0-5", "SO": "5-99"}, "SO: 5 is already in HR"),
        ({"HR": "5-0", "SO": "6-99"}, "is in reverse order"),
        ({"HR": "0-100"}, "is not a range"),
        ({"HR": "", "SO": "0-99"}, "is not a range"),
        ({"XX": "0-99"}, "'XX' is not an outcome"),
        ({"GO-C": "0-99"}, "no card has GO-C"),
        ([1], "must be a table of outcomes"),
    ],
)
def test_column_must_contain_each_of_0_to_99_once(rows: object, fault: str) -> None:
    with pytest.raises(CardError, match=f"^Rizzo: vs_rhp.*{fault}"):
        read_column("Rizzo: vs_rhp", rows)


def test_pt_m2_single_roll_is_the_whole_play_with_bases_empty() -> None:
    for line in ("HR", "3B", "2B", "1B", "BB", "SO", "GO-SS", "FO-CF", "LO-2B"):
        table = Script(dice(43))
        Scene(line).play(table)
        assert table.rolled == ["red", "white"], line


def test_pt_m3_pitcher_rating_precedes_grade_and_walk_rule() -> None:
    pitching = {"so_bb_rating": read_so_bb_rating("BB 77")}
    scene = Scene("SO", {"first": "r1"}, edition="standard+so_bb_rating", pitching=pitching, grade="A")
    assert outcome_of(scene.play(Script(dice(77)))) == "ball 2"


def test_pt_m4_runners_hold_on_a_strikeout_and_a_lineout() -> None:
    for line in ("SO", "LO-SS"):
        play = Scene(line, {"first": "r1", "third": "r3"}).play(Script(dice(43)))
        assert (play.to[1], play.to[3], play.outs) == (1, 3, (0,))


def test_pt_m4_walk_advances_forced_runners() -> None:
    play = Scene("BB", {"first": "r1", "third": "r3"}).play(Script(dice(43)))
    assert play.to == (1, 2, -2, 3)
    assert Scene("BB", {"second": "r2"}).play(Script(dice(43))).to == (1, -2, 2, -2)


def test_pt_hr3_hit_and_run_uses_a_roll_five_higher_up_to_90() -> None:
    row = house_charts().hit_and_run
    assert [cell_with_hit_and_run(roll, row) for roll in (34, 35, 90, 91, 99)] == [39, 35, 95, 91, 99]


@pytest.mark.parametrize("rating", ["SO 77", "SO 55, 77", "SO 55-60, 77", "BB 77", "BB 55, 77", "BB 55-60, 77"])
def test_pt_sb1_only_the_rated_rolls_are_changed(rating: str) -> None:
    kind, _, rolls = rating.partition(" ")
    expected = {"77": {77}, "55, 77": {55, 77}, "55-60, 77": {55, 56, 57, 58, 59, 60, 77}}[rolls]
    scene = Scene("FO-LF", edition="standard+so_bb_rating", pitching={"so_bb_rating": read_so_bb_rating(rating)})
    changed = {roll for roll in range(100) if str(read_roll(scene.situation, roll).outcome) == kind}
    assert changed == expected
