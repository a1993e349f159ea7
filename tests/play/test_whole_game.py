"""Test a whole game through the pages, in two browsers."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from play.models import TableEvent, TableGame
from play.opening import cached_games, open_table
from play.services import starting
from tabletop.season_plays import season_play_for
from tests.play.tables import OPTIONS, get_ready, new_game, play_to_end, sit_down_by_link, started_game, view_of

pytestmark = pytest.mark.django_db


def test_two_browsers_finish_a_game_with_verifiable_rolls() -> None:
    game, away, home = started_game()
    play_to_end(game, (away, home))
    game.refresh_from_db()
    assert game.state == TableGame.State.OVER
    for page in ("", "plays/", "box-score/", "dice/", "dice.json", "retrosheet.txt"):
        assert Client().get(f"{game.get_absolute_url()}{page}").status_code == 200, page
    record = Client().get(f"{game.get_absolute_url()}dice.json").json()
    assert record["parts"] == ["part0", "part1"]
    assert len(record["rolls"]) == sum(len(rolls) for rolls in TableEvent.objects.values_list("rolls", flat=True)) > 100
    assert b"All rolls check out" in Client().get(f"{game.get_absolute_url()}dice/").content
    assert Client().get(f"{game.get_absolute_url()}retrosheet.txt").content.startswith(b"id,")


def test_rebuilt_game_equals_the_cached_game() -> None:
    game, away, home = started_game()
    play_to_end(game, (away, home))
    before = view_of(game)
    cached_games.clear()
    assert view_of(game) == before
    events = open_table(TableGame.objects.get(pk=game.pk)).play.game.log.events
    assert len(events) == sum(len(log) for log in TableEvent.objects.values_list("log", flat=True))


@pytest.mark.parametrize("ruleset", ["pine_tar/standard", "pine_tar/full"])
def test_manager_plays_against_the_computer(ruleset: str) -> None:
    browser = Client()
    game = new_game(browser, opponent="computer", ruleset=ruleset)
    get_ready(browser, game, 0)
    play_to_end(game, (browser, browser))
    assert view_of(game)["state"] == "over"


def test_manager_can_play_both_teams() -> None:
    browser = Client()
    game = new_game(browser, opponent="both")
    get_ready(browser, game, 0)
    get_ready(browser, game, 1)
    play_to_end(game, (browser, browser))
    assert view_of(game)["state"] == "over"


def test_failed_game_shows_the_reason_and_can_be_retried() -> None:
    browser = Client()
    season_play_for("strat_o_matic").season("star", "1998")
    game = new_game(browser, ruleset="strat_o_matic/star", designated_hitter="on")
    page = browser.get(game.get_absolute_url()).content.decode()
    assert game.state == TableGame.State.FAILED
    assert "T0.01" in page
    assert Client().post(f"{game.get_absolute_url()}prepare/").status_code == 403
    assert browser.post(f"{game.get_absolute_url()}prepare/").status_code == 302
    game.refresh_from_db()
    assert game.state == TableGame.State.FAILED


def test_worker_prepares_a_game_without_cached_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[tuple[object, ...]] = []
    monkeypatch.setattr(starting, "send_job", lambda *job: jobs.append(job) or True)
    browser = Client()
    answer = browser.post("/play/", {**OPTIONS, "season": 1997, "ruleset": "pine_tar/full"})
    game = TableGame.objects.get(public_id=answer["Location"].split("/")[2])
    assert game.state == TableGame.State.PREPARING
    assert jobs == [(starting.PREPARE_TASK, game.pk)]
    page = browser.get(game.get_absolute_url()).content.decode()
    assert "Making the cards from 1997" in " ".join(page.split())
    assert "<progress" in page
    prepare = f'action="{game.get_absolute_url()}prepare/"'
    assert prepare not in page
    TableGame.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(minutes=3))
    assert prepare in browser.get(game.get_absolute_url()).content.decode(), "the worker is silent"
    assert prepare not in Client().get(game.get_absolute_url()).content.decode()


def test_preparing_a_started_game_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both managers open their series while the cards are made, so two workers prepare its game."""
    away, home = Client(), Client()
    game = new_game(away)
    sit_down_by_link(away, home, game)
    TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.PREPARING)

    def prepare_slowly(slow: TableGame) -> dict[str, object]:
        TableGame.objects.filter(pk=slow.pk).update(state=TableGame.State.LOBBY)  # by the other worker
        get_ready(away, slow, 0)
        get_ready(home, slow, 1)
        return {"state": TableGame.State.LOBBY}

    monkeypatch.setattr(starting, "_preparation", prepare_slowly)
    starting.prepare_game(game.pk)
    game.refresh_from_db()
    assert game.state == TableGame.State.PLAYING
    assert game.events.latest("number").kind == TableEvent.Kind.READY


def test_games_per_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "MAX_GAMES_AN_HOUR", 2)
    browser = Client()
    games = [new_game(browser), new_game(browser)]
    answer = browser.post("/play/", OPTIONS)
    assert answer.status_code == 429
    assert 3000 < int(answer.headers["Retry-After"]) <= 3600
    answer = browser.post("/api/v1/play/", OPTIONS, content_type="application/json")
    assert (answer.status_code, answer.json()["finding"]) == (429, "TOO_MANY_GAMES")
    assert 3000 < int(answer.headers["Retry-After"]) <= 3600
    assert TableGame.objects.count() == len(games)
