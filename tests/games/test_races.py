"""Test two people pressing Save at the same moment."""

import threading

import pytest
from django.db import connection

from core.errors import Stale
from games.models import Game
from pitching.models import SignOff
from pitching.services.sign_off import sign_sheet
from tests.games.building import DESK, League, complete_games, won_by_home
from tournaments.models import Action, Series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def at_once(*calls):
    """Run the actions in threads that start together. Return each one's exception or None."""
    ready, outcomes = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        ready.wait()
        try:
            call()
        except Exception as error:
            outcomes[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered_call) for numbered_call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_second_of_two_simultaneous_saves_is_stale():
    league = League()
    games = complete_games(league, league.series[0])
    second_result = [won_by_home(1, [league.sharks.start(5, "9.0")], [league.bears.start(5, "8.0")])]
    outcomes = at_once(lambda: league.save(games, version=1), lambda: league.save(second_result, version=1))
    assert sorted(type(error) for error in outcomes if error) == [Stale]
    assert Game.objects.count() == (3 if outcomes[0] is None else 1)
    assert Series.objects.get(pk=league.series[0].pk).version == 2


def test_identical_simultaneous_saves_count_once():
    league = League()
    games = complete_games(league, league.series[0])
    assert at_once(*[lambda: league.save(games, version=1)] * 3) == [None] * 3
    assert Action.objects.filter(verb="save_series_results").count() == 1


def test_simultaneous_signatures_count_once():
    league = League()
    league.save(complete_games(league, league.series[0]))
    sign = [lambda: sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)] * 2
    assert at_once(*sign) == [None, None]
    assert SignOff.objects.count() == 1
