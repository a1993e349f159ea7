"""The printed examples in the Senior Seminar guide, each played as printed."""

from rules_engine.baseball.bases import FIRST, SECOND
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.batting.bunting import bunt_rating
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_rating
from rules_engine.systems.strat_o_matic.cards.dice import roll_card_line
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, PositionRating
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change
from tests.conformance.innings import face, pitching_scene
from tests.conformance.playing import STARTED, Scene, Script
from tests.rules_engine.systems.strat_o_matic.test_senior_seminar import SEMINAR, SPLIT, made, rule_of

LOADED, ON_FIRST = 0b111, 0b001


def test_ss_1_2_control_3_with_2_and_6_is_3_8_and_control_4_with_1_and_5_is_4_6() -> None:
    dice = [{"white": 3, "colored_1": 2, "colored_2": 6}, {"white": 4, "colored_1": 1, "colored_2": 5}]
    lines = [roll_card_line(Script(rolls)) for rolls in dice]
    assert [(line.card, line.label) for line in lines] == [("batter", "3-8"), ("pitcher", "4-6")]


def test_ss_3_1_running_14_against_arm_minus_1_is_safe_to_15_holds_to_19_and_is_out_on_20() -> None:
    def comes_to(d20: int) -> int:
        scene = Scene(
            SEMINAR,
            {"second": "r2"},
            line=parse_line("fly(rf)B"),
            runners={"second": {"running": 14}},
            fielders={"rf": PositionRating("rf", 3, -1, 0)},
        )
        return made(scene, Script(SPLIT | {"second": d20}, {"send_second": "send"})).to[SECOND]

    assert [comes_to(d20) for d20 in (15, 16, 19, 20)] == [3, SECOND, SECOND, OUT]


def test_ss_7_12_infield_in_makes_an_a_bunter_a_b_bunter() -> None:
    assert bunt_rating(SEMINAR.strategy, "A", "in", ON_FIRST) == "B"


def test_ss_7_21_corners_in_with_bases_loaded_makes_an_a_bunter_a_c_bunter() -> None:
    assert bunt_rating(SEMINAR.strategy, "A", "corners_in", LOADED) == "C"


def test_ss_7_32_b_hit_and_run_becomes_an_a() -> None:
    assert hit_and_run_rating(SEMINAR.strategy, "B", "in", hold=False) == "A"


def test_ss_8_2_held_b_runner_against_arm_minus_1_is_safe_on_1_to_9() -> None:
    def stolen(d20: int) -> bool:
        catcher = {"c": PositionRating("c", 3, -1, 0)}
        scene = Scene(SEMINAR, {"first": "r1"}, runners={"first": {"grade": "B"}}, fielders=catcher)
        answers = {"play": "steal_1", "hold": "1", "steal_throw": "throw"}
        return made(scene, Script({"steal": d20, "throwing_error": 20}, answers)).to[FIRST] != OUT

    assert [stolen(d20) for d20 in (9, 10)] == [True, False]


def test_ss_10_1_starter_6_leaves_on_three_in_the_6th_two_and_two_or_before_the_9th() -> None:
    assert rule_of(["single", "out", "walk", "double"], starter=True, pow_inning=6) == "SS10.1A"
    clean_then_two = ["out"] * 3 + ["walk", "walk", "out", "out", "out"]
    assert rule_of(clean_then_two, starter=True, pow_inning=6) == ""
    assert rule_of([*clean_then_two, "single", "single"], starter=True, pow_inning=6) == "SS10.1B"
    assert rule_of(["out"] * 9, starter=True, pow_inning=6) == "SS10.1C"


def test_ss_10_2_relief_2_entering_in_the_6th_leaves_on_a_leadoff_single_in_the_8th() -> None:
    scene = pitching_scene(SEMINAR, Endurance(starter=2, relief=2), inning=6, outs=1, relief=True)
    assert not [event for event in scene.game.log.events if isinstance(event, Substituted) and event.enters == STARTED]
    for half in (["out", "out"], ["out", "out", "walk", "walk", "out"]):
        for word in half:
            face(scene, word)
        assert forced_pitching_change(scene.game, scene.before) is None
        while scene.game.state.bottom:
            face(scene, "out")
    face(scene, "single")
    ruling = forced_pitching_change(scene.game, scene.game.state)
    assert ruling is not None
    assert ruling.rule == "SS10.2B"
