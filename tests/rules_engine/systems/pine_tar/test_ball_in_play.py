"""Hits, groundouts, fly balls, bunts and errors."""

from typing import Any

import pytest

from rules_engine.game_rules import GameRules
from rules_engine.systems.pine_tar.ball.bunts import bunt_result, bunt_ruling
from rules_engine.systems.pine_tar.ball.errors import is_error
from rules_engine.systems.pine_tar.ball.grounders import refuse_double_play_ruling
from tests.rules_engine.systems.pine_tar.scene import Scene, Script, dice, without_modifiers
from tests.rules_engine.systems.pine_tar.telling import charts_with, location_of, outcome_of

NOBODY: dict[str, str] = {}
FIRST, SECOND, THIRD = {"first": "r1"}, {"second": "r2"}, {"third": "r3"}
LOADED = FIRST | SECOND | THIRD


def hit(line: str, bases: dict[str, str], roll: int, speeds: str = "", **facts: Any) -> Any:
    ratings = {player: {"speed": speed} for player, speed in zip(bases.values(), speeds, strict=False)}
    scene = Scene(line, bases, ratings=ratings | facts.pop("men", {}), charts=without_modifiers(), **facts)
    return scene.play(Script(dice(roll)))


@pytest.mark.parametrize(("roll", "field"), [(14, "RF"), (15, "RF"), (16, "LF"), (19, "infield")])
def test_pt_h1_hit_locations_match_the_printed_places(roll: int, field: str) -> None:
    assert location_of(hit("1B", NOBODY, roll)) == field


@pytest.mark.parametrize("line", ["1B", "2B", "3B"])
def test_pt_h2_and_pt_a5_19_is_an_infield_single_but_an_out_for_the_slow(line: str) -> None:
    assert outcome_of(hit(line, NOBODY, 19)) == "1B"
    assert outcome_of(hit(line, NOBODY, 19, men={"batter": {"speed": "S"}})) == "GO-SS"
    assert outcome_of(hit("HR", NOBODY, 19, men={"batter": {"speed": "S"}})) == "HR"


def test_pt_h2_slow_batters_grounder_is_read_on_the_white_9() -> None:
    play = hit("1B", FIRST, 19, men={"batter": {"speed": "S"}})
    assert (play.kind, play.code) == ("groundout", "PO-3 RA")


@pytest.mark.parametrize(
    ("speed", "odd", "even"), [("S", (2, 3), (2, 3)), ("M", (2, 3), (3, 4)), ("F", (3, 4), (3, 4))]
)
def test_pt_h3_runners_take_an_extra_base_by_speed_and_parity(speed: str, odd: tuple, even: tuple) -> None:
    for roll, (single, double) in ((13, odd), (12, even)):
        assert hit("1B", FIRST, roll, speed).to[1] == single
        assert hit("2B", FIRST, roll, speed).to[1] == double


def test_pt_h4_doubled_dice_give_only_the_bases_of_the_hit() -> None:
    assert hit("1B", FIRST, 44, "F").to[1] == 2
    assert hit("2B", FIRST, 44, "F").to[1] == 3


def test_pt_h5_runner_on_third_scores_on_any_hit_and_runner_on_second_on_a_double() -> None:
    assert hit("1B", THIRD, 33, "S").to[3] == 4
    assert hit("2B", SECOND, 33, "S").to[2] == 4
    assert hit("3B", FIRST, 33, "S").to[1] == 4
    assert hit("HR", LOADED, 33, "SSS").to == (4, 4, 4, 4)


def test_pt_h6_and_pt_a4_no_runner_passes_the_runner_ahead() -> None:
    play = hit("1B", FIRST | SECOND, 13, "FS")
    assert play.to[1:3] == (2, 3)
    assert hit("1B", FIRST | SECOND, 13, "FF").to[1:3] == (3, 4)


def test_pt_h7_runners_advance_on_an_infield_hit_as_on_any_other() -> None:
    assert hit("1B", SECOND, 19, "F").to[2] == 4
    assert hit("1B", SECOND, 19, "M").to[2] == 3


def test_pt_h8_without_the_option_11_and_22_are_ordinary_hits() -> None:
    for roll in (11, 22):
        table = Script(dice(roll))
        Scene("1B", charts=without_modifiers()).play(table)
        assert table.rolled == ["red", "white"]


