"""Selecting and designing ballparks."""

from dataclasses import replace

import pytest

from rules_engine.draft.ballpark import ParkNumbers, check_park_selection, check_player_selection
from rules_engine.profile import load_profile

RULES = load_profile("purestrat@1").draft
EVEN = ParkNumbers(12, 12, 8, 8)


def select(**changes):
    return check_park_selection(**{"team_parks": 0, "parks_selected_in_division": 0, "rules": RULES, **changes})


def test_t0_02_first_selector_can_design_a_symmetric_park():
    assert select(design=EVEN)


@pytest.mark.parametrize("design", [ParkNumbers(12, 14, 8, 8), ParkNumbers(12, 12, 8, 9)])
def test_t0_02_designed_park_that_favors_a_side_is_rejected(design):
    assert "same for left and right" in select(design=design).reason


@pytest.mark.parametrize("design", [ParkNumbers(0, 0, 8, 8), ParkNumbers(12, 12, 21, 21)])
def test_designed_numbers_must_fit_a_d20(design):
    assert "1 to 20" in select(design=design).reason


def test_t0_02_later_parks_must_come_from_the_chart():
    assert "only the first may be designed" in select(design=EVEN, parks_selected_in_division=1).reason
    assert select(parks_selected_in_division=3)


def test_t0_02_edition_can_forbid_designed_parks():
    assert "from the chart" in select(design=EVEN, rules=replace(RULES, first_park_may_be_designed=False)).reason


def test_t0_02_park_is_selected_once_per_division_and_team():
    assert not select(taken_in_division=True, parks_selected_in_division=1)
    assert "has its ballpark" in select(team_parks=1, parks_selected_in_division=1).reason


def test_t0_02_final_selection_must_be_the_park_if_still_due():
    assert check_player_selection(team_players=24, team_parks=0, rules=RULES)
    assert "the ballpark" in check_player_selection(team_players=25, team_parks=0, rules=RULES).reason
    assert "ballpark" not in check_player_selection(team_players=25, team_parks=1, rules=RULES).reason
