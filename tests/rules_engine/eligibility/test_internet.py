import pytest

from rules_engine.eligibility.internet import computer_lets_it_pass, computer_result_stands, pitcher_may_hit_and_run
from rules_engine.profile import load_profile


@pytest.mark.parametrize(
    ("profile", "differs", "intentional", "stands"),
    [
        ("purestrat_internet@1", True, False, True),
        ("purestrat_internet@1", True, True, False),
        ("purestrat@1", True, False, False),
        ("purestrat@1", False, False, True),
    ],
)
def test_t0_17_computer_results_stand_in_internet_series_only(profile, differs, intentional, stands):
    ruling = computer_result_stands(differs=differs, intentional=intentional, profile=load_profile(profile))
    assert bool(ruling) is stands


@pytest.mark.parametrize(("card", "may"), [("1W", False), ("#1WR", False), ("1N", True), ("2WR", True)])
def test_t19_11_stays_forbidden_though_the_computer_allows_it(card, may):
    assert bool(computer_lets_it_pass(pitcher_may_hit_and_run(card))) is may
