import pytest

from rules_engine.eligibility.violations import (
    acceptance,
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
def test_t0_06_options_by_the_stage_of_the_game(over, later, signed, next_series, options):
    stage = stage_of_game(
        game_over=over, later_game_of_series_begun=later, sheet_signed=signed, subsequent_series_begun=next_series
    )
    assert offended_managers_options(stage) == options
    assert bool(results_official(sheet_signed=signed, subsequent_series_begun=next_series)) is (options == ())


def test_t0_06_an_accepted_pitcher_goes_with_his_innings_recorded_and_a_footnote():
    assert acceptance(ineligible_pitcher=True) == (True, True, True)
    assert acceptance(ineligible_pitcher=False) == (True, False, False)
