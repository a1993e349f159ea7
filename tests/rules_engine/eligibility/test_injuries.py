import pytest

from rules_engine.eligibility.injuries import (
    check_injured_pitcher,
    may_field_off_card,
    may_return_to_card,
)
from rules_engine.innings import parse_innings
from rules_engine.profile import load_profile

FIVE_INNINGS = load_profile("purestrat@1").pitching.starter_stays_outs


@pytest.mark.parametrize(
    ("starter", "innings", "may_stay"),
    [
        (False, "0.1", False),
        (True, "4.2", True),
        (True, "5.0", True),
        (True, "5.1", False),
    ],
)
def test_t25_2_only_an_injured_starter_can_stay_up_to_five_innings(starter, innings, may_stay):
    assert check_injured_pitcher(starter, parse_innings(innings), FIVE_INNINGS).may_stay is may_stay


def test_t25_2_injured_starter_who_stays_leaves_before_the_sixth():
    assert check_injured_pitcher(True, 9, FIVE_INNINGS).last_inning == 5


def test_25_1_injured_pitcher_leaves_at_once_if_rules_allow_no_stay():
    assert not check_injured_pitcher(True, 0, 0).may_stay


@pytest.mark.parametrize(
    ("proposed", "available", "left", "may"),
    [
        ("non-pitcher", 1, False, True),
        ("pitcher", 1, False, False),
        ("pitcher", 0, False, True),
        ("pitcher", 0, True, False),
        ("stand-in", 0, False, True),
        ("stand-in", 1, False, False),
    ],
)
def test_t25_2_off_card_fielding_follows_the_order_of_resort(proposed, available, left, may):
    assert bool(may_field_off_card(proposed, non_pitchers_available=available, already_left=left)) is may


@pytest.mark.parametrize(
    ("on_card", "another", "may"), [(True, False, False), (True, True, True), (False, True, False)]
)
def test_t25_2_fielder_moved_off_card_stays_there(on_card, another, may):
    assert bool(may_return_to_card(position_on_card=on_card, another_injury=another)) is may
