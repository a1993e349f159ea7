"""The shootout."""

import pytest

from rules_engine.competition.shootout import (
    bats_last,
    may_leave,
    may_pinch_hit,
    may_pitch_inning,
    named_starter_still_pitches,
    shootout_park,
    shootout_result,
)
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.innings import parse_innings
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
STARTER = PitchingRoles(True, False, parse_innings("210.0"))
RELIEVER = PitchingRoles(False, True, parse_innings("60.0"))


@pytest.mark.parametrize(
    ("first_rating", "second_rating", "mean"),
    [(9, 10, 10), (10, 11, 10), (1, 2, 2), (19, 20, 19), (4, 4, 4), (1, 20, 10), (1, 18, 10)],
)
def test_t32_0_park_average_rounds_halves_toward_ten(first_rating, second_rating, mean):
    assert shootout_park(
        ParkNumbers(first_rating, first_rating, 1, 1), ParkNumbers(second_rating, second_rating, 3, 3)
    ) == (mean, mean, 2, 2)


def test_t32_0_better_seed_or_high_roll_bats_last():
    assert bats_last({"Ann": [6], "Bob": [13]})[0] == "Bob"
    assert bats_last({"Ann": [6], "Bob": [13]}, "Ann")[0] == "Ann"
    assert bats_last({"Ann": [6], "Bob": [6]})[0] is None


@pytest.mark.parametrize(
    ("scores", "winner", "inning"),
    [
        ([(2, 0), (3, 1)], None, None),
        ([(2, 0), (3, 1), (3, 3), (3, 3), (3, 4)], "home", 5),
        ([(2, 0), (2, 0), (2, 1)], "visitor", 3),
        ([], None, None),
    ],
)
def test_t32_0_first_lead_after_the_third_inning_or_later_wins(scores, winner, inning):
    result = shootout_result(scores)
    assert (result.winner, result.after_inning) == (winner, inning)


def test_t32_0_home_team_ahead_after_the_top_of_the_third_does_not_bat():
    assert shootout_result([(0, 1), (0, 1)], (0, 1)).winner == "home"
    assert shootout_result([(0, 1)], (0, 1)).winner is None
    assert shootout_result([(0, 1), (0, 1)], (2, 1)).winner is None


def test_t32_0_starters_pitch_the_first_two_innings():
    assert may_pitch_inning(1, STARTER, PURESTRAT)
    assert "Only a starter" in may_pitch_inning(2, RELIEVER, PURESTRAT).reason
    assert may_pitch_inning(3, RELIEVER, PURESTRAT)
    assert not may_pitch_inning(3, PitchingRoles(True, False, parse_innings("124.2")), PURESTRAT)


def test_t32_0_pitchers_become_available_again_in_the_ninth_and_seventeenth():
    assert not may_pitch_inning(8, STARTER, PURESTRAT, pitched=[1])
    assert may_pitch_inning(9, STARTER, PURESTRAT, pitched=[1])
    assert not may_pitch_inning(16, STARTER, PURESTRAT, pitched=[1, 9])
    assert may_pitch_inning(17, STARTER, PURESTRAT, pitched=[1, 9])


def test_t32_0_pinch_hitting_pitcher_cannot_pitch_until_the_ninth():
    assert not may_pitch_inning(8, RELIEVER, PURESTRAT, pinch_hit=[2])
    assert may_pitch_inning(9, RELIEVER, PURESTRAT, pinch_hit=[2])


def test_t32_0_only_injured_position_players_leave_and_pitchers_finish_the_inning():
    assert not may_leave(pitcher=False, injured=False)
    assert may_leave(pitcher=False, injured=True)
    assert not may_leave(pitcher=True, injured=False)
    assert may_leave(pitcher=True, injured=False, inning_over=True)


def test_t32_0_pitcher_gets_a_single_pinch_hitter_each_time_through_the_order():
    assert may_pinch_hit(for_pitcher=True)
    assert not may_pinch_hit(for_pitcher=True, already_this_time_through=True)
    assert not may_pinch_hit(for_pitcher=False)
    assert named_starter_still_pitches(inning=1, top=True)
    assert not named_starter_still_pitches(inning=2, top=True)
