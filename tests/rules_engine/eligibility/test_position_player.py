import pytest

from rules_engine.eligibility.position_player import (
    EMERGENCY_RELIEVER,
    next_pitcher,
    position_player_may_pitch,
    throwing_hand,
)


@pytest.mark.parametrize(
    ("pitchers", "bench", "kind"),
    [(1, 0, "pitcher"), (0, 2, "position player"), (0, 0, "emergency reliever")],
)
def test_t25_3_who_must_pitch_next(pitchers, bench, kind):
    assert next_pitcher(pitchers, bench).kind == kind


def test_t25_3_only_when_no_pitcher_is_left_and_never_again_once_relieved():
    assert position_player_may_pitch(0)
    assert not position_player_may_pitch(1)
    assert not position_player_may_pitch(0, relieved_before=True)


@pytest.mark.parametrize(("bats", "throws"), [("left", "left"), ("right", "right"), ("switch", "right")])
def test_t25_3_he_throws_as_he_bats_and_switch_hitters_right(bats, throws):
    assert throwing_hand(bats) == throws


def test_t25_3_the_emergency_reliever_pitches_to_the_end_without_limit():
    assert (EMERGENCY_RELIEVER.pitches_until_over, EMERGENCY_RELIEVER.four_inning_rule) == (True, False)
