"""Test the replay report: values outside their limits, missing records, and players compared with random error."""

from collections import Counter
from dataclasses import replace

import pytest

from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from seasons.counts import Counts
from seasons.report import PlayerLine, ReplayedLeague, ReportLine, player_lines, report_lines, summarize_verdicts
from seasons.strat_o_matic.fit import target_of
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.replay import replay_league


def replayed(made: LeagueCards, counts: Counts) -> ReplayedLeague:
    return ReplayedLeague(target_of(made), made.statistics, counts)


def line(replayed_value: float, error: float, limit: float | None = 0.01, real: float | None = 1.0) -> ReportLine:
    return ReportLine("R", real, replayed_value, error, limit)


def test_line_is_outside_only_beyond_chance() -> None:
    assert line(1.009, 0.0).verdict == "within"
    assert line(0.985, 0.004).verdict == "within chance"
    assert line(0.985, 0.001).verdict == "OUTSIDE"
    assert line(1.5, 0.001, None).verdict == ""
    assert line(1.5, 0.001, 0.01, None).verdict == "not recorded"


def test_summary_states_if_all_lines_are_within_their_limits() -> None:
    player_line = PlayerLine("hits by batters", 200, 0.95, 0.96)
    assert summarize_verdicts([line(1.0, 0.0)], [player_line]) == ("Within the limits.", True)
    assert summarize_verdicts([line(0.985, 0.001)], [player_line]) == ("Outside the limits: R.", False)
    summary, is_within = summarize_verdicts([line(0.985, 0.004)], [player_line])
    assert is_within
    assert "except for chance differences: R." in summary
    assert summarize_verdicts([], [replace(player_line, correlation=0.8)]) == (
        "Outside the limits: hits by batters.",
        False,
    )


def test_missing_records_are_reported_without_a_limit() -> None:
    made = make_league(1908, "AL")
    lines = {line.name: line for line in report_lines(replayed(made, replay_league(made, 60, seed=4)))}
    for name in ("CS", "GIDP", "IBB", "SF"):
        assert lines[name].verdict == "not recorded"
    assert lines["DP"].limit == 0.01
    assert lines["GIDP"].limit is None
    assert made.league.aims.habits.walks == 0


def test_players_are_compared_with_the_best_possible_correlation() -> None:
    made = make_league(1998, "AL")
    lines = {line.name: line for line in player_lines([replayed(made, replay_league(made, 200, seed=2))])}
    homeruns = lines["home runs by batters"]
    assert homeruns.players > 100
    assert 0.5 < homeruns.best_possible < 1
    assert homeruns.correlation > homeruns.best_possible - 0.1


def test_pitcher_walks_exclude_intentional_walks() -> None:
    """The replay's intentional walks differ from the real ones, yet the rates match."""
    made = make_league(1998, "NL")
    counts = Counts()
    for number, (player, season) in enumerate(made.statistics.pitching.items()):
        purpose = number % 7 * 5
        counts.pitching[player] = Counter(
            BF=season.batters - season.intentional_walks + purpose,
            BB=season.walks - season.intentional_walks + purpose,
            IBB=purpose,
            H=season.hits,
            HR=season.homeruns,
            SO=season.strikeouts,
        )
    lines = {line.name: line for line in player_lines([replayed(made, counts)])}
    assert lines["walks by pitchers"].players > 100
    assert lines["walks by pitchers"].correlation == pytest.approx(1)
    assert lines["hits off pitchers"].correlation == pytest.approx(1)
