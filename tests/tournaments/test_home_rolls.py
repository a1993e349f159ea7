"""Test the home field roll for game 1 of a series (T0.16)."""

import pytest

from core.errors import Refused
from tests.factories import SeriesFactory, TeamFactory
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.refusals import HomeRollRefusal
from tournaments.services.home_rolls import choose_away, roll_for_home
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def a_series() -> Series:
    return SeriesFactory(home__name="Ann", away__name="Bob", table=1)


def test_t0_16_high_roll_is_home_in_game_1():
    series = a_series()
    ruling = roll_for_home(series=series, actor=PROGRAM, rolls=(8, 15))
    series.refresh_from_db()
    assert (series.home.name, series.away.name, series.home_decided) == ("Bob", "Ann", True)
    assert series.home_rolls == [[15, 8]]
    assert ruling.rule == "T0.16"


def test_tied_rolls_are_recorded_and_repeated():
    series = a_series()
    assert not roll_for_home(series=series, actor=PROGRAM, rolls=(7, 7))
    series.refresh_from_db()
    assert (series.home_decided, series.home_rolls) == (False, [[7, 7]])
    roll_for_home(series=series, actor=PROGRAM, rolls=(9, 3))
    series.refresh_from_db()
    assert (series.home.name, series.home_rolls) == ("Ann", [[7, 7], [9, 3]])


def test_program_rolls_until_home_is_decided():
    series = a_series()
    while not roll_for_home(series=series, actor=PROGRAM):
        pass
    series.refresh_from_db()
    home, away = series.home_rolls[-1]
    assert home > away
    with pytest.raises(Refused, match="teams have rolled"):
        roll_for_home(series=series, actor=PROGRAM)


@pytest.mark.parametrize(("rolls", "field"), [((0, 5), "home_roll"), ((5, 21), "away_roll"), ((-1, -1), "home_roll")])
def test_rejects_an_impossible_roll(rolls, field):
    series = a_series()
    with refuses(HomeRollRefusal.NOT_ON_THE_DIE) as refused:
        roll_for_home(series=series, actor=PROGRAM, rolls=rolls)
    assert refused.value.field == field


def test_rejects_a_home_roll_after_the_first_game():
    series = a_series()
    Series.objects.filter(pk=series.pk).update(status=Series.Status.PLAYING)
    with refuses(HomeRollRefusal.SERIES_STARTED):
        roll_for_home(series=series, actor=PROGRAM)


def test_home_roll_winner_has_no_choice_under_the_2010_rules():
    series = a_series()
    roll_for_home(series=series, actor=PROGRAM, rolls=(15, 8))
    with pytest.raises(Refused, match=r"T0\.16: The team with the high roll is home"):
        choose_away(series=series, actor=PROGRAM)


def test_undoing_a_roll_restores_home_and_away():
    series = a_series()
    roll_for_home(series=series, actor=PROGRAM, rolls=(8, 15))
    undo_action(action=series.tournament.actions.first(), actor=PROGRAM)
    series.refresh_from_db()
    assert (series.home.name, series.home_rolls, series.home_decided) == ("Ann", [], False)


def test_only_the_two_managers_can_roll(manager_of, client):
    series = a_series()
    address = f"/t/{series.tournament.slug}/schedule/home/{series.pk}/"
    assert manager_of(TeamFactory(division=series.division)).post(address, {"what": "throw"}).status_code == 403
    assert client.post(address, {"what": "throw"}).status_code == 403
    assert manager_of(series.away).get(address).status_code == 200
    answer = manager_of(series.home).post(
        address, {"what": "typed", "home": series.home_id, "home_roll": "3", "away_roll": "12"}, follow=True
    )
    assert "Bob is the home team in game 1" in answer.content.decode()


def test_rejects_rolls_from_a_stale_page(director_of):
    series = a_series()
    browser = director_of(series.tournament)
    address = f"/t/{series.tournament.slug}/schedule/home/{series.pk}/"
    Series.objects.filter(pk=series.pk).update(home=series.away, away=series.home)
    answer = browser.post(address, {"what": "typed", "home": series.home_id, "home_roll": "3", "away_roll": "12"})
    assert answer.status_code == 400
    assert "have been swapped" in answer.content.decode()
    assert 'value="12"' in answer.content.decode()
    series.refresh_from_db()
    assert series.home_rolls == []


def test_winner_chooses_home_or_away_and_the_choice_is_logged(director_of):
    series = a_series()
    address = f"/t/{series.tournament.slug}/schedule/home/{series.pk}/"
    browser = director_of(series.tournament)
    assert "The winner of the d20 roll is the home team in game 1" in as_single_line(
        " ".join(browser.get(address).text.split())
    )
    Tournament.objects.filter(pk=series.tournament_id).update(profile_key="stpc_2024@1", profile_text="")
    assert "The winner of the d20 roll chooses home or away for game 1" in " ".join(browser.get(address).text.split())
    ruling = roll_for_home(series=series, actor=PROGRAM, rolls=(8, 15))
    assert ruling.reason == "Bob rolled higher: home in the first game, unless it chooses to be away."
