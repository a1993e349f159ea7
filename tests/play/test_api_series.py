"""Test a series game played only by programs, which open its table, play it, sign it and get its box score."""

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from play.services.endings import suspend
from play.services.series_games import enter_result
from tests.factories import ManagerAccessFactory
from tests.play.series import SeriesTable
from tests.play.test_api import Bot
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db


class Program:
    """A program with a manager's token, or a visitor."""

    def __init__(self, table: SeriesTable, team: str = "") -> None:
        series = table.weekend.series
        self._address = f"/api/v1/tournaments/{table.weekend.tournament.slug}/series/{series.pk}/tables/"
        self._client = Client()
        if team:
            manager = ManagerAccessFactory(team=table.weekend.tournament.teams.get(name=team))
            self._client = Client(headers={"Authorization": f"Bearer {link_token(manager)}"})

    def tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = self._client.get(self._address).json()["tables"]
        return tables

    def open(self, path: str = "", **body: Any) -> Any:
        return self._client.post(f"{self._address}{path}", json.dumps(body), content_type="application/json")

    def sit_down(self) -> Bot:
        opened = self.open()
        assert opened.status_code == 200, opened.json()
        (seat,) = opened.json()["tokens"]
        return Bot(opened.json()["id"], seat["token"])


def test_two_programs_play_and_sign_a_game_of_a_series() -> None:
    table = SeriesTable()
    assert Program(table).open().status_code == 401
    assert Program(table, "Comets").open().status_code == 403
    visitors, hosts = Program(table, "Sharks").sit_down(), Program(table, "Bears").sit_down()
    assert all(seat["is_taken"] for seat in visitors.view()["seats"])
    for bot in (visitors, hosts):
        assert bot.send("ready").status_code == 200
    table.game.refresh_from_db()
    table.play()
    for bot in (visitors, hosts):
        assert bot.send("moves", number=bot.view()["number"], move="sign").status_code == 200
    enter_result(table.game.pk)
    (entered,) = Game.objects.filter(series=table.weekend.series)
    (listed,) = Program(table).tables()
    assert (listed["id"], listed["state"], listed["entered_as"]) == (table.game.public_id, "over", entered.number)
    runs = [line["runs"] for line in Bot(listed["id"]).read("box-score")["board"]["lines"]]
    assert runs == [entered.away_runs, entered.home_runs]
    plays = [play for play in Bot(listed["id"]).read("plays")["plays"] if play["is_play"]]
    assert len(plays) > 50
    assert Bot(listed["id"]).read("changes")["teams"] == []


def test_a_suspended_game_is_resumed_by_its_managers_alone() -> None:
    table = SeriesTable()
    visitors = Program(table, "Sharks").sit_down()
    table.start()
    table.play(20)
    for team in (0, 1):
        suspend(game=table.game, team=team, number=visitors.view()["number"])
    enter_result(table.game.pk)
    assert Program(table).open("1/resume/").status_code == 401
    assert Program(table, "Comets").open("1/resume/").status_code == 403
    resumed = Program(table, "Bears").open("1/resume/")
    assert resumed.status_code == 200, resumed.json()
    assert [seat["team"] for seat in resumed.json()["tokens"]] == [1]
    assert visitors.view()["state"] == "playing"
