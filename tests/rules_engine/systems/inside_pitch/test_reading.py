"""Sections 1 to 4: the pitcher's cell, the second card and Special K, with their printed examples."""

import pytest

from rules_engine.systems.inside_pitch.at_bat import (
    MAX_ROLLS,
    read_batted_ball,
    resolve_at_bat,
    resolve_cell,
    resolve_reading,
)
from rules_engine.systems.inside_pitch.cells import (
    HOMERUN,
    RARE,
    CellError,
    batting_side,
    cell_key,
    parse_cell,
    split_batter_cell,
    split_pitcher_cell,
)
from rules_engine.systems.inside_pitch.hits import roll_stretch
from rules_engine.systems.inside_pitch.matchup import Matchup, park_cell
from rules_engine.systems.inside_pitch.pitcher_cells import Reading, read_pitcher_cell
from rules_engine.systems.inside_pitch.ranges import parse_hits
from tests.rules_engine.systems.inside_pitch.table import BOOK, Table, ball, ends, moment

LINE = tuple(parse_cell(code, "line") for code in ["G4", "F8", "P3", "G6", "F7", "L5"])


def test_ip_1a_red_die_is_the_column_and_white_die_the_row() -> None:
    assert cell_key(3, 5) == "35"


def test_ip_1b_single_d20_decides_the_first_check_on_either_card() -> None:
    table = Table({"k": 12})
    assert read_pitcher_cell(table, "K", Matchup(k=12), tired=False).result == "strikeout"
    assert table.rolled == ["k"]


def test_ip_1c_and_1d_blank_is_replaced_by_the_batters_card() -> None:
    table = Table({"red": 1, "white": 1, "card_red": 2, "card_white": 2})
    play = resolve_at_bat(table, BOOK, moment(matchup=Matchup(batter_cells=(ball("F8"),) * 36))).play
    assert (play.kind, play.fielder, table.rolled) == ("flyout", "cf", ["red", "white", "card_red", "card_white"])


def test_ip_2_0a_switch_hitter_bats_opposite_the_pitchers_hand() -> None:
    assert [batting_side("S", "L"), batting_side("S", "R"), batting_side("L", "L")] == ["R", "L", "L"]


def test_ip_2_0b_missing_half_is_a_blank() -> None:
    assert split_pitcher_cell("K/") == ("K", "")
    assert split_pitcher_cell("/W+") == ("", "W+")


@pytest.mark.parametrize(
    ("code", "next_card", "pending"),
    [
        ("", "batter_card", ""),
        ("@", "ballpark_card", ""),
        ("E?", "batter_card", "E"),
        ("ET?", "batter_card", "ET"),
        ("EG?", "batter_card", "EG"),
        ("RP", "batter_card", "RANGE"),
        ("RP@", "ballpark_card", "RANGE"),
    ],
)
def test_ip_2_1_2_7_2_8_2_9_2_10_2_17_and_ip_2_18_cells_lead_to_the_next_card(
    code: str, next_card: str, pending: str
) -> None:
    """IP2.1, IP2.7, IP2.8, IP2.9, IP2.10, IP2.17, IP2.18."""
    assert read_pitcher_cell(Table(), code, Matchup(), tired=False) == Reading("", next_card, pending)


def test_ip_2_2_and_ip_2_3_bracketed_single_past_the_pitcher_counts_only_for_a_tired_pitcher() -> None:
    assert read_pitcher_cell(Table(), "S1", Matchup(), tired=False).result == "S1"
    assert read_pitcher_cell(Table(), "(S1)", Matchup(), tired=True).result == "S1"
    assert read_pitcher_cell(Table(), "(S1)", Matchup(), tired=False).next == "batter_card"


def test_ip_2_4a_automatic_out_comes_from_the_line_without_checks() -> None:
    now = moment(matchup=Matchup(line=LINE, special_k=(1, 20)))
    table = Table({"line": 3})
    resolved = resolve_reading(table, BOOK, now, Reading("**"))
    assert resolved is not None
    assert (resolved.play.code, table.rolled) == ("P3", ["line"])


