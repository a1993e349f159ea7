"""Standings based on series results."""

from fractions import Fraction

import pytest

from rules_engine.competition.standings import (
    STOPPED,
    GameScore,
    StandingsError,
    ranking_groups,
    record_text,
    standings,
    tally_games,
)


def tally(home, away, *games):
    return tally_games(home, away, [game if isinstance(game, GameScore) else GameScore(*game) for game in games])


def test_teams_rank_by_games_over_500():
    series = [
        tally(1, 2, (5, 2), (4, 3)),
        tally(2, 3, (1, 0), (2, 0)),
        tally(1, 3, (0, 1), (3, 1), (9, 0)),
    ]
    rows = standings([1, 2, 3, 4], series)
    assert [(row.team, row.games_over_500) for row in rows] == [(1, 3), (2, 0), (4, 0), (3, -3)]


def test_tied_teams_share_a_rank_and_the_next_rank_skips():
    rows = standings([1, 2, 3, 4], [tally(1, 4, (1, 0)), tally(2, 3, (1, 0))])
    assert [(row.team, row.rank) for row in rows] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert [[row.team for row in group] for group in ranking_groups(rows)] == [[1, 2], [3, 4]]


def test_bye_does_not_count_in_standings():
    rows = {row.team: row for row in standings([1, 2, 3], [tally(1, 2, (1, 0))])}
    assert (rows[3].wins, rows[3].losses, rows[3].ties, rows[3].streak) == (0, 0, 0, "")
    assert rows[3].rank == 2


def test_t33_0_unfinished_game_that_does_not_matter_is_a_tie():
    stopped = tally(1, 2, (3, 1), GameScore(5, 2, stopped=True))
    row = standings([1, 2], [stopped])[0]
    assert (row.wins, row.losses, row.ties, row.games_over_500) == (1, 0, 1, 1)
    assert (stopped.outcomes, stopped.home_runs, stopped.margins) == ("HT", 8, (2, 3))


def test_run_totals_add_up_every_game():
    row = standings([1, 2, 3], [tally(1, 2, (5, 2), (1, 4)), tally(3, 1, (7, 8))])[0]
    assert (row.team, row.runs_for, row.runs_against, row.run_difference) == (1, 14, 13, 1)


@pytest.mark.parametrize(
    ("series", "streak"),
    [
        ([[(1, 0), (1, 0)], [(2, 0)]], "W3"),
        ([[(1, 0), (0, 1)], [(0, 2), (0, 1)]], "L3"),
        ([[(1, 0), (2, 2)]], "T1"),
        ([[(1, 0), (2, 2)], [(3, 0)]], "W1"),
        ([], ""),
    ],
)
def test_streak_spans_series_until_a_different_result(series, streak):
    rows = standings([1, 2], [tally(1, 2, *games) for games in series])
    assert next(row.streak for row in rows if row.team == 1) == streak


def test_visiting_teams_streak_uses_its_own_results():
    rows = standings([1, 2], [tally(1, 2, (1, 0), (1, 0)), tally(2, 1, (0, 3))])
    assert {row.team: row.streak for row in rows} == {1: "W3", 2: "L3"}


def test_games_remaining_are_scheduled_minus_played():
    rows = standings([1, 2], [tally(1, 2, (1, 0), STOPPED)], scheduled_games={1: 28, 2: 1})
    assert {row.team: row.remaining for row in rows} == {1: 26, 2: 0}


def test_tie_counts_half_a_win_and_half_a_loss():
    rows = standings([1, 2], [tally(1, 2, (3, 1), (4, 2), (0, 5), STOPPED)])
    assert [row.percentage for row in rows] == [Fraction(5, 8), Fraction(3, 8)]


def test_edition_can_rank_by_winning_percentage():
    series = [tally(1, 4, *[(1, 0)] * 6, *[(0, 1)] * 3), tally(2, 3, *[(1, 0)] * 2)]
    assert [row.team for row in standings([1, 2, 3, 4], series)][:2] == [1, 2]
    rows = standings([1, 2, 3, 4], series, rank_by="winning_percentage")
    assert [row.team for row in rows][:2] == [2, 1]
    assert rows[1].percentage == Fraction(2, 3)


def test_rejects_unknown_team_and_unknown_ranking():
    with pytest.raises(StandingsError, match="team 9 is not in the division"):
        standings([1, 2], [tally(1, 9, (1, 0))])
    with pytest.raises(StandingsError, match="games_over_500 or winning_percentage"):
        standings([1, 2], [], rank_by="points")


def test_record_shows_ties_only_if_any():
    assert (record_text(6, 2), record_text(6, 2, 1)) == ("6-2", "6-2-1")
