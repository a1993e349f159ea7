"""Test people at a table: presence, phrases, a different device, a volunteer. None of these makes an answer stale."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from play.models import Seat, SeatAbsence, TableEvent, TableGame
from play.queries.audiences import topic_of
from play.queries.live import LOG
from play.queries.presence import LOST_AFTER
from play.services.phrases import SECONDS_BETWEEN
from play.services.seats import seat_token
from tests.factories import SeriesFactory
from tests.play.tables import get_ready, move, new_game, started_game, usual_move, view_of

pytestmark = pytest.mark.django_db


def lose_connection(game: TableGame, team: int, minutes: int) -> None:
    seen_at = timezone.now() - timedelta(minutes=minutes)
    Seat.objects.filter(game=game, team=team).update(seen_at=seen_at)


def presence(game: TableGame, team: int) -> str:
    return str(view_of(game)["people"]["seats"][team]["presence"])


def heartbeat(browser: Client, game: TableGame) -> Any:
    return browser.post(f"{game.get_absolute_url()}heartbeat/")


def invite(host: Client, game: TableGame) -> str:
    """Invite a volunteer for the visitors, and return the link's URL."""
    assert move(host, game, view_of(game)["number"], "0 invite").status_code == 302
    page = host.get(game.get_absolute_url()).content.decode()
    (path,) = re.findall(r'href="http://testserver(/play/volunteer/[^"]+)"', page)
    return str(path)


@pytest.fixture
def series_game() -> tuple[TableGame, Client, Client]:
    """Return a game in progress that counts as a tournament's series game."""
    game, away, home = started_game()
    TableGame.objects.filter(pk=game.pk).update(series=SeriesFactory())
    return TableGame.objects.get(pk=game.pk), away, home