def test_ip_2_4b_batters_line_reference_is_subject_to_special_k_and_checks() -> None:
    now = moment(matchup=Matchup(line=LINE, special_k=(1, 6)))
    resolved = resolve_cell(
        Table({"special_k": 6}), BOOK, now, parse_cell("**3", "batter"), Reading(next="batter_card")
    )
    assert resolved is not None
    assert resolved.play.kind == "strikeout"


def test_ip_2_5_wild_pitches_repeat_at_most_twenty_times() -> None:
    """IP2.5-a, IP2.5-d, IP2.5-e."""
    now = moment(matchup=Matchup(pitcher_cells=("WLD",) * 36, batter_cells=(ball("G6"),) * 36))
    table = Table({"red": 1, "white": 1, "card_red": 1, "card_white": 1})
    assert resolve_at_bat(table, BOOK, now).play.kind == "groundout"
    assert table.rolled.count("red") == MAX_ROLLS


def test_ip_2_6a_split_applies_its_result_to_a_single_side() -> None:
    fields = Matchup(split=(1, 6), split_gives="S1")
    assert read_pitcher_cell(Table({"split": 6}), "(??)", fields, tired=False).result == "S1"
    assert read_pitcher_cell(Table({"split": 7}), "(??)", fields, tired=True).next == "batter_card"
    assert read_pitcher_cell(Table(), "(??)", Matchup(), tired=True).next == "batter_card"


def test_ip_2_11_sum_below_1_hits_no_batter() -> None:
    assert read_pitcher_cell(Table(), "HBP", Matchup(hbp=0), tired=False).next == "batter_card"
    assert read_pitcher_cell(Table({"hbp": 3}), "HBP", Matchup(hbp=3), tired=False).result == "HBP"


def test_ip_2_12_2_13_and_ip_2_14_plus_adds_ten_and_k_w_reverses_for_a_tired_pitcher() -> None:
    """IP2.12, IP2.13, IP2.14."""
    assert read_pitcher_cell(Table({"k": 14}), "K+", Matchup(k=4), tired=False).result == "strikeout"
    assert read_pitcher_cell(Table({"w": 15}), "W+", Matchup(w=4), tired=False).next == "batter_card"
    assert read_pitcher_cell(Table({"k": 4}), "K(W)", Matchup(k=4, w=0), tired=False).result == "strikeout"
    assert read_pitcher_cell(Table({"w": 4}), "K(W)", Matchup(k=0, w=4), tired=True).result == "walk"


def test_ip_2_15_and_ip_2_16_pitchers_range_is_checked_first_with_a_new_d20() -> None:
    fields = Matchup(hr=5, hr_range=(1, 12))
    assert read_pitcher_cell(Table({"hr_range": 12, "hr": 5}), "HR?", fields, tired=False).result == "HR"
    assert read_pitcher_cell(Table({"hr_range": 13}), "HR?", fields, tired=False).next == "batter_card"
    assert read_pitcher_cell(Table({"hr": 6}), "HR", fields, tired=False).next == "batter_card"


def special(cell: str, reading: Reading, dice: dict[str, int], **facts: object) -> tuple[str, bool]:
    now = moment(matchup=Matchup(**facts), gloves={"ss": {"range": 4}, "cf": {"error": 5}})  # type: ignore[arg-type]
    table = Table(dice)
    card = "ballpark" if reading.next == "ballpark_card" else "batter"
    resolved = resolve_cell(table, BOOK, now, parse_cell(cell, card), reading)
    assert resolved is not None
    play = resolved.play
    return play.code or play.kind, "special_k" in table.rolled


def test_ip_2_19a_first_printed_example_turns_a_grounder_into_a_strikeout_on_1_to_10() -> None:
    """IP2.19-a: K rating 10, ballpark -2 and a roll of 9, then G4 and Special K 1-10."""
    assert read_pitcher_cell(Table({"k": 9}), "K", Matchup(k=8), tired=False).next == "batter_card"
    to_batter = Reading(next="batter_card")
    assert special("G4", to_batter, {"special_k": 10}, special_k=(1, 10)) == ("strikeout", True)
    assert special("G4", to_batter, {"special_k": 11}, special_k=(1, 10)) == ("G4", True)


