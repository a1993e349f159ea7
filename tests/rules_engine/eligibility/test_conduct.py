import pytest

from rules_engine.eligibility.conduct import DUTIES, may_concede_bunt, outside_help


@pytest.mark.parametrize(
    ("kind", "agreed", "during", "may"),
    [
        ("hint", False, True, False),
        ("lineup", True, True, True),
        ("strategy", False, False, True),
        ("rule_clarification", False, True, True),
        ("dice_interpretation", False, True, True),
    ],
)
def test_t0_14_outside_help(kind, agreed, during, may):
    assert bool(outside_help(kind, opponent_agreed=agreed, between_home_roll_and_signing=during)) is may


def test_t0_07_bunts_are_played_out():
    assert not may_concede_bunt()


def test_t0_09_every_duty_says_who_what_and_when():
    assert {duty.rule for duty in DUTIES} == {"T0.09", "T10.2", "T32.0", "T33.0"}
    assert all(duty.who and duty.when and duty.what for duty in DUTIES)