def test_pt_a26_single_upgraded_to_a_double_moves_runners_like_a_double() -> None:
    scene = Scene("1B", FIRST, ratings={"r1": {"speed": "M"}}, grade="C")
    assert scene.play(Script(dice(20))).to[1] == 4


def grounder(fielder: str, white: int, bases: dict[str, str], outs: int = 0, **facts: Any) -> Any:
    answers = facts.pop("answers", {})
    scene = Scene(f"GO-{fielder}", bases, outs, charts=without_modifiers(), **facts)
    return scene.play(Script(dice(60 + white), answers))


def test_pt_go1_only_the_batter_is_out_with_bases_empty_or_two_outs() -> None:
    for bases, outs in ((NOBODY, 0), (LOADED, 2)):
        play = grounder("SS", 1, bases, outs)
        assert (play.outs, play.scored, play.code) == ((0,), (), "")


@pytest.mark.parametrize(
    ("bases", "code"),
    [(FIRST, "FC R3H"), (FIRST | SECOND, "FC R3H"), (FIRST | THIRD, "FC R3H"), (LOADED, "GO-2"), (SECOND, "PO-3 RH")],
)
def test_pt_go2_and_pt_a11_occupied_bases_select_the_table(bases: dict[str, str], code: str) -> None:
    assert grounder("SS", 4, bases).code == code


def test_pt_go2_printed_example_is_a_fielders_choice() -> None:
    play = Scene("GO-2B", FIRST, charts=without_modifiers()).play(Script(dice(47)))
    assert (play.code, play.to) == ("FC R3A", (1, -1, -2, -2))


def test_pt_go3_double_play_advances_the_others_unless_it_ends_the_inning() -> None:
    assert grounder("SS", 0, FIRST | SECOND | {}, 0).to == (-1, -1, 3, -2)
    assert grounder("SS", 0, FIRST | THIRD).to == (-1, -1, -2, 4)
    assert grounder("SS", 0, FIRST | THIRD, 1).to == (-1, -1, -2, 3)


def test_pt_go4_fielders_choice_holds_or_sends_the_runner_on_third() -> None:
    assert grounder("SS", 4, FIRST | THIRD).to == (1, -1, -2, 3)
    assert grounder("SS", 6, FIRST | THIRD).to == (1, -1, -2, 4)
    assert grounder("SS", 4, FIRST | SECOND).to == (1, -1, 3, -2)
    assert grounder("SS", 6, LOADED).to == (1, -1, 3, 4)


def test_pt_go5_putout_at_first_moves_or_holds_the_runners() -> None:
    assert grounder("SS", 9, FIRST | THIRD).to == (-1, 2, -2, 4)
    assert grounder("SS", 2, SECOND | THIRD).to == (-1, -2, 2, 3)


def test_pt_go6_and_pt_a9_lead_runner_is_out_on_any_base() -> None:
    assert grounder("SS", 0, SECOND).to == (1, -2, -1, -2)
    assert grounder("SS", 0, THIRD).to == (1, -2, -2, -1)
    assert grounder("SS", 0, SECOND | THIRD).to == (1, -2, 3, -1)


def test_pt_go7_force_at_home_leaves_the_bases_loaded() -> None:
    assert grounder("SS", 4, LOADED).to == (1, 2, 3, -1)


def test_pt_go8_and_pt_a10_defense_can_take_the_out_at_home_with_the_bases_loaded() -> None:
    assert grounder("P", 0, LOADED).to == (-1, 2, 3, -1)
    assert grounder("SS", 0, LOADED).to == (-1, -1, 3, 4)
    home_only = grounder("SS", 0, LOADED, answers={"double_play": "home_only"})
    assert (home_only.to, home_only.code, home_only.rule) == ((1, 2, 3, -1), "GDP refused", "PTGO8")


@pytest.mark.parametrize(
    ("inning", "outs", "occupied", "lead", "allowed"),
    [
        (8, 0, 0b101, -1, True),
        (8, 0, 0b101, 0, True),
        (9, 0, 0b111, 3, True),
        (7, 0, 0b101, -1, False),
        (8, 1, 0b101, -1, False),
        (8, 0, 0b101, -2, False),
        (8, 0, 0b011, -1, False),
    ],
)
def test_pt_go9_and_pt_a8_defense_can_refuse_a_late_double_play(
    inning: int, outs: int, occupied: int, lead: int, allowed: bool
) -> None:
    assert bool(refuse_double_play_ruling(inning, outs, occupied, lead)) == allowed


