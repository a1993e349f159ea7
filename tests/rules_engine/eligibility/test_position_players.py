import pytest

from rules_engine.eligibility.pitching import Appearance
from rules_engine.eligibility.position_players import (
    NoPitcherReason,
    may_position_player_pitch,
    position_player_within,
)
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")


@pytest.mark.parametrize(("eligible", "want", "allowed"), [((), None, True), (("Adams",), None, False)])
def test_t25_3_position_player_pitches_only_if_no_pitcher_is_left(eligible, want, allowed):
    assert bool(may_position_player_pitch(eligible, want)) is allowed


@pytest.mark.parametrize("want", list(NoPitcherReason))
def test_t25_3_position_player_pitches_if_the_last_pitcher_is_unavailable(want):
    assert may_position_player_pitch(["Adams", "Baker"], want)
    ruling = may_position_player_pitch(["Adams", "Baker"])
    assert ruling.reason == "Adams and Baker could still pitch, according to the sheet: used up, injured or hit for?"


def test_t27_64_position_player_is_limited_to_three_straight_games_and_four_innings():
    relieved = Appearance("relief", 3)
    assert not position_player_within([relieved] * 3, 4, relieved, PURESTRAT)
    assert position_player_within([None, relieved, relieved], 4, Appearance("relief", 6), PURESTRAT)
    assert not position_player_within([None, relieved, relieved], 4, Appearance("relief", 7), PURESTRAT)
