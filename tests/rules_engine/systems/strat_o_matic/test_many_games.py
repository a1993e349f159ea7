"""A hundred and fifty games of each edition between all teams of a season; ten thousand by hand, see long_run."""

import pytest

from tests.rules_engine.systems.strat_o_matic.long_run import EDITIONS, run


@pytest.mark.parametrize("edition", EDITIONS)
def test_150_games_of_an_edition_break_no_invariant_and_look_like_baseball(edition: str) -> None:
    totals = run(edition, 150, first_seed=20_000)
    assert (totals["games"], totals["faults"]) == (150, 0)
    assert 7 < totals["runs"] / 150 < 12
    assert 5 <= totals["extra"] <= 35
    assert totals["walk_offs"] >= 4
