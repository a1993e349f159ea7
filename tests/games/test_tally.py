"""Test that a series' tally equals a recount of its games after every kind of change (see decision 0002)."""

import pytest

from games.models import Game
from games.scoresheet.entries import GameEntry
from tests.games.building import DESK, League, complete_games
from tournaments.models import Action, Series
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def counted_again(series):
    outcomes, runs = "", {series.home_id: 0, series.away_id: 0}
    for game in Game.objects.filter(series=series, status="final").order_by("number"):
        if game.ending == "not_finished":
            outcomes += "T"
        else:
            winner = game.home_id if game.home_runs > game.away_runs else game.away_id
            outcomes += "H" if winner == series.home_id else "A"
        runs[game.home_id] += game.home_runs or 0
        runs[game.away_id] += game.away_runs or 0
    wins = tuple(outcomes.count(letter) for letter in "HAT")
    return (outcomes, *wins, runs[series.home_id], runs[series.away_id])


def test_tally_matches_a_recount_after_every_change():
    league = League()
    games = complete_games(league, league.series[0])
    changes = [
        lambda: league.save(games[:1]),
        lambda: league.save([games[0], GameEntry(2, home_runs=7)], complete=False),
        lambda: league.save([*games[:2], GameEntry(3, ending="not_finished")]),
        lambda: league.save(games),
        lambda: undo_action(action=Action.objects.first(), actor=DESK),
        lambda: league.save([]),
    ]
    expected = ["H", "H", "HAT", "HAH", "HAT", ""]
    for change, outcomes in zip(changes, expected, strict=True):
        change()
        series = Series.objects.get(pk=league.series[0].pk)
        tally = (series.outcomes, series.home_wins, series.away_wins, series.ties, series.home_runs, series.away_runs)
        assert tally == counted_again(series)
        assert series.outcomes == outcomes


def test_unplayed_ties_are_counted_separately_from_stopped_games():
    league = League()
    first, last = complete_games(league, league.series[0])[0], GameEntry(3, ending="not_finished")
    pitched = (league.sharks.start(2, "6.0"), league.bears.start(2, "6.0"))
    stopped = GameEntry(2, home_runs=1, away_runs=1, innings=6, ending="suspended", outings=pitched)
    settled = GameEntry(2, home_runs=1, away_runs=1, innings=6, ending="not_finished", outings=pitched)
    league.save([first, stopped])
    league.save([first, settled, last])
    series = Series.objects.get(pk=league.series[0].pk)
    assert (series.status, series.outcomes, series.ties, series.never_begun) == ("complete", "HTT", 2, 1)


def test_t33_0_series_is_suspended_only_until_its_games_are_finished():
    league = League()
    games = complete_games(league, league.series[0])
    pitched = (league.sharks.start(2, "6.0"), league.bears.start(2, "6.0"))
    stopped = GameEntry(2, home_runs=1, away_runs=1, innings=6, ending="suspended", outings=pitched)
    states = []
    for entered in ([games[0], stopped], [games[0], stopped, games[2]], games):
        league.save(entered)
        series = Series.objects.get(pk=league.series[0].pk)
        states.append((series.status, series.suspended, series.suspended_games))
    assert states == [("playing", "2", "game 2"), ("suspended", "2", "game 2"), ("complete", "", "")]
