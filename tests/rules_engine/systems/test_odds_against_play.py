"""The odds of a plate appearance match simulated results. Run 200,000 of each by hand."""

import pytest

from tests.rules_engine.systems.odds_against_play import EDITIONS, MOST_ERRORS, run


@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_plate_appearances_match_their_odds(system: str, edition: str) -> None:
    assert run(system, edition, 2000) < MOST_ERRORS
