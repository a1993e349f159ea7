"""A small number of each of the trials that are run by hand with a large one."""

import pytest

from tests.checks import sheets


@pytest.mark.parametrize("edition", sheets.EDITIONS)
def test_the_slow_checker_finds_the_same_faults_on_random_sheets(edition):
    assert [line for seed in range(250) for line in sheets.differences(edition, seed)] == []
