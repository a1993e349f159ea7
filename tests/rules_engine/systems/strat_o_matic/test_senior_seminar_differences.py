"""Play each of the 33 differences between Senior Seminar and the official rules."""

import pytest

from rules_engine.baseball.bases import FIRST, SECOND, THIRD, occupied
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.cards.notation import NotationError, parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.positions import fielding_assignment
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, PositionRating
from rules_engine.systems.strat_o_matic.cards.shared_cards import fielders_pitching_card
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, chart_portion
from rules_engine.systems.strat_o_matic.pitching.fatigue import apply_fatigue_dot
from rules_engine.systems.strat_o_matic.pitching.injuries import injured_role
from rules_engine.systems.strat_o_matic.pitching.rest import rest_after_start
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.conformance.innings import face, pitching_scene
from tests.conformance.playing import Scene, Script, x_chance, x_line
from tests.rules_engine.systems.strat_o_matic.test_senior_seminar import (
    ADVANCED,
    SEMINAR,
    SPLIT,
    after_the_offence,
    bunted,
    games_injured,
    grounder,
    hit,
    made,
    offers,
    relieved_at_once,
    resting_players,
    rests,
    rule_of,
    single_with,
    steal,
)

BASIC, SUPER = load_ruleset("som_basic"), load_ruleset("som_super_advanced")


def test_ss_d1_d20_settles_the_split_and_later_checks_roll_again() -> None:
    scene = Scene(SEMINAR, {"first": "r1"}, line=parse_line("SINGLE 1-10 / strikeout 11-20"))
    script = Script({"split": 10, "location": 3, "lead": 20}, {"send_lead": "send"})
    assert made(scene, script).kind == "single"
    assert script.rolled == ["white", "colored_1", "colored_2", "split", "location", "lead"]
    plain = Script({"split": 10})
    made(Scene(SEMINAR), plain)
    assert plain.rolled == ["white", "colored_1", "colored_2", "split"]


def test_ss_d2_defense_declares_first_and_is_rejected_after_the_offense() -> None:
    assert not after_the_offence(SEMINAR)
    assert after_the_offence(ADVANCED)


def test_ss_d3_reliever_must_face_a_batter() -> None:
    assert not relieved_at_once(SEMINAR)
    assert relieved_at_once(ADVANCED)


def test_ss_d4_asterisks_always_bind() -> None:
    assert not offers(SEMINAR, "send_lead", "send", bases={"first": "r1"}, line=parse_line("SINGLE*"))
    assert offers(SEMINAR, "send_lead", "send", bases={"first": "r1"}, line=parse_line("SINGLE"))


def test_ss_d5_d6_selects_the_throwing_fielder() -> None:
    assert [hit(SEMINAR, location=die, lead=1, line="SINGLE(lf)").fielder for die in (2, 4, 6)] == ["lf", "cf", "rf"]


def test_ss_d6_throw_to_third_is_two_longer_from_right_and_two_shorter_from_left() -> None:
    safe = [sum(hit(SEMINAR, location=die, lead=d20).to[FIRST] == THIRD for d20 in range(1, 21)) for die in (1, 3, 5)]
    assert safe == [10, 12, 14]


def test_ss_d7_held_lead_runner_loses_1_and_others_gain_nothing() -> None:
    assert hit(SEMINAR, hold=True, lead=12).to[FIRST] == OUT
    assert hit(SEMINAR, lead=12).to[FIRST] == THIRD
    assert hit(SEMINAR, lead=13).to[FIRST] == OUT


def test_ss_d8_cutoff_is_the_plain_cutoff() -> None:
    script = Script(SPLIT | {"location": 3, "lead": 20, "plate": 20}, {"send_lead": "send", "throw": "throw"})
    scene = Scene(SEMINAR, {"first": "r1", "second": "r2"}, line=parse_line("SINGLE"))
    play = made(scene, script)
    assert (list(script.offered["throw"]), play.to[SECOND], play.to[FIRST]) == (["cut_off", "throw"], OUT, THIRD)
    assert "send_trail" not in script.offered


def test_ss_d9_catcher_blocks_the_plate_but_not_throws_to_third() -> None:
    to_third = Script(SPLIT | {"location": 3, "lead": 10}, {"send_lead": "send"})
    made(Scene(SEMINAR, {"first": "r1"}, line=parse_line("SINGLE")), to_third)
    home = Script(SPLIT | {"location": 3, "lead": 11, "plate": 1}, {"send_lead": "send"})
    play = made(Scene(SEMINAR, {"second": "r2"}, line=parse_line("SINGLE")), home)
    assert ("plate" in to_third.rolled, "plate" in home.rolled, play.scored) == (False, True, (SECOND,))