def test_ip_2_19d_and_2_19e_failed_home_run_is_checked_and_a_hit_never_is() -> None:
    """IP2.19-d, IP2.19-e: @, then ?9 with [HR]."""
    to_park = Reading(next="ballpark_card")
    fields = {"park_hits": parse_hits("[HR]=1-20", "ballpark"), "hr": 8, "special_k": (1, 4)}
    assert special("?9", to_park, {"hit": 1, "hr": 8}, **fields) == ("homerun", False)
    assert special("?9", to_park, {"hit": 1, "hr": 9, "special_k": 4}, **fields) == ("strikeout", True)
    assert special("?9", to_park, {"hit": 1, "hr": 9, "special_k": 5}, **fields) == ("F9", True)


def test_ip_2_19b_pending_check_takes_precedence_over_special_k() -> None:
    """IP2.19-b: RP and G6; E? and F8; EG? and P6, with a blank cell on the chart."""
    everything = {"special_k": (1, 20)}
    assert special("G6", Reading(next="batter_card", pending="RANGE"), {"range": 4}, **everything) == ("G6", False)
    assert special("F8", Reading(next="batter_card", pending="E"), {"error": 6}, **everything) == ("F8", False)
    assert special("P6", Reading(next="batter_card", pending="EG"), {}, **everything) == ("P6", False)


def test_ip_2_19c_and_ip_4_1a_ballpark_blank_is_a_rare_play_without_checks() -> None:
    """IP2.19-c, IP4.1-a, IP4.1-b."""
    now = moment(matchup=Matchup(special_k=(1, 20)))
    table = Table({"rare_red": 2, "rare_white": 4})
    resolved = resolve_cell(table, BOOK, now, RARE, Reading(next="ballpark_card", pending="RANGE"))
    assert resolved is not None
    assert (resolved.play.code, table.rolled) == ("F8", ["rare_red", "rare_white"])


def test_ip_3_0_and_ip_3_4_batters_card_splits_follow_the_pitchers_hand() -> None:
    assert [cell.code for cell in split_batter_cell("S/G6")] == ["S6", "G6"]
    assert [cell.code for cell in split_batter_cell("F/D9")] == ["F9", "D9"]


@pytest.mark.parametrize(
    ("roll", "code"), [(1, "S7"), (8, "S7"), (9, "D7"), (16, "D7"), (17, "T7"), (18, "T7"), (19, "F7")]
)
def test_ip_3_2a_question_mark_uses_the_printed_ranges(roll: int, code: str) -> None:
    fields = Matchup(hits=parse_hits("S=1-8; D=9-16; T=17-18", "batter"))
    assert read_batted_ball(Table({"hit": roll}), fields, parse_cell("?7", "batter"), at_park=False).cell.code == code


def test_ip_3_2b_3_2c_and_3_3a_home_runs_from_ranges_or_cells_need_no_check() -> None:
    """IP3.2-b, IP3.2-c, IP3.3-a."""
    fields = Matchup(hits=parse_hits("HR=9-10", "batter"))
    assert read_batted_ball(Table({"hit": 9}), fields, parse_cell("?9", "batter"), at_park=False).cell == HOMERUN
    checked = Reading(next="batter_card", pending="E")
    assert special("H", checked, {}) == ("homerun", False)


def test_ip_3_1_ip_3_3b_and_ip_3_5_line_walk_and_single_cells_are_resolved() -> None:
    """IP3.1, IP3.3-b, IP3.5."""
    now = moment({2: 1}, matchup=Matchup(line=LINE))
    assert read_batted_ball(Table(), now.matchup, parse_cell("**4", "batter"), at_park=False).cell.code == "G6"
    walked = resolve_cell(Table(), BOOK, now, parse_cell("W", "batter"), Reading(next="batter_card", pending="RANGE"))
    assert walked is not None
    assert ends(walked.play) == ["1", "2"]
    single = resolve_cell(Table(), BOOK, now, parse_cell("S1", "batter"), Reading(next="batter_card"))
    assert single is not None
    assert ends(single.play) == ["1", "H"]


