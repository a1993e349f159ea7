import pytest

from rules_engine.eligibility.violations import (
    accept_computer_result,
    acceptance,
    check_outside_help,
    offended_managers_options,
    results_official,
    stage_of_game,
)


@pytest.mark.parametrize(
    ("over", "later", "signed", "next_series", "options"),
    [
        (False, False, False, False, ("accept", "replay")),
        (True, False, False, False, ("accept", "replay")),
        (True, True, False, False, ("accept", "suspend")),
        (True, True, True, False, ()),
        (True, False, False, True, ()),
    ],
)
def test_t0_06_offended_managers_options_depend_on_the_game_stage(over, later, signed, next_series, options):
    stage = stage_of_game(
        game_over=over, later_game_started=later, sheet_signed=signed, next_series_started=next_series
    )
    assert offended_managers_options(stage) == options
    assert bool(results_official(sheet_signed=signed, next_series_started=next_series)) is (options == ())


def test_t0_06_accepted_pitcher_gets_recorded_innings_and_a_footnote():
    assert acceptance(ineligible_pitcher=True) == (True, True, True)
    assert acceptance(ineligible_pitcher=False) == (True, False, False)


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
def test_t0_14_outside_help_depends_on_kind_timing_and_consent(kind, agreed, during, may):
    assert bool(check_outside_help(kind, opponent_agreed=agreed, between_home_roll_and_signing=during)) is may


@pytest.mark.parametrize(
    ("internet", "differs", "intentional", "expected"),
    [
        (True, True, False, True),
        (True, True, True, False),
        (False, True, False, False),
        (False, False, False, True),
    ],
)
def test_t0_17_computer_results_count_only_in_internet_series(internet, differs, intentional, expected):
    ruling = accept_computer_result(differs=differs, intentional=intentional, internet=internet)
    assert bool(ruling) is expected