def test_ss_d10_no_fly_is_in_question_and_no_home_run_is_robbed() -> None:
    assert not offers(SEMINAR, "send_lead", "send", bases={"third": "r3"}, line=parse_line("fly(cf)B?"))
    script = Script({"split": 10})
    made(Scene(SEMINAR, line=parse_line("HOMERUN 1-10 / fly(cf)B 11-20")), script)
    assert "rob" not in script.rolled


def test_ss_d11_x_chance_uses_a_single_d20() -> None:
    script = Script(SPLIT | {"range": 16})
    made(Scene(SEMINAR, line=x_line("2b"), charts=x_chance(SEMINAR, "2b", "error 1")), script)
    assert script.rolled[-1] == "range"


def test_ss_d12_x_chance_always_uses_the_infield_back() -> None:
    assert grounder(SEMINAR, "2b", "in", {"third": "r3"}, chart="gb A") == "Deep"
    assert grounder(ADVANCED, "2b", "in", {"third": "r3"}, chart="gb A") == "Batter"


def test_ss_d13_plus_is_a_single_by_fielder_and_holds() -> None:
    assert single_with(SEMINAR, "gb(ss)A+", hold="1")
    assert not single_with(SEMINAR, "gb(3b)A+", hold="1")
    assert single_with(BASIC, "gb(3b)A+", hold="1")
    assert not single_with(SUPER, "gb(ss)A+", hold="1")


def test_ss_d14_lineout_max_is_a_triple_play_if_possible() -> None:
    scene = Scene(SEMINAR, {"first": "r1", "second": "r2"}, line=parse_line("lomax"))
    assert made(scene, Script(dict(SPLIT))).to.count(OUT) == 3


def test_ss_d15_no_injury_lasts_beyond_the_game() -> None:
    assert games_injured(SEMINAR) == 0 < games_injured(ADVANCED)


def test_ss_d16_hand_affects_only_power() -> None:
    weak = {"power": {"left": "N", "right": "W"}}
    scenes = [
        Scene(SEMINAR, batter=weak, pitcher={"throws": hand}, line=parse_line("N HOMERUN")) for hand in ("L", "R")
    ]
    assert [made(scene, Script(SPLIT | {"white": 4})).kind for scene in scenes] == ["homerun", "single"]
    assert not SEMINAR.cards.sides


def test_ss_d17_sacrifice_with_a_runner_on_third_needs_first_and_third() -> None:
    assert Scene(SEMINAR, {"first": "r1", "third": "r3"}).offered("sacrifice")
    assert not Scene(SEMINAR, {"third": "r3"}).offered("sacrifice")


def test_ss_d18_corners_in_lower_the_bunt_grade() -> None:
    assert bunted(SEMINAR) == "sacrifice"  # the B column; an A bunter would get a hit


def test_ss_d19_hold_helps_the_hit_and_run_but_corners_in_do_not() -> None:
    results = ("double", "single", "flyout", "strikeout")
    column = {rating: (result,) * 11 for rating, result in zip("ABCD", results, strict=True)}

    def play_code(**announced: str) -> str:
        scene = Scene(SEMINAR, {"first": "r1"}, batter={"hit_and_run": "C"})
        chart = scene.game.setup.strategy_chart
        scene.game.setup.strategy_chart = chart.__class__(chart.sacrifice, chart.squeeze, column)
        return made(scene, Script({}, {"play": "hit_and_run", **announced})).kind

    assert [play_code(), play_code(hold="1"), play_code(infield="in"), play_code(infield="corners_in")] == [
        "flyout",
        "single",
        "single",
        "flyout",
    ]


def test_ss_d20_steal_uses_grade_arm_and_hold() -> None:
    assert (steal(SEMINAR, arm=-1, charted=13, hold=True), steal(SEMINAR, arm=-1, charted=13)) == (9, 12)


def test_ss_8_1_steal_is_always_safe_on_1_and_never_on_20_against_a_hold() -> None:
    assert steal(SEMINAR, charted=1, arm=-3) == 1
    assert [steal(SEMINAR, charted=20, arm=5, hold=hold) for hold in (True, False)] == [19, 20]


def test_ss_d21_infield_in_adds_five_to_a_steal() -> None:
    assert (steal(SEMINAR, infield="in"), steal(SEMINAR)) == (14, 9)