def test_ip_4_2_4_3_and_ip_4_4a_ballpark_card_is_read_like_a_batters_card() -> None:
    """IP4.2, IP4.3, IP4.4-a, IP4.4-b, and the printed example of RP@ with ?7.

    The type of ball is decided first (M10).
    """
    fields = Matchup(line=LINE, park_hits=parse_hits("S=1-6; D=7-9; [HR]=10-12", "ballpark"), hr=4)
    assert read_batted_ball(Table(), fields, parse_cell("D8", "ballpark"), at_park=True).cell.code == "D8"
    assert read_batted_ball(Table(), fields, parse_cell("**2", "ballpark"), at_park=True).cell.code == "F8"
    assert read_batted_ball(Table({"hit": 8}), fields, parse_cell("?7", "ballpark"), at_park=True).cell.code == "D7"
    assert (
        read_batted_ball(Table({"hit": 10, "hr": 5}), fields, parse_cell("?8", "ballpark"), at_park=True).cell.code
        == "F8"
    )


def test_ip_4_5a_right_handed_batter_pulls_to_left() -> None:
    fields = [park_cell(parse_cell(cell, "ballpark"), side).fielder for cell in ("[HRp]", "[HRo]") for side in "RL"]
    assert fields == [7, 9, 9, 7]


@pytest.mark.parametrize(
    ("dice", "code"),
    [({"hr": 13}, "homerun"), ({"hr": 14, "range": 4}, "F7"), ({"hr": 20, "range": 5}, "D7")],
)
def test_ip_4_5b_and_4_5c_printed_pull_side_home_run_example_matches(dice: dict[str, int], code: str) -> None:
    """IP4.5-b, IP4.5-c: rating 13, a range 4 left fielder, and RP@."""
    now = moment(gloves={"lf": {"range": 4}}, matchup=Matchup(hr=13))
    cell = park_cell(parse_cell("[HRp]", "ballpark"), "R")
    resolved = resolve_cell(Table(dice), BOOK, now, cell, Reading(next="ballpark_card", pending="RANGE"))
    assert resolved is not None
    assert (resolved.play.code or resolved.play.kind) == code


def test_ip_4_5c_runners_on_second_and_third_advance_on_the_catch() -> None:
    now = moment({1: 1, 2: 1, 3: 1}, gloves={"lf": {"range": 4}}, matchup=Matchup(hr=1))
    cell = park_cell(parse_cell("[HRp]", "ballpark"), "R")
    reading = Reading(next="ballpark_card", pending="RANGE")
    resolved = resolve_cell(Table({"hr": 20, "range": 1}), BOOK, now, cell, reading)
    assert resolved is not None
    assert ends(resolved.play) == ["out", "1", "3", "H"]


@pytest.mark.parametrize(
    ("br", "arm", "outcomes"),
    [(3, -1, "DDSSSO"), (4, 2, "DDDDDD"), (4, -1, "DDDSSO")],
)
def test_ip_4_6a_three_printed_stretched_single_examples_match(br: int, arm: int, outcomes: str) -> None:
    """IP4.6-a: a 3 holds the runner in the first example (the print says 4-5), and the last one is covered in section
    6.
    """
    letters = {"D": "D", "S": "S", "out_at_2nd": "O"}
    assert "".join(letters[roll_stretch(Table({"stretch": roll}), br, arm)] for roll in range(1, 7)) == outcomes


def test_ip_4_6b_4_6c_and_4_6d_others_advance_two_bases_and_the_run_counts_before_the_out() -> None:
    """IP4.6-b, IP4.6-c, IP4.6-d."""
    now = moment({1: 1, 2: 1}, outs=2, gloves={"cf": {"range": 2, "arm": -1}})
    reading = Reading(next="ballpark_card", pending="RANGE")
    resolved = resolve_cell(Table({"range": 3, "stretch": 6}), BOOK, now, ball("S+8"), reading)
    assert resolved is not None
    assert (resolved.play.kind, ends(resolved.play)) == ("single", ["out", "3", "H"])
    caught = resolve_cell(Table({"range": 2}), BOOK, now, ball("S+8"), reading)
    assert caught is not None
    assert caught.play.code == "F8"


@pytest.mark.parametrize("text", ["S10", "G7", "F3", "**7", "?6", "X", "L2", "T5", "/"])
def test_rejects_an_invalid_batters_card_cell(text: str) -> None:
    with pytest.raises(CellError, match="batter's card"):
        split_batter_cell(text)
