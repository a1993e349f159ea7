import pytest

from rules_engine.eligibility.internet import computer_lets_it_pass, computer_result_stands, pitcher_may_hit_and_run


@pytest.mark.parametrize(
    ("internet", "differs", "intentional", "stands"),
    [
        (True, True, False, True),
        (True, True, True, False),
        (False, True, False, False),
        (False, False, False, True),
    ],
)
def test_t0_17_computer_results_stand_in_internet_series_only(internet, differs, intentional, stands):
    ruling = computer_result_stands(differs=differs, intentional=intentional, internet=internet)
    assert bool(ruling) is stands


@pytest.mark.parametrize(("card", "may"), [("1W", False), ("#1WR", False), ("1N", True), ("2WR", True)])
def test_t19_11_stays_forbidden_though_the_computer_allows_it(card, may):
    assert bool(computer_lets_it_pass(pitcher_may_hit_and_run(card))) is may
