"""The point to which a game is reset, and the pitchers used by then."""

import pytest

from rules_engine.eligibility.game_reset import (
    START_OF_GAME,
    OutsPitched,
    PointOfGame,
    ResetPoint,
    find_reset_point,
    is_possible_point,
    outs_pitched_at_point,
    point_after_outs,
)

STARTER, RELIEVER, HOOK, CLOSER = 1, 2, 3, 4
STAFF = [OutsPitched(STARTER, 17), OutsPitched(RELIEVER, 0), OutsPitched(HOOK, 6), OutsPitched(CLOSER, 4)]


@pytest.mark.parametrize(
    ("point", "home", "visitors"),
    [
        (START_OF_GAME, 0, 0),
        (PointOfGame(1, is_bottom=False, outs=2), 2, 0),
        (PointOfGame(1, is_bottom=True, outs=2), 3, 2),
        (PointOfGame(7, is_bottom=False, outs=1), 19, 18),
        (PointOfGame(7, is_bottom=True, outs=0), 21, 18),
    ],
)
def test_home_team_fields_in_the_top_and_visitors_in_the_bottom(point, home, visitors):
    assert (point.outs_in_the_field(at_home=True), point.outs_in_the_field(at_home=False)) == (home, visitors)


@pytest.mark.parametrize("at_home", [True, False])
@pytest.mark.parametrize("outs", range(31))
def test_point_after_outs_round_trips(outs, at_home):
    assert point_after_outs(outs, at_home=at_home).outs_in_the_field(at_home=at_home) == outs


def test_t31_2_never_eligible_pitcher_resets_the_game_to_entry():
    at_entry = ResetPoint(PointOfGame(6, is_bottom=False, outs=2), RELIEVER)
    assert find_reset_point("entry", STAFF, HOOK, 0, at_home=True) == at_entry
    assert find_reset_point("entry", STAFF, STARTER, 0, at_home=False) == ResetPoint(PointOfGame(1, True, 0), None)


def test_t31_2_newly_ineligible_pitcher_resets_the_game_to_the_last_legal_out():
    assert find_reset_point("last_legal_out", STAFF, HOOK, 4, at_home=False) == ResetPoint(
        PointOfGame(8, True, 0), HOOK
    )
    assert find_reset_point("last_legal_out", STAFF, HOOK, 12, at_home=False) is None  # the sheet shows no violation


def test_t31_4_illegal_lineup_resets_to_the_start_and_removal_has_no_known_point():
    assert find_reset_point("start_of_game", STAFF, None, 0, at_home=True) == ResetPoint(START_OF_GAME, None)
    assert find_reset_point("removal", STAFF, HOOK, 0, at_home=True) is None
    assert find_reset_point("entry", STAFF, None, 0, at_home=True) is None


@pytest.mark.parametrize(
    ("outs", "on_mound", "expected"),
    [
        (0, None, []),
        (0, STARTER, [(STARTER, 0)]),
        (17, None, [(STARTER, 17)]),
        (17, RELIEVER, [(STARTER, 17), (RELIEVER, 0)]),
        (17, HOOK, [(STARTER, 17), (RELIEVER, 0), (HOOK, 0)]),
        (20, None, [(STARTER, 17), (RELIEVER, 0), (HOOK, 3)]),
        (27, None, [(STARTER, 17), (RELIEVER, 0), (HOOK, 6), (CLOSER, 4)]),
    ],
)
def test_t0_06_appearances_end_at_the_reset_point_and_later_ones_are_erased(outs, on_mound, expected):
    assert is_possible_point(STAFF, outs, on_mound)
    assert outs_pitched_at_point(STAFF, outs, on_mound) == expected


@pytest.mark.parametrize(("outs", "on_mound"), [(28, None), (17, CLOSER), (20, STARTER), (20, RELIEVER), (3, 99)])
def test_rejects_points_no_pitcher_reached(outs, on_mound):
    assert not is_possible_point(STAFF, outs, on_mound)
