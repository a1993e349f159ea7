"""Open a tournament series' table for tests. The two managers play without requests if only the result matters."""

from dataclasses import replace
from typing import Any

from django.test import Client

from games.models import Game
from play.models import TableGame
from play.services.series_games import enter_result
from rules_engine.profile import text_of
from tabletop.season_plays import season_play_for
from tests.conftest import signed_in
from tests.factories import ManagerAccessFactory
from tests.play.tables import get_ready, move, view_of
from tests.play.usual_moves import play_usual_moves
from tests.weekend.test_play_drafted_teams import Weekend


class SeriesTable:
    """The first game of a series, with its managers' browsers. The Sharks visit the Bears."""

    def __init__(self, rules: dict[str, Any] | None = None, **sent: Any) -> None:
        season_play_for("strat_o_matic").season("star", "1998")
        self.weekend = Weekend()
        type(self.weekend.tournament).objects.update(suspended_games=True, shared_scoring=True)
        edition = self.weekend.tournament.profile
        text = text_of(replace(edition, game=replace(edition.game, **rules or {})))
        type(self.weekend.tournament).objects.update(profile_text=text)
        self.weekend.tournament.refresh_from_db()
        teams = (self.weekend.sharks, self.weekend.bears)
        self.sharks, self.bears = (signed_in(ManagerAccessFactory(team=team)) for team in teams)
        self.sent = sent
        self.game = self.open(self.sharks)

    def open(self, browser: Client) -> TableGame:
        series = self.weekend.series
        answer = browser.post(f"/t/{self.weekend.tournament.slug}/series/{series.pk}/table/", self.sent)
        assert answer["Location"].startswith("/play/"), answer["Location"]
        return TableGame.objects.get(public_id=answer["Location"].split("/")[2])

    def start(self) -> None:
        self.open(self.bears)
        visitors, hosts = self.browsers
        get_ready(visitors, self.game, 0)
        get_ready(hosts, self.game, 1)
        self.game.refresh_from_db()

    @property
    def browsers(self) -> tuple[Client, Client]:
        """Return the browsers of the visitors and the home team."""
        return (self.sharks, self.bears) if self.game.away_name == "Sharks" else (self.bears, self.sharks)

    def sign_and_enter(self) -> Game:
        for team, browser in enumerate(self.browsers):
            assert self.do(browser, f"{team} sign").status_code == 302
        enter_result(self.game.pk)
        assert self.view()["entry_failure"] == ""
        return Game.objects.get(series=self.weekend.series, number=self.view()["entered_as"])

    def do(self, browser: Client, do: str, **data: Any) -> Any:
        return move(browser, self.game, view_of(self.game)["number"], do, **data)

    def view(self, browser: Client | None = None) -> dict[str, Any]:
        return view_of(self.game, browser)

    def play(self, plays: int = 1000) -> None:
        play_usual_moves(self.game, plays)
