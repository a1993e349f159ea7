"""Players out of position and position players who pitch (10.1, 25.2, 25.21, 25.3, T10.11, T25.3)."""

import pytest

from rules_engine.systems.strat_o_matic.cards.positions import (
    PositionCandidate,
    fielding_assignment,
    load_outfield_chart,
    mound_ratings,
    mound_swap_ruling,
    position_player_ruling,
    replacement_candidates,
    throwing_hand,
)
from rules_engine.systems.strat_o_matic.cards.ratings import parse_fielding
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).injuries for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)


def test_25_21_printed_lf_1_cf_3_example_is_a_range_2_right_fielder():
    placed = fielding_assignment(SUPER, parse_fielding("lf-1(-2)e3, cf-3e9"), "rf", highest_e=25)
    assert (str(placed.fielding), placed.basis, placed.rule) == ("rf-2(-2)e3", "lf", "25.21")


def test_25_21_corner_outfielder_always_has_a_worse_range_in_center():
    chart = load_outfield_chart()
    for listed in ("lf", "rf"):
        assert all(new > old for old, new in enumerate(chart[listed, "cf"][:3], start=1))


@pytest.mark.parametrize("rules", [ADVANCED, SUPER, STAR])
def test_25_2_unrated_player_gets_the_worst_ratings(rules):
    catcher = fielding_assignment(rules, parse_fielding("1b-3e10"), "c", highest_e=20)
    assert (str(catcher.fielding), catcher.throws_away, catcher.passed_ball) == ("c-5(+5)e20", 20, 20)
    infielder = fielding_assignment(rules, parse_fielding("1b-3e10"), "ss", highest_e=88)
    assert (str(infielder.fielding), infielder.throws_away) == ("ss-5e88", 0)
    assert str(fielding_assignment(rules, parse_fielding("ss-1e5"), "rf", highest_e=25).fielding) == "rf-5(+5)e25"


def test_10_1_basic_uses_only_the_range():
    assert str(fielding_assignment(BASIC, parse_fielding("1b-3"), "c", highest_e=20).fielding) == "c-5"


def test_t25_21_star_has_no_outfield_adjustment():
    placed = fielding_assignment(STAR, parse_fielding("lf-1(-2)e3"), "rf", highest_e=25)
    assert (str(placed.fielding), placed.rule) == ("rf-5(+5)e25", "T25.2")


def test_25_2_listed_position_uses_its_listed_rating():
    assert str(fielding_assignment(STAR, parse_fielding("lf-1(-2)e3, 1b-4e9"), "1b", highest_e=30).fielding) == "1b-4e9"


def test_t10_11_star_player_without_a_position_is_1b_5e30():
    assert str(fielding_assignment(STAR, (), "1b", highest_e=40).fielding) == "1b-5e30"
    assert str(fielding_assignment(STAR, (), "2b", highest_e=53).fielding) == "2b-5e53"
    assert str(fielding_assignment(SUPER, (), "1b", highest_e=40).fielding) == "1b-5e40"


def test_25_3_position_player_on_the_mound_has_fixed_ratings():
    ratings = mound_ratings("L")
    assert (str(ratings.fielding), ratings.hold, str(ratings.endurance), ratings.balk, ratings.wild_pitch) == (
        "p-5e51",
        9,
        "relief(1)/N",
        20,
        20,
    )


def test_25_3_throwing_hand_follows_the_batting_side_unless_known():
    assert [throwing_hand(bats) for bats in ("L", "R", "S")] == ["L", "R", "R"]
    assert throwing_hand("L", "R") == "R"


def test_t25_3_star_fielder_pitches_only_if_no_pitcher_is_left():
    refused = position_player_ruling(STAR, 1)
    assert (refused.allowed, refused.rule) == (False, "T25.3")
    assert position_player_ruling(STAR, 0)
    assert position_player_ruling(SUPER, 1)


def test_t25_3_fielder_on_the_mound_can_swap_into_a_listed_position():
    assert mound_swap_ruling(["1b"], "1b")
    assert not mound_swap_ruling(["1b"], "ss")
    assert not mound_swap_ruling(["1b"], "1b", has_pitched_before=True)


SHORTSTOP = PositionCandidate("shortstop", parse_fielding("ss-2e20"))
LEFT_FIELDER = PositionCandidate("left fielder", parse_fielding("lf-2(0)e5"))
PITCHER = PositionCandidate("pitcher", parse_fielding("p-3e10"), is_pitcher=True)


def names(rules, position, *candidates):
    return [candidate.name for candidate in replacement_candidates(rules, position, candidates)]


def test_25_2_rated_player_fills_in_before_a_similar_player():
    assert names(SUPER, "ss", LEFT_FIELDER, SHORTSTOP, PITCHER) == ["shortstop"]
    assert names(SUPER, "2b", LEFT_FIELDER, SHORTSTOP, PITCHER) == ["shortstop"]
    assert names(SUPER, "rf", LEFT_FIELDER, SHORTSTOP, PITCHER) == ["left fielder"]
    assert names(SUPER, "c", LEFT_FIELDER, PITCHER) == ["left fielder"]


def test_t25_2_star_uses_position_players_then_pitchers_then_an_invented_player():
    assert names(STAR, "2b", LEFT_FIELDER, SHORTSTOP, PITCHER) == ["left fielder", "shortstop"]
    assert names(STAR, "2b", PITCHER) == ["pitcher"]
    assert names(STAR, "2b") == []