def test_pt_go9_refused_double_play_is_a_single_out_at_home() -> None:
    play = grounder("SS", 0, FIRST | THIRD, inning=8, lead=-1, answers={"double_play": "home_only"})
    assert (play.to, play.code, play.rule) == ((1, 2, -2, -1), "GDP refused", "PTGO9")


def test_pt_go10_no_run_scores_on_the_third_out() -> None:
    for fielder in ("P", "SS"):
        assert grounder(fielder, 0, LOADED, 1).scored == ()


def fly(field: str, bases: dict[str, str], roll: int | None, outs: int = 0, tables: dict | None = None) -> Any:
    scene = Scene(f"FO-{field}", bases, outs, charts=charts_with(tables or {}, modified=False))
    rolls = {} if roll is None else dice(roll, "tag_")
    table = Script(dice(43) | rolls, {"tag": "tag" if rolls else "hold"})
    return scene.play(table), table


@pytest.mark.parametrize(
    ("field", "bases", "outs", "expected"),
    [
        ("LF", SECOND, 0, False),
        ("LF", THIRD, 0, True),
        ("CF", SECOND, 1, True),
        ("RF", FIRST, 0, False),
        ("RF", THIRD, 2, False),
    ],
)
def test_pt_f1_runners_can_tag_on_listed_flies(field: str, bases: dict[str, str], outs: int, expected: bool) -> None:
    assert ("tag" in fly(field, bases, None, outs)[1].offered) == expected


def test_pt_f2_printed_tag_roll_examples_match() -> None:
    assert fly("RF", FIRST | SECOND, 43)[0].to == (-1, 1, 3, -2)
    assert fly("RF", SECOND | THIRD, 49)[0].to == (-1, -2, 2, 4)
    assert fly("RF", SECOND, 46)[0].to == (-1, -2, 2, -2)


@pytest.mark.parametrize("roll", [77, 88, 99])
def test_pt_f3_lead_runner_is_out_on_77_88_and_99(roll: int) -> None:
    assert fly("CF", THIRD, roll)[0].to == (-1, -2, -2, -1)
    assert fly("CF", SECOND, roll)[0].to == (-1, -2, -1, -2)


def test_pt_f4_runners_may_stay() -> None:
    play, table = fly("RF", SECOND | THIRD, None)
    assert (play.to, "tag_red" in table.rolled) == ((-1, -2, 2, 3), False)


def test_pt_f5_pt_a12_and_pt_a13_trailing_runner_has_a_separate_number_and_needs_an_open_base() -> None:
    wide = {"tag": {"CF": {"second": 80, "third": 90}}}
    assert fly("CF", SECOND | THIRD, 77, tables=wide)[0].to == (-1, -2, 3, -1)
    barred = {"tag": {"CF": {"second": 80, "third": 40}}}
    assert fly("CF", SECOND | THIRD, 60, tables=barred)[0].to == (-1, -2, 2, 3)
    assert fly("LF", SECOND | THIRD, 10)[0].to == (-1, -2, 2, 4)


@pytest.mark.parametrize(
    ("chance", "occupied", "outs", "sacrifice", "squeeze"),
    [
        (80, 0b001, 0, True, False),
        (80, 0b011, 1, True, False),
        (80, 0b010, 0, True, False),
        (80, 0b000, 0, False, False),
        (80, 0b100, 0, False, True),
        (80, 0b101, 1, False, True),
        (80, 0b001, 2, False, False),
        (None, 0b001, 0, False, False),
    ],
)
def test_pt_s1_bunt_needs_a_chance_rating_runners_and_fewer_than_two_outs(
    chance: Any, occupied: int, outs: int, sacrifice: bool, squeeze: bool
) -> None:
    assert bool(bunt_ruling("sacrifice", chance, occupied, outs)) == sacrifice
    assert bool(bunt_ruling("squeeze", chance, occupied, outs)) == squeeze


