"""Games between all teams in each system and ruleset, with all checks. Run ten thousand by hand."""

import pytest

from tests.rules_engine.systems.long_run import ALL, run

GAMES = {"strat_o_matic": 100, "pine_tar": 60, "inside_pitch": 60}


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_many_games_break_no_invariant_and_look_like_baseball(system: str, edition: str) -> None:
    games = GAMES[system]
    totals = run(system, edition, games, first_seed=20_000)
    assert (totals["games"], totals["faults"]) == (games, 0)
    assert 7 < totals["runs"] / games < 13
    assert 1 <= totals["extra"] <= games / 4
    assert totals["walk_offs"] >= 1
