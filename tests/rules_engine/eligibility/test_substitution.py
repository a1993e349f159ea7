import pytest

from rules_engine.eligibility.substitution import (
    SubstitutionFinding,
    check_reliever_batting_spot,
    may_leave,
    may_move_fielders,
    may_pinch_hit,
    may_remove_last_pitcher,
    may_starter_leave,
)
from rules_engine.innings import parse_innings
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")


@pytest.mark.parametrize(
    ("how", "may"),
    [
        ({"with_substitution": True, "beginning_of_half_inning": False}, True),
        ({"with_substitution": False, "beginning_of_half_inning": True}, True),
        ({"with_substitution": False, "beginning_of_half_inning": False}, False),
        (
            {
                "with_substitution": False,
                "beginning_of_half_inning": False,
                "hitters_pitching_card": True,
                "involves_pitcher": True,
            },
            True,
        ),
        ({"with_substitution": False, "beginning_of_half_inning": False, "hitters_pitching_card": True}, False),
        ({"with_substitution": False, "beginning_of_half_inning": False, "involves_pitcher": True}, False),
        ({"with_substitution": True, "beginning_of_half_inning": True, "dice_rolled": True}, False),
    ],
)
def test_t0_15_fielders_can_move_only_at_allowed_times(how, may):
    assert bool(may_move_fielders(**how)) is may


def test_t29_13_nobody_moves_once_the_roll_starts():
    ruling = may_move_fielders(with_substitution=True, beginning_of_half_inning=True, dice_rolled=True)
    assert (bool(ruling), ruling.rule) == (False, "T29.13")


@pytest.mark.parametrize(
    ("how", "rule", "may"),
    [
        ({"inning": 5, "started": True}, "T10.11", False),
        ({"inning": 6, "started": True}, "T10.11", True),
        ({"inning": 2, "started": False}, "T10.11", True),
        ({"inning": 4, "started": True, "new_opposing_pitcher_on_mound": True}, "T10.11", True),
        ({"inning": 8, "started": True, "positions_coverable": False}, "S10.1", False),
        ({"inning": 2, "started": True, "positions_coverable": False, "injured": True}, "T25.2", True),
    ],
)
def test_t10_11_position_player_can_leave_only_at_allowed_times(how, rule, may):
    ruling = may_leave(**how)
    assert (bool(ruling), ruling.rule) == (may, rule)


@pytest.mark.parametrize(("reason", "may"), [("pinch_hitter", True), ("pinch_runner", True), ("other", False)])
def test_s10_1_last_pitcher_can_be_hit_or_run_for(reason, may):
    ruling = may_remove_last_pitcher(reason)
    assert bool(ruling) is may
    assert (ruling.finding is SubstitutionFinding.POSITION_PLAYER_PITCHES_NEXT) is may
    assert may_remove_last_pitcher("other", injured=True)


@pytest.mark.parametrize(
    ("inning", "spot", "injured_spot", "covers", "may"),
    [
        (4, 9, None, False, True),
        (4, 3, None, False, False),
        (4, 3, 3, True, True),
        (4, 3, 3, False, False),
        (4, 2, 3, True, False),
        (6, 3, None, False, True),
    ],
)
def test_t10_11_reliever_bats_in_the_allowed_spot(inning, spot, injured_spot, covers, may):
    ruling = check_reliever_batting_spot(
        inning, 9, spot, injured_players_spot=injured_spot, pinch_hitter_covers_injured=covers
    )
    assert bool(ruling) is may


def test_t10_11_pitchers_pinch_hit_only_for_pitchers():
    assert not may_pinch_hit(pitcher_hits=True, for_pitcher=False)
    assert may_pinch_hit(pitcher_hits=True, for_pitcher=True)
    assert may_pinch_hit(pitcher_hits=False, for_pitcher=False)


@pytest.mark.parametrize(
    ("innings", "runs", "injured", "may"),
    [
        ("4.2", 3, False, False),
        ("5.0", 0, False, True),
        ("0.0", 4, False, True),
        ("0.0", 5, False, True),
        ("1.0", 0, True, True),
    ],
)
def test_t10_2_starter_stays_five_innings_or_four_runs(innings, runs, injured, may):
    assert bool(may_starter_leave(parse_innings(innings), runs, PURESTRAT, injured=injured)) is may


def test_t10_2_reason_shows_actual_and_required_innings_and_runs():
    ruling = may_starter_leave(14, 1, PURESTRAT)
    assert ruling.reason == "4.2 innings and 1 run: the starter may leave after 5.0 innings or 4 runs"