def test_pt_s2_pt_s3_pt_s4_pt_s5_and_pt_s6_bunt_results_against_89_match_the_printed_ranges() -> None:
    results = [bunt_result(89, roll) for roll in range(100)]
    assert {roll for roll, result in enumerate(results) if result == "I-Hit"} == {0, 11, 22, 33, 44, 55, 66, 77, 88}
    assert [roll for roll, result in enumerate(results) if result == "throwing error"] == [89]
    assert [roll for roll, result in enumerate(results) if result == "PODP"] == [99]
    assert [roll for roll, result in enumerate(results) if result == "failed"] == list(range(90, 99))


def bunted(chance: int, roll: int, bases: dict[str, str], kind: str = "sacrifice", outs: int = 0) -> Any:
    scene = Scene(bases=bases, outs=outs, ratings={"batter": {"bunt": chance}})
    return scene.play(Script(dice(roll, "bunt_"), {"play": kind}))


def test_pt_s2_sacrifice_is_scored_by_even_and_odd() -> None:
    assert (bunted(89, 36, FIRST).code, bunted(89, 37, FIRST).code) == ("SH 5-4", "SH 3-4")
    assert bunted(89, 36, FIRST | SECOND).to == (-1, 2, 3, -2)


def test_pt_s4_equal_roll_is_an_error_even_on_doubled_dice() -> None:
    play = bunted(88, 88, FIRST | SECOND)
    assert (play.kind, play.to, play.errors[0].position) == ("error", (1, 2, 3, -2), "3b")


def test_pt_s5_and_pt_a14_failed_bunt_retires_the_lead_runner() -> None:
    assert bunted(40, 41, SECOND, outs=1).to == (1, -2, -1, -2)
    assert bunted(89, 95, FIRST | SECOND).to == (1, 2, -1, -2)


def test_pt_s6_pop_up_doubles_off_the_lead_runner() -> None:
    play = bunted(89, 99, FIRST | SECOND)
    assert (play.to, play.fielder) == ((-1, 1, -1, -2), "p")


@pytest.mark.parametrize(
    ("roll", "to"),
    [
        (63, (-1, 2, -2, 4)),
        (55, (1, 2, -2, 4)),
        (64, (1, 2, -2, 4)),
        (65, (1, 2, -2, -1)),
        (66, (-1, 1, -2, -1)),
    ],
)
def test_pt_s7_and_pt_a15_squeeze_has_the_same_outcomes_25_lower(roll: int, to: tuple) -> None:
    assert bunted(89, roll, FIRST | THIRD, "squeeze").to == to


def test_pt_s7_squeeze_with_a_chance_below_25_can_only_fail() -> None:
    assert {bunt_result(-1, roll) for roll in range(100)} == {"failed", "PODP"}


def checked(line: str, number: int, blue: int, chance: int, bases: dict[str, str], outs: int = 0) -> Any:
    scene = Scene(line, bases, outs, ratings={"ss": {"error": chance}, "rf": {"error": chance}})
    return scene.play(Script(dice(43) | dice(number, "error_") | {"error_blue": blue}))


def test_pt_e1_error_happens_up_to_the_rating_always_on_9_and_only_on_0() -> None:
    assert all(is_error(9, blue) for blue in range(10))
    assert [blue for blue in range(10) if is_error(0, blue)] == [0]
    assert checked("ROE/PO", 68, 4, 4, NOBODY).kind == "error"
    assert checked("ROE/PO", 68, 5, 4, NOBODY).kind == "popout"


def test_pt_e2_and_pt_a16_error_advances_runners_an_extra_base_with_two_outs() -> None:
    assert checked("ROE/PO", 68, 0, 4, FIRST).to == (1, 2, -2, -2)
    assert checked("ROE/PO", 68, 0, 4, FIRST, 2).to == (1, 3, -2, -2)
    assert checked("ROE/LO", 95, 0, 4, FIRST | SECOND, 2).to == (2, 3, 4, -2)


def test_pt_e3_ball_without_an_error_is_caught_and_runners_hold() -> None:
    play = checked("ROE/LO", 68, 9, 4, LOADED)
    assert (play.kind, play.fielder, play.to) == ("lineout", "ss", (-1, 1, 2, 3))


def test_winning_run_ends_the_game_and_shortens_the_hit() -> None:
    scene = Scene("2B", THIRD, bottom=True, inning=9, rules=GameRules())
    play = scene.play(Script(dice(43)))
    assert (play.kind, scene.game.state.ending) == ("single", "walk_off")
