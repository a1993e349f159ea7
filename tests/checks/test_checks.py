"""A small number of each of the trials that are run by hand with a large one."""

import pytest

from tests.checks import divisions, predictions, really_entered, sheets


@pytest.mark.parametrize("edition", sheets.EDITIONS)
def test_the_slow_checker_finds_the_same_faults_on_random_sheets(edition):
    assert [line for seed in range(250) for line in sheets.differences(edition, seed)] == []


@pytest.mark.parametrize("edition", predictions.EDITIONS)
def test_the_slow_checker_lets_pitchers_pitch_again_from_the_same_games(edition):
    assert [line for seed in range(400) for line in predictions.differences(edition, seed)] == []


@pytest.mark.django_db
def test_what_if_is_what_comes_of_it_once_the_same_is_really_entered():
    tournament = really_entered.weekend(8)
    assert [line for seed in range(12) for line in really_entered.differences(tournament, seed)] == []


def test_a_second_program_puts_random_divisions_in_the_same_order_with_the_same_chances():
    assert [line for seed in range(150) for line in divisions.differences(seed)] == []