def test_ss_d22_defense_can_hold_the_ball_on_any_steal() -> None:
    for base, key in (("first", "steal_1"), ("third", "steal_3")):
        assert offers(SEMINAR, "steal_throw", "hold_ball", bases={base: "r"}, answers={"play": key})


def test_ss_d23_infield_can_always_play_in_with_pitcher_and_catcher() -> None:
    assert offers(SEMINAR, "infield", "in", bases={}, outs=2)
    assert grounder(SEMINAR, "gb(p)A", "in", {"third": "r3"}) == "Batter"


def test_ss_d24_corners_in_bring_the_pitcher_in_with_third_or_second_and_third() -> None:
    on = ({"third": "r3"}, {"second": "r2", "third": "r3"}, {"first": "r1", "third": "r3"})
    assert [grounder(SEMINAR, "gb(p)A", "corners_in", bases) for bases in on] == ["Batter", "Batter", "DP43"]


@pytest.mark.parametrize("base", [FIRST, SECOND, THIRD])
def test_ss_9_2a_corners_in_apply_with_any_runners(base: int) -> None:
    """15.3 plays the corners back with nobody on third."""
    where = Situation(occupied(base), infield="corners_in")
    portions = {fielder: chart_portion(SEMINAR, where, Grounder(fielder, 0, "card")) for fielder in ("1b", "3b", "2b")}
    assert portions == {"1b": "in", "3b": "in", "2b": "back"}


def test_ss_appendix_pitchers_need_no_rest_and_charts_rest_batters() -> None:
    assert [rest_after_start(SEMINAR.rest, asterisk=asterisk) for asterisk in (True, False)] == [0, 0]
    assert len(resting_players(SEMINAR)) == 3


def test_ss_d25_outfield_does_not_come_in() -> None:
    assert not offers(SEMINAR, "outfield", "in", bases={"third": "r3"}, inning=9, bottom=True)


def test_ss_d26_tired_pitcher_leaves_and_dots_do_not_count() -> None:
    assert rule_of(["single"] * 3, starter=True, pow_inning=6) == "SS10.1A"
    out = parse_reading("strikeout")
    assert apply_fatigue_dot(SEMINAR.endurance, out, dotted=True, tired=True) == out
    assert apply_fatigue_dot(ADVANCED.endurance, out, dotted=True, tired=True) != out


def test_ss_d27_starter_leaves_before_the_third_inning_past_endurance() -> None:
    assert rule_of(["out"] * 3, starter=True, pow_inning=6, inning=8) == "SS10.1C"


def test_ss_d28_reliever_leaves_two_innings_past_endurance() -> None:
    assert rule_of(["out"] * 12, starter=False, pow_inning=2) == "SS10.2C"


def test_ss_d29_six_runs_in_an_inning_remove_any_pitcher() -> None:
    assert rule_of(["homer"] * 6, starter=False, pow_inning=9, inning=1) == "SS10.3"


def test_ss_d30_closers_rest_wild_pitches_and_parks_do_not_exist() -> None:
    assert rests(SEMINAR)
    script = Script(dict(SPLIT))
    made(Scene(SEMINAR, {"first": "r1"}), script)
    assert "pitch" not in script.rolled
    scene = pitching_scene(SEMINAR, Endurance(starter=9, relief=9, closer="N"), inning=9, relief=True, lead=1)
    face(scene, "single")
    assert forced_pitching_change(scene.game, scene.game.state) is None
    marked = Scene(SEMINAR, line=parse_line("[park homerun] strikeout"))
    assert made(marked, Script(dict(SPLIT))).kind == "strikeout"


def test_ss_d31_player_out_of_position_has_the_worst_fielding() -> None:
    catcher = fielding_assignment(SEMINAR.injuries, [PositionRating("1b", 1, None, 0)], "c", 0)
    assert (catcher.fielding.range, catcher.fielding.arm, catcher.throws_away) == (5, 5, 20)


def test_ss_d32_position_player_pitches_as_relief_1_with_the_worst_fielding() -> None:
    card = fielders_pitching_card("somebody", "R")
    assert (card.fielding.range, card.endurance.relief) == (5, 1)


def test_ss_d33_double_has_two_asterisks_or_none() -> None:
    with pytest.raises(NotationError, match="can't have 1 asterisks"):
        parse_reading("DOUBLE*")


def test_ss_6_4_six_twelve_by_the_designated_hitter_checks_only_the_pitcher() -> None:
    facts = {"plus_injury": True, "white": 6, "colored": 12, "designated_hitter_bats": True}
    assert injured_role(SEMINAR.injuries, **facts) == "fielding_pitcher"
    assert injured_role(ADVANCED.injuries, **facts) == "batter"
