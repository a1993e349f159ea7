"""Run a small number of each of the trials that are run by hand with a large one."""

import pytest

from tests.checks import divisions, predictions, really_entered, sheets


@pytest.mark.parametrize("edition", sheets.EDITIONS)
def test_slow_checker_finds_the_same_violations_on_random_sheets(edition):
    assert [line for seed in range(250) for line in sheets.differences(edition, seed)] == []


@pytest.mark.parametrize("edition", predictions.EDITIONS)
def test_slow_checker_predicts_the_same_next_eligible_games(edition):
    assert [line for seed in range(400) for line in predictions.differences(edition, seed)] == []


@pytest.mark.django_db
def test_what_if_matches_results_entered_for_real():
    tournament = really_entered.weekend(8)
    assert [line for seed in range(12) for line in really_entered.differences(tournament, seed)] == []


def test_independent_program_ranks_random_divisions_alike():
    assert [line for seed in range(150) for line in divisions.differences(seed)] == []