def test_heartbeat_updates_presence_without_making_moves_stale(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    assert presence(game, 0) == "connected"
    lose_connection(game, 0, minutes=3)
    assert presence(game, 0) == "lost"
    assert view_of(game)["people"]["seats"][0]["minutes_lost"] == 3
    answer = heartbeat(away, game)
    assert 'data-presence="connected"' in answer.content.decode()
    assert presence(game, 0) == "connected"
    with django_assert_max_num_queries(6):  # nothing is written within 15 seconds
        heartbeat(away, game)
    assert view_of(game)["number"] == number
    assert move(away, game, number, "0 roll").status_code == 302
    assert not SeatAbsence.objects.exists(), "only a clock needs them"


def test_spectator_cannot_use_a_seat() -> None:
    game, away, home = started_game()
    lose_connection(game, 0, minutes=3)
    spectator = Client()
    assert heartbeat(spectator, game).status_code == 403
    assert spectator.get(f"{game.get_absolute_url()}people/").status_code == 200
    assert home.get(game.get_absolute_url()).status_code == 200
    assert presence(game, 0) == "lost"
    assert spectator.post(f"{game.get_absolute_url()}say/", {"say": "0 THANKS"}).status_code == 403


def test_heartbeat_notifies_pages_of_a_returning_seat() -> None:
    game, away, home = started_game()
    topic = topic_of(game.pk, ())
    before = LOG.positions([topic])[topic]
    lose_connection(game, 1, minutes=LOST_AFTER.seconds)
    heartbeat(home, game)
    after = LOG.positions([topic])[topic]
    assert (before.newest, before.epoch) == (after.newest, after.epoch)
    assert before.note != after.note


def test_move_counts_as_a_heartbeat() -> None:
    game, away, home = started_game()
    lose_connection(game, 0, minutes=3)
    assert move(away, game, view_of(game)["number"], "0 roll").status_code == 302
    assert presence(game, 0) == "connected"


def test_phrases_expire_after_a_minute_and_are_limited() -> None:
    game, away, home = started_game()
    number = view_of(game)["number"]
    address = f"{game.get_absolute_url()}say/"
    assert away.post(address, {"say": "0 NICE_HIT"}).status_code == 302
    assert view_of(game)["people"]["seats"][0]["phrase"]
    away.post(address, {"say": "0 THANKS"})
    assert Seat.objects.get(game=game, team=0).phrase == "NICE_HIT", "the second one came too early"
    program = Client(headers={"Authorization": f"Bearer {seat_token(Seat.objects.get(game=game, team=0))}"})
    refused = program.post(f"/api/v1/play/{game.public_id}/phrases/", {"phrase": "THANKS"}, "application/json")
    assert (refused.status_code, refused.json()["finding"]) == (429, "TOO_MANY_PHRASES")
    assert 0 < int(refused.headers["Retry-After"]) <= SECONDS_BETWEEN
    Seat.objects.filter(game=game).update(phrase_at=timezone.now() - timedelta(seconds=SECONDS_BETWEEN + 1))
    away.post(address, {"say": "0 SHOUT"})
    assert Seat.objects.get(game=game, team=0).phrase == "NICE_HIT", "no free text"
    away.post(address, {"say": "0 THANKS"})
    assert Seat.objects.get(game=game, team=0).phrase == "THANKS"
    Seat.objects.filter(game=game).update(phrase_at=timezone.now() - timedelta(minutes=2))
    assert view_of(game)["people"]["seats"][0]["phrase"] == ""
    assert move(home, game, number, "1 roll").status_code == 400, "refused as the other manager's, not as stale"
    assert move(away, game, number, "0 roll").status_code == 302


def test_moving_a_seat_ends_the_first_devices_stream() -> None:
    game, away, home = started_game()
    own, foreign = topic_of(game.pk, (0,)), topic_of(game.pk, (1,))
    before = LOG.positions([own, foreign])
    page = away.get(game.get_absolute_url()).content.decode()
    (path,) = re.findall(r'href="http://testserver(/play/seat/[^"]+)"\s+data-seat-link="0"', page)
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page or 'class="qr"' in page
    tablet = Client()
    assert tablet.post(path).status_code == 302
    after = LOG.positions([own, foreign])
    assert before[own].epoch != after[own].epoch
    assert before[foreign] == after[foreign]._replace(note=before[foreign].note)
    assert LOG.ends_with_epoch
    old_page = away.get(game.get_absolute_url()).content.decode()
    assert 'data-lost-seat="0"' in old_page
    assert 'data-seat-link="0"' not in old_page
    number = view_of(game)["number"]
    assert move(away, game, number, "0 roll").status_code == 403
    assert heartbeat(away, game).status_code == 403
    assert move(tablet, game, number, "0 roll").status_code == 302


def test_volunteer_takes_a_seat_and_leaves_it(series_game: tuple[TableGame, Client, Client]) -> None:
    game, away, home = series_game
    path = invite(away, game)
    zoe = Client()
    assert zoe.post(path, {"name": " "}).status_code == 400
    assert zoe.post(path, {"name": "Zoe"}).status_code == 302
    assert move(away, game, view_of(game)["number"], "0 roll").status_code == 403, "the volunteer has the seat"
    page = zoe.get(game.get_absolute_url()).content.decode()
    assert 'data-seat-link="0"' not in page, "no link of the seat itself"
    for browser in (zoe, home) * 3:
        view = view_of(game, browser)
        if do := usual_move(view):
            assert move(browser, game, view["number"], do).status_code == 302
    notes = [note for play in view_of(game)["game"]["plays"] for note in play["notes"]]
    assert len(notes) == 1
    assert "Zoe" in notes[0]
    assert move(zoe, game, view_of(game)["number"], "0 get_up").status_code == 302
    assert view_of(game, away)["own_teams"] == [0], "the manager's device has the seat again"
    assert view_of(game, zoe)["own_teams"] == []
    assert zoe.get(path).status_code == 404
    notes = [note for play in view_of(game)["game"]["plays"] for note in play["notes"]]
    assert len(notes) == 2


def test_manager_can_reclaim_the_seat_at_any_time(series_game: tuple[TableGame, Client, Client]) -> None:
    game, away, home = series_game
    zoe = Client()
    assert zoe.post(invite(away, game), {"name": "Zoe"}).status_code == 302
    address = f"{game.get_absolute_url()}take-seat/"
    assert home.post(address).status_code == 403
    assert zoe.post(address).status_code == 403
    assert address in away.get(game.get_absolute_url()).content.decode()
    assert away.post(address).status_code == 302
    assert view_of(game, away)["own_teams"] == [0]
    assert view_of(game, zoe)["own_teams"] == []
    kinds = TableEvent.objects.filter(game=game, kind__in=("seat_volunteer", "get_up"))
    assert [event.content["name"] for event in kinds] == ["Zoe", "Zoe"]


def test_director_invites_a_volunteer(
    series_game: tuple[TableGame, Client, Client], director_of: Callable[..., Client]
) -> None:
    game, away, home = series_game
    assert game.series is not None
    tournament = game.series.tournament
    director = director_of(tournament)
    address = f"/t/{tournament.slug}/tables/{game.public_id}/volunteer/"
    assert away.post(address, {"do": "1 invite"}).status_code == 403
    assert director.post(address, {"do": "1 invite"}).status_code == 302
    assert "data-volunteer-link" in director.get(game.get_absolute_url()).content.decode()
    assert "data-volunteer-link" not in away.get(game.get_absolute_url()).content.decode()


def test_friendly_game_has_no_volunteers() -> None:
    game, away, home = started_game()
    assert move(away, game, view_of(game)["number"], "0 invite").status_code == 400


def test_lobby_shows_readiness_once_per_seat() -> None:
    away = Client()
    game = new_game(away)

    def readiness() -> list[str]:
        return [seat["readiness"] for seat in view_of(game)["people"]["seats"]]

    assert readiness() == ["choosing", ""]
    get_ready(away, game, 0)
    assert readiness() == ["ready", ""]
    page = Client().get(game.get_absolute_url()).content.decode()
    assert page.split("<footer")[0].count(f"<strong>{game.home_name}</strong>") == 1
