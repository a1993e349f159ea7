"""Test a series game at the table, which follows the pitching sheets and enters its result without typing."""

import pytest
from django.test import Client

from games.models import Game, Outing
from pitching.models import SignOff
from play.models import TableGame
from play.services.series_games import enter_result
from play.services.starting import prepare_game
from tabletop.season_plays import season_play_for
from tests.conftest import signed_in
from tests.factories import ManagerAccessFactory
from tests.play.series import SeriesTable
from tests.play.tables import get_ready, move, play_to_end, started_game, view_of
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action
from tournaments.models import Action

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekend() -> Weekend:
    season_play_for("strat_o_matic").season("star", "1998")
    return Weekend()


def open_table(weekend: Weekend, browser: Client) -> TableGame:
    answer = browser.post(f"/t/{weekend.tournament.slug}/series/{weekend.series.pk}/table/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/play/"), answer["Location"]
    return TableGame.objects.get(public_id=answer["Location"].split("/")[2])


def test_series_game_is_played_signed_and_entered(weekend: Weekend) -> None:
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    game = open_table(weekend, sharks)
    assert open_table(weekend, bears) == game, "both sit at one table"
    assert game.names == ("Sharks", "Bears")
    early = bears.post(f"{game.get_absolute_url()}ready/", {"team": 1})
    assert early.status_code == 400, "the visitors name their starter first (T0.13)"
    assert "T0.13" in early.content.decode()
    starter = view_of(game, sharks)["lobby"][0]["starters"][1]
    get_ready(sharks, game, 0, starter=starter["key"])
    assert view_of(game, bears)["lobby"][0]["visitors_starter"] == starter["name"]
    assert starter["name"] not in str(view_of(game)), "spectators wait for the first pitch"
    get_ready(bears, game, 1)
    weekend.series.refresh_from_db()
    assert weekend.series.is_started
    play_to_end(game, (sharks, bears))
    view = view_of(game)
    assert not Game.objects.exists(), "nothing is entered before both sign"
    number = view["number"]
    assert move(sharks, game, number, "0 sign").status_code == 302
    assert move(sharks, game, number + 1, "0 sign").status_code == 400
    enter_result(game.pk)
    assert not Game.objects.exists()
    assert move(bears, game, number + 1, "1 sign").status_code == 302
    enter_result(game.pk)
    enter_result(game.pk)
    entered = Game.objects.get(series=weekend.series)
    assert view_of(game)["entered_as"] == entered.number == 1
    runs = [line["runs"] for line in view["game"]["board"]["lines"]]
    assert [entered.away_runs, entered.home_runs] == runs
    first = Outing.objects.filter(game=entered, team=weekend.sharks).earliest("order")
    assert first.card.code == starter["key"]
    following = open_table(weekend, sharks)
    assert following != game
    rested = {starter["key"] for starter in view_of(following, sharks)["lobby"][0]["starters"]}
    assert rested
    assert starter["key"] not in rested, "he started game 1 (T10.2)"


@pytest.mark.parametrize("is_corrected", [False, True])
def test_t10_2_table_signatures_sign_the_sheets_unless_a_result_was_typed(is_corrected: bool) -> None:
    table = SeriesTable()
    for number in range(1, table.weekend.series.games_planned + 1):
        assert not SignOff.objects.exists()
        table.start()
        table.play()
        table.sign_and_enter()
        if number == 1 and is_corrected:
            verb = Verb.SAVE_SERIES_RESULTS
            entered = Action.objects.get(verb=verb)
            record_action(
                tournament=table.weekend.tournament,
                actor=Actor("The director"),
                verb=verb,
                subject=entered.subject,
                sentence="Corrected.",
            )
        table.weekend.series.refresh_from_db()
        if table.weekend.series.status != "complete":
            table.game = table.open(table.sharks)
    assert table.weekend.series.status == "complete"
    signed = SignOff.objects.values_list("sheet_of__name", "signed_by__name")
    assert set(signed) == (set() if is_corrected else {("Sharks", "Bears"), ("Bears", "Sharks")})


def test_failed_entry_of_a_result_is_explained(weekend: Weekend) -> None:
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    game = open_table(weekend, sharks)
    open_table(weekend, bears)
    get_ready(sharks, game, 0)
    get_ready(bears, game, 1)
    TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.OVER)
    number = view_of(game)["number"]
    move(sharks, game, number, "0 sign")
    move(bears, game, number + 1, "1 sign")
    enter_result(game.pk)
    assert view_of(game)["entry_failure"]
    assert view_of(game)["entered_as"] is None
    assert not Game.objects.exists()


def test_only_the_series_managers_can_take_seats(weekend: Weekend) -> None:
    address = f"/t/{weekend.tournament.slug}/series/{weekend.series.pk}/table/"
    comets = signed_in(ManagerAccessFactory(team=weekend.comets))
    assert comets.post(address).status_code == 403
    assert Client().post(address).status_code == 403
    sharks = signed_in(ManagerAccessFactory(team=weekend.sharks))
    game = open_table(weekend, sharks)
    assert view_of(game, sharks)["own_teams"] == [0]
    page = sharks.get(game.get_absolute_url()).content.decode()
    assert 'data-seat-link="1"' not in page, "the opponent comes from their own page"


def test_finished_series_has_no_table(weekend: Weekend) -> None:
    type(weekend.series).objects.filter(pk=weekend.series.pk).update(status="complete")
    sharks = signed_in(ManagerAccessFactory(team=weekend.sharks))
    answer = sharks.post(f"/t/{weekend.tournament.slug}/series/{weekend.series.pk}/table/")
    assert answer["Location"].startswith("/t/")
    assert not TableGame.objects.exists()


def test_playoff_series_without_a_division_has_a_table(weekend: Weekend) -> None:
    type(weekend.series).objects.filter(pk=weekend.series.pk).update(division=None, stage="playoff", round=101)
    game = open_table(weekend, signed_in(ManagerAccessFactory(team=weekend.sharks)))
    assert game.series == weekend.series


def test_friendly_game_needs_no_signature() -> None:
    game, away, _ = started_game()
    assert move(away, game, view_of(game)["number"], "0 sign").status_code == 400
    prepare_game(game.pk)  # nothing left to prepare
    assert view_of(game)["state"] == "playing"
