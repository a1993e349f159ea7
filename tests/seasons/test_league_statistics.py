"""The statistics of a real season as they were kept, and its lines per 27 outs as scorers of the time wrote them."""

import pytest

from seasons.counts import Estimate, Target
from seasons.league_statistics import Totals, league_totals


def test_strikeouts_that_were_kept_of_pitchers_alone_are_the_leagues_all_the_same() -> None:
    totals = league_totals(1912, "AL")
    assert totals.counts["SO"] == 5157
    assert "SO of batters" not in totals.recorded


@pytest.mark.parametrize(("year", "line"), [(1927, "SH"), (1935, "AB"), (1939, "SH"), (1968, "SF")])
def test_a_fly_that_scores_a_run_is_written_as_it_was_then(year: int, line: str) -> None:
    totals = league_totals(year, "NL")
    given = {name: Estimate(1.0, 0.0) for name in ("AB", "SH", "SF")}
    written = Target(totals, {}).as_written(given)
    more = {name for name in written if written[name].given > 1}
    assert more == ({line} if line != "SF" else set())


def test_a_season_with_nothing_kept_of_a_line_is_no_season_of_noughts() -> None:
    totals = Totals(1908, "AL", {"IPouts": 27, "CS": 0, "R": 4}, frozenset({"R"}))
    assert set(Target(totals, {}).real()) == {"R"}
