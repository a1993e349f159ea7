"""Examples printed in the manual beside its walk-through, each played as printed."""

from typing import Any

import pytest

from rules_engine.baseball.plays import Charge
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.pitchers.fatigue import PineTarAppearance, max_innings
from rules_engine.systems.pine_tar.play.mound import may_stay_ruling
from tests.rules_engine.systems.pine_tar.scene import STARTED, Scene, Script, dice
from tests.rules_engine.systems.pine_tar.telling import outcome_of, story

BUNTER = {"batter": {"bunt": 89}}


def bunted(roll: int, **bases: str) -> dict[str, Any]:
    """Return the result of a bunt with SHC 89 on this roll."""
    scene = Scene(bases=bases, ratings=BUNTER)
    play = scene.play(Script(dice(roll, "bunt_"), {"play": "sacrifice"}))
    return {"kind": play.kind, **story(scene, play)}


@pytest.mark.parametrize("roll", [0, 11, 22, 33, 44, 55, 66, 77, 88])
def test_pt_s3_shc_of_89_beats_out_the_bunt_on_lower_doubled_rolls(roll: int) -> None:
    after = bunted(roll, first="r1")
    assert (after["kind"], after["bases_after"]) == ("single", {"first": "batter", "second": "r1"})


def test_pt_s4_shc_of_89_draws_a_throwing_error_on_89() -> None:
    after = bunted(89, first="r1", second="r2")
    assert (after["kind"], after["outs_after"]) == ("error", 0)
    assert after["bases_after"] == {"first": "batter", "second": "r1", "third": "r2"}


@pytest.mark.parametrize("roll", range(90, 99))
def test_pt_s5_shc_of_89_fails_on_90_to_98_with_the_lead_runner_out_at_third(roll: int) -> None:
    after = bunted(roll, first="r1", second="r2")
    assert (after["kind"], after["runners_out"]) == ("fielders_choice", ["r2"])
    assert after["bases_after"] == {"first": "batter", "second": "r1"}


def test_pt_s6_shc_of_89_pops_into_a_double_play_only_on_99() -> None:
    after = bunted(99, first="r1", second="r2")
    assert (after["kind"], after["runners_out"], after["bases_after"]) == ("popout", ["batter", "r2"], {"first": "r1"})


def test_pt_f2_runner_on_third_scores_and_runner_on_second_holds_on_a_49_to_right() -> None:
    scene = Scene("FO-RF", {"second": "r2", "third": "r3"})
    play = scene.play(Script(dice(43) | dice(49, "tag_"), {"tag": "tag"}))
    assert story(scene, play) | {"outs_after": 1, "runs": 1, "bases_after": {"second": "r2"}} == story(scene, play)


@pytest.mark.parametrize(
    ("kind", "roll", "fielder", "reach", "comes_to", "goes"),
    [("2B", 36, "2b", "Pos", "GO-2B", "2b"), ("1B", 49, "cf", "Neu", "1B", "cf")],
)
def test_pt_pd2_and_pt_pd3_a_36_takes_away_the_double_and_a_49_lets_the_single_go_to_center(
    kind: str, roll: int, fielder: str, reach: str, comes_to: str, goes: str
) -> None:
    scene = Scene(kind, edition="standard+defensive_rolls", ratings={fielder: {"fielding_range": reach}})
    play = scene.play(Script(dice(11) | dice(roll, "defence_")))
    assert (outcome_of(play), play.fielder) == (comes_to, goes)


def test_pt_p1_pitcher_of_5_2_works_five_innings_starting_and_two_in_relief() -> None:
    assert [max_innings(notation.read_innings("5/2*"), started=started) for started in (True, False)] == [5, 2]


@pytest.mark.parametrize(
    ("innings", "runs", "reached", "rule"),
    [(6, 1, False, "PTP2"), (7, 2, False, "PTMI1"), (8, 2, False, "PTMI1"), (7, 2, True, ""), (7, 3, False, "")],
)
def test_pt_mi1_six_inning_starter_with_two_runs_continues_until_a_runner_reaches(
    innings: int, runs: int, reached: bool, rule: str
) -> None:
    scene = Scene(edition="standard+additional_mip", pitching={"innings": notation.read_innings("6")})
    bonus = innings > 6
    scene.game.tracker.appearances["p"] = PineTarAppearance(
        True, 6, outs=3 * innings, runs=runs, bonus=bonus, runner_reached=reached
    )
    ruling = may_stay_ruling(scene.game, scene.game.state)
    assert (ruling.rule if ruling else "") == rule


def test_pt_ri1_grade_b_lefty_is_c_against_a_righty_with_a_runner_on_second() -> None:
    def grade(bats: str, **bases: str) -> str:
        scene = Scene(
            bases=bases,
            edition="standard+risp_penalty",
            ratings={"batter": {"bats": bats}},
            throws="L",
            grade="B",
        )
        return str(scene.situation.grade)

    assert [grade("R", second="r2"), grade("L", second="r2"), grade("R", first="r1")] == ["C", "B", "B"]


def test_pt_e1_shortstop_with_ec_of_4_drops_a_68_up_to_a_blue_4() -> None:
    """PTE2: the batter gets one base."""

    def checked(blue: int) -> Any:
        scene = Scene("ROE/PO", ratings={"ss": {"error": 4}})
        return scene.play(Script(dice(43) | {"error_red": 6, "error_white": 8, "error_blue": blue}))

    assert (checked(4).kind, checked(4).errors) == ("error", (Charge("ss"),))
    assert (checked(5).kind, checked(5).fielder) == ("popout", "ss")


def test_pt_k2_rating_of_21_99_balks_up_to_21_and_throws_wild_pitches_above() -> None:
    def roll_result(roll: int) -> Any:
        scene = Scene("BK/WP", {"first": "r1"}, pitching={"wildness": notation.read_wildness("21/99")})
        return scene.play(Script(dice(43) | dice(roll, "balk_"))).kind

    assert [roll_result(roll) for roll in (0, 21, 22, 99)] == ["balk", "balk", "wild_pitch", "wild_pitch"]


def test_pt_g3_reliever_uses_the_first_grade_throughout() -> None:
    pitching = {"home": notation.read_grades("A+/B"), "away": notation.read_grades("A+/B")}
    scene = Scene(pitching=pitching, relief=True)
    scene.game.tracker.appearance(scene.game.state).batters_faced = 30
    assert STARTED not in scene.game.state.fielding.field
    assert scene.situation.grade == "A+"
