"""Test friendly games with teams from two seasons, from a visitor's own cards, and from a draft."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame, VisitorCardSet
from play.services import card_files
from seasons.made_cards import cards_document
from tabletop.season_plays import season_play_for
from tests.play.tables import OPTIONS, get_ready, move, new_game, usual_move, view_of
from tests.play.test_series_games import weekend  # noqa: F401 - a fixture
from tests.weekend.test_play_drafted_teams import Weekend

pytestmark = pytest.mark.django_db


def choices_of(browser: Client, query: str) -> list[str]:
    page = browser.get(f"/play/?{query}").content.decode()
    return re.findall(r'value="([^"]+)"', page.split('name="away"')[1].split("</select>")[0])


def play(game: TableGame, browser: Client, count: int = 30) -> None:
    for team in (0, 1):
        get_ready(browser, game, team)
    for _ in range(count):
        view = view_of(game, browser)
        assert move(browser, game, view["number"], str(usual_move(view))).status_code == 302


def card_file() -> bytes:
    """Return two clubs' cards in the format of `make_cards`."""
    season_play = season_play_for("pine_tar")
    season = season_play.season("full", "1998")
    return season_play.club_cards(season, ["NYA", "SEA"]).encode()


def upload(browser: Client, content: bytes, name: str = "mine.json", system: str = "pine_tar") -> Any:
    file = BytesIO(content)
    file.name = name
    return browser.post("/play/cards/", {"system": system, "file": file})


def test_clubs_from_two_seasons_play_each_other() -> None:
    browser = Client()
    season_play_for("pine_tar").season("full", "1901")
    assert {"NYA", "season:1901:BOS"} <= {*choices_of(browser, "season=1998&home_season=1901")}
    sources = {"home_season": 1901, "away": "NYA", "home": "season:1901:BOS"}
    game = new_game(browser, opponent="both", **sources)
    assert game.state == TableGame.State.LOBBY, game.failure
    assert game.season is None
    assert game.names == ("1998 New York Yankees", "1901 Boston Americans")
    play(game, browser)
    lines = view_of(game)["game"]["board"]["lines"]
    assert lines[0]["abbreviation"] != lines[1]["abbreviation"]


def test_uploaded_cards_can_be_played() -> None:
    browser = Client()
    answer = upload(browser, card_file())
    assert answer.status_code == 302, answer.content.decode()
    cards = VisitorCardSet.objects.get()
    assert cards.teams == ["NYA", "SEA"]
    source = f"cards:{cards.public_id}:SEA"
    assert source in choices_of(browser, answer["Location"].partition("?")[2])
    game = new_game(browser, opponent="both", cards=cards.public_id, away=source, home="NYA")
    assert game.state == TableGame.State.LOBBY, game.failure
    cards.delete()
    play(game, browser)


def test_program_uploads_cards_through_the_api() -> None:
    body = {"system": "pine_tar", "cards": json.loads(card_file())}
    answer = Client().post("/api/v1/play/cards/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 201, answer.json()
    assert answer.json()["teams"] == ["NYA", "SEA"]
    body = {**body, "cards": {"teams": {}}}
    answer = Client().post("/api/v1/play/cards/", json.dumps(body), content_type="application/json")
    assert answer.json()["finding"] == "NOT_READABLE"


def test_cards_for_another_game_and_deleted_cards_are_refused() -> None:
    browser = Client()
    upload(browser, card_file())
    cards = VisitorCardSet.objects.get()
    sent = {**OPTIONS, "cards": cards.public_id, "away": f"cards:{cards.public_id}:SEA"}
    answer = browser.post("/play/", {**sent, "ruleset": "inside_pitch/off"})
    assert [*answer.context["form"].errors] == ["away"]
    body = {**OPTIONS, "away": "cards:gone:SEA"}
    answer = browser.post("/api/v1/play/", json.dumps(body), content_type="application/json")
    assert answer.json()["finding"] == "NO_SUCH_CARDS"
    assert not TableGame.objects.exists()


def test_files_without_cards_are_refused() -> None:
    browser = Client()
    no_team = cards_document(
        season_play_for("pine_tar").system,
        season_play_for("pine_tar").read_club_cards(json.dumps({"system": "pine_tar", "teams": {}, "cards": {}})),
    )
    for content, name in (
        (b"x", "mine.json"),
        (b"PK", "mine.xlsx"),
        (b"[" * 9999, "../../x.json"),
        (no_team, "a.json"),
    ):
        answer = upload(browser, content, name)
        assert answer.status_code == 400, name
        assert "/tmp" not in answer.content.decode()
    assert upload(browser, card_file(), system="inside_pitch").status_code == 400
    assert upload(browser, card_file(), system="chess").status_code == 400
    assert not VisitorCardSet.objects.exists()


def test_card_uploads_per_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "MAX_FILES_AN_HOUR", 1)
    browser = Client()
    assert upload(browser, card_file()).status_code == 302
    answer = upload(browser, card_file())
    assert answer.status_code == 429
    assert 3000 < int(answer.headers["Retry-After"]) <= 3600
    assert VisitorCardSet.objects.count() == 1


def test_drafted_teams_play_a_friendly_game(weekend: Weekend) -> None:  # noqa: F811
    browser = Client()
    sharks, bears = (f"team:{team.pk}" for team in (weekend.sharks, weekend.bears))
    assert {sharks, bears} <= {*choices_of(browser, f"season=1998&tournament={weekend.tournament.slug}")}
    game = new_game(browser, opponent="both", ruleset="strat_o_matic/star", tournament="hall", away=sharks, home=bears)
    assert game.state == TableGame.State.LOBBY, game.failure
    assert game.names == ("Sharks", "Bears")
    assert not game.is_tournament_game
    play(game, browser)
    # against a club with the same players
    game = new_game(browser, opponent="both", ruleset="strat_o_matic/star", tournament="hall", away=sharks, home="NYA")
    play(game, browser)
    assert (
        "NO"
        in browser.post(
            "/api/v1/play/", json.dumps({**OPTIONS, "away": "team:0"}), content_type="application/json"
        ).json()["finding"]
    )
