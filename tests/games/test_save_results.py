import pytest

from games.models import Game, Outing
from games.services.entries import GameEntry
from games.services.faults import Violations
from tests.games.building import League, complete_games, won_by_home
from tournaments.models import Action, Series
from tournaments.services.log import Actor, Refused, Stale

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league():
    return League()


def tally(series):
    now = Series.objects.get(pk=series.pk)
    return (now.status, now.outcomes, now.home_wins, now.away_wins, now.ties, now.home_runs, now.away_runs)


def test_final_results_count_for_the_series_teams_wherever_each_game_was_played(league):
    league.save(complete_games(league, league.series[0]))

    # the home team of each game won: Sharks at home in games 1 and 3, Bears in game 2
    assert tally(league.series[0]) == ("complete", "HAH", 2, 1, 0, 8, 7)
    assert [game.home.name for game in Game.objects.all()] == ["Sharks", "Bears", "Sharks"]


def test_saving_writes_one_row_to_the_log(league):
    league.save(complete_games(league, league.series[0]))
    action = Action.objects.get()
    assert action.sentence == "Round 1: Bears 1, Sharks 2."
    assert action.public == {"series": league.series[0].pk, "round": 1, "version": 2}
