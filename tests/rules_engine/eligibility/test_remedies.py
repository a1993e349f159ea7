import pytest

from rules_engine.eligibility.board import StaffMember
from rules_engine.eligibility.remedies import (
    check_misread_play,
    defense_not_announced,
    illegal_starting_lineup,
    ineligible_pitcher_used,
    last_third,
    lineup_repair,
    needed_to_start,
    new_pitcher_not_announced,
    removed_player_reentered,
    uncoverable_substitution,
)
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import STARTER, sheet

PURESTRAT = load_profile("purestrat@1")


@pytest.mark.parametrize(
    ("left", "on_play", "extra", "must_leave"), [(1, 2, 1, True), (2, 2, 0, True), (3, 2, 0, False), (1, 3, 2, True)]
)
def test_t31_1_double_play_on_the_last_third_counts_extra_thirds(left, on_play, extra, must_leave):
    third = last_third(left, on_play)
    assert (third.outs_entered, third.extra_thirds, third.must_leave, third.penalty) == (
        on_play,
        extra,
        must_leave,
        False,
    )


@pytest.mark.parametrize(
    ("faced", "eligible_once", "rule", "reset", "accept"),
    [
        (2, True, "T31.2", "last_legal_out", True),
        (1, False, "T31.2", "entry", True),
        (0, True, "T31.2", "none", False),
    ],
)
def test_t31_2_ineligible_pitcher_remedy_depends_on_usage(faced, eligible_once, rule, reset, accept):
    remedy = ineligible_pitcher_used(faced, was_eligible=eligible_once)
    assert (remedy.ruling.rule, remedy.reset, remedy.may_accept, remedy.footnote) == (rule, reset, accept, accept)


def test_t31_2_remedy_excludes_a_pitcher_lifted_for_a_hitter():
    assert ineligible_pitcher_used(1, lifted_for_hitter=True).ruling.rule == "T31.11"


def test_t31_3_and_t31_5_accepted_removals_count_as_injuries():
    assert removed_player_reentered().treated_as_injury
    assert uncoverable_substitution().treated_as_injury
    assert (removed_player_reentered().reset, uncoverable_substitution().reset) == ("point_of_mistake", "removal")


def test_t31_4_illegal_lineup_restarts_the_game_or_is_repaired():
    assert illegal_starting_lineup().reset == "start_of_game"
    assert lineup_repair(can_be_made_legal=True) == (True, False, False)
    assert lineup_repair(can_be_made_legal=False).worst_defense


@pytest.mark.parametrize(
    ("needed", "batted", "can_play", "assumed", "worst", "reset"),
    [
        (False, False, False, False, False, "none"),
        (True, False, True, True, False, "none"),
        (False, True, True, True, False, "none"),
        (True, False, False, True, True, "none"),
        (False, True, False, True, False, "first_illegal_plate_appearance"),
        (True, True, False, True, True, "first_illegal_plate_appearance"),
    ],
)
def test_t31_6_unannounced_defense_gets_assumed_positions(needed, batted, can_play, assumed, worst, reset):
    remedy = defense_not_announced(
        fielded_a_play=needed, batted_in_later_inning=batted, can_play_replaced_position=can_play
    )
    assert (remedy.assumed_in_replaced_position, remedy.worst_defense_on_play) == (assumed, worst)
    assert remedy.remedy.reset == reset


@pytest.mark.parametrize(
    ("agree", "in_time", "reset", "occurred"),
    [(True, True, True, True), (True, False, False, True), (False, True, False, False)],
)
def test_t31_8_misread_play_reset_needs_both_managers_in_time(agree, in_time, reset, occurred):
    ruling = check_misread_play(both_agree=agree, recognized_in_time=in_time)
    assert (bool(ruling), ruling.facts["occurred"]) == (reset, occurred)


@pytest.mark.parametrize(
    ("how", "assumed"),
    [
        ({"pinch_hitter_may_pitch": False, "eligible_pitchers": 4}, None),
        ({"pinch_hitter_may_pitch": True, "eligible_pitchers": 4}, "pinch_hitter"),
        (
            {"pinch_hitter_may_pitch": True, "pinch_hitter_needed_to_start": True, "eligible_pitchers": 4},
            None,
        ),
        ({"pinch_hitter_may_pitch": False, "eligible_pitchers": 1}, "only_pitcher"),
        (
            {"pinch_hitter_may_pitch": False, "last_eligible_pitcher_lifted": True, "eligible_pitchers": 0},
            "pinch_hitter",
        ),
    ],
)
def test_t31_11_unannounced_new_pitcher_is_assumed(how, assumed):
    remedy = new_pitcher_not_announced(**how)
    assert remedy.assumed == assumed
    assert (remedy.remedy.reset == "point_of_mistake") is (assumed is None)
    assert remedy.hitters_pitching_card is how.get("last_eligible_pitcher_lifted", False)


def test_t31_11_pitcher_is_needed_to_start_if_others_cannot_cover_three_games():
    staff = {name: StaffMember(STARTER, sheet("- - - -")) for name in "ABCD"}
    assert not needed_to_start("D", staff, 5, PURESTRAT)
    tired = staff | {"A": StaffMember(STARTER, sheet("- - - s6.0"))}
    assert needed_to_start("D", tired, 5, PURESTRAT)
    back_for_the_third = staff | {"A": StaffMember(STARTER, sheet("- - s6.0 -"))}
    assert needed_to_start("D", back_for_the_third, 5, PURESTRAT).facts["starters"] == ("B", "C", "A")
