"""Test time banks and slow games: the running clock, stops, undo, the director's ruling, and notifications."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from play.models import Seat, TableEvent, TableGame
from play.opening import cached_games, open_seats
from play.table_rows import seats_of
from tests.factories import SeriesFactory
from tests.play.tables import move, started_game, usual_move, view_of
from tournaments.models import NewsItem, NewsPosition, NoticeKind, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.dashboard import director_attention_items
from weekend.queries.rare_rows import rare_rows
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db

MINUTE = 60


def pass_time(game: TableGame, seconds: int, *, lost_team: int | None = None) -> None:
    """Let time pass since the last action. The connection to a team may have been lost since then."""
    newest = TableEvent.objects.filter(game=game).latest("number")
    TableEvent.objects.filter(pk=newest.pk).update(at=newest.at - timedelta(seconds=seconds))
    Seat.objects.filter(game=game).update(seen_at=timezone.now())
    if lost_team is not None:
        seen_at = newest.at - timedelta(seconds=seconds)
        Seat.objects.filter(game=game, team=lost_team).update(seen_at=seen_at)


def seconds_left(game: TableGame) -> list[int]:
    return [seat["clock"]["seconds"] for seat in view_of(game)["people"]["seats"]]


def is_running(game: TableGame) -> list[bool]:
    return [seat["clock"]["is_running"] for seat in view_of(game)["people"]["seats"]]


def test_clock_runs_for_the_team_to_move() -> None:
    game, away, home = started_game(pace="20")
    assert seconds_left(game) == pytest.approx([1200, 1200], abs=5)
    turn = open_seats(seats_of(game)).turn
    assert turn is not None
    assert turn.team == 0
    pass_time(game, MINUTE)
    assert seconds_left(game) == pytest.approx([1140, 1200], abs=5)
    assert is_running(game) == [True, False]
    assert move(away, game, view_of(game)["number"], "0 time").status_code == 302
    pass_time(game, MINUTE)
    assert seconds_left(game) == pytest.approx([1080, 1200], abs=5), "a time-out counts for its caller"
    assert is_running(game) == [True, False]
    assert move(away, game, view_of(game)["number"], "0 resume").status_code == 302
    cached_games.clear()
    pass_time(game, MINUTE)
    assert seconds_left(game) == pytest.approx([1020, 1200], abs=5)


def test_time_out_by_the_other_team_runs_its_own_clock() -> None:
    game, _, home = started_game(pace="20")
    assert move(home, game, view_of(game)["number"], "1 time").status_code == 302
    pass_time(game, MINUTE)
    assert seconds_left(game) == pytest.approx([1200, 1140], abs=5)


def test_clock_stops_for_a_lost_connection() -> None:
    game, away, home = started_game(pace="20")
    pass_time(game, 10 * MINUTE, lost_team=0)
    assert is_running(game) == [False, False]
    assert seconds_left(game) == pytest.approx([1200, 1200], abs=5)
    assert away.post(f"{game.get_absolute_url()}heartbeat/").status_code == 200
    assert is_running(game) == [True, False]
    assert seconds_left(game) == pytest.approx([1200, 1200], abs=5), "the absence is stored"
    assert move(away, game, view_of(game)["number"], "0 roll").status_code == 302
    assert seconds_left(game) == pytest.approx([1200, 1200], abs=5)


def test_agreed_undo_restores_time_and_the_request_runs_the_other_clock() -> None:
    game, away, home = started_game(pace="20")
    for _ in range(2):
        for browser in (away, home):
            view = view_of(game, browser)
            if do := usual_move(view):
                pass_time(game, MINUTE)
                assert move(browser, game, view["number"], do).status_code == 302
    spent = [1200 - seconds for seconds in seconds_left(game)]
    assert sum(spent) >= 2 * MINUTE
    first = view_of(game)["game"]["plays"][-1]
    assert move(away, game, view_of(game)["number"], f"0 undo {first['undo_to']}").status_code == 302
    assert is_running(game) == [False, True]
    assert move(home, game, view_of(game)["number"], "1 agree").status_code == 302
    assert seconds_left(game) == pytest.approx([1200, 1200], abs=5)


def test_friendly_game_has_a_clock_but_no_claims() -> None:
    game, away, home = started_game(pace="20")
    pass_time(game, 40 * MINUTE)
    view = view_of(game, home)
    assert view["people"]["seats"][0]["clock"]["is_used_up"]
    assert view["people"]["seats"][0]["clock"]["claim_text"] == ""
    assert view["people"]["claims"] == []
    assert move(home, game, view["number"], "1 clock").status_code == 400


def test_clock_claim_asks_the_director_for_a_ruling_or_more_minutes(
    director_of: Callable[..., Client],
) -> None:
    game, away, home = started_game(pace="20")
    TableGame.objects.filter(pk=game.pk).update(series=SeriesFactory())
    game = TableGame.objects.get(pk=game.pk)
    assert game.series is not None
    tournament = game.series.tournament
    pass_time(game, 22 * MINUTE)
    view = view_of(game, home)
    assert view["people"]["claims"] == []
    assert view["people"]["seats"][0]["clock"]["claim_text"] not in ("", "0:00"), "a countdown"
    assert move(home, game, view["number"], "1 clock").status_code == 400
    pass_time(game, 4 * MINUTE)
    assert view_of(game, away)["people"]["claims"] == []
    assert view_of(game, home)["people"]["claims"] == [1]
    assert move(home, game, view_of(game)["number"], "1 clock").status_code == 302
    items = [item for item in attention(tournament) if item.kind == "Clock"]
    assert [item.address for item in items] == [game.get_absolute_url()]
    director = director_of(tournament)
    address = f"/t/{tournament.slug}/tables/{game.public_id}/clock/"
    assert address in director.get(game.get_absolute_url()).content.decode()
    assert home.post(address, {"minutes": "60"}).status_code == 403
    director.post(address, {"minutes": "99"})
    assert view_of(game)["people"]["clock_question_by"] == 1
    assert director.post(address, {"minutes": "10"}).status_code == 302
    assert view_of(game)["people"]["clock_question_by"] is None
    assert seconds_left(game)[0] == pytest.approx(4 * MINUTE, abs=10)
    assert view_of(game)["state"] == "playing", "the program forfeits nothing"
    assert [item for item in attention(tournament) if item.kind == "Clock"] == []


def attention(tournament: Tournament) -> list[Any]:
    snapshot = TournamentSnapshot(tournament)
    return director_attention_items(snapshot, rare_rows(tournament), timezone.now(), [], [])


def test_slow_game_notifies_a_manager_once_per_turn() -> None:
    game, away, home = started_game(pace="slow")
    assert view_of(game)["people"]["seats"][0]["clock"] is None
    series = SeriesFactory()
    TableGame.objects.filter(pk=game.pk).update(series=series, away_club=series.away.name, home_club=series.home.name)
    NewsPosition.objects.create(tournament=series.tournament)

    def notices() -> list[int | None]:
        collect_news()
        items = NewsItem.objects.filter(tournament=series.tournament, kind=NoticeKind.YOUR_MOVE)
        return [*items.order_by("pk").values_list("team_id", flat=True)]

    assert notices() == [], "the manager is connected"
    pass_time(game, 10 * MINUTE, lost_team=0)
    assert notices() == [series.away_id]
    assert away.post(f"{game.get_absolute_url()}heartbeat/").status_code == 200
    assert notices() == [series.away_id]
    pass_time(game, 10 * MINUTE, lost_team=0)
    assert notices() == [series.away_id], "once per turn"
    number = view_of(game)["number"]
    assert move(away, game, number, "0 undo answer").status_code in (302, 400)
    for _ in range(200):
        turn = open_seats(seats_of(game)).turn
        if turn is None or turn.team == 1:
            break
        view = view_of(game, away)
        assert move(away, game, view["number"], usual_move(view) or "").status_code == 302
    pass_time(game, 10 * MINUTE, lost_team=1)
    assert notices() == [series.away_id, series.home_id]


def test_new_game_requires_a_listed_pace() -> None:
    answer = Client().post("/play/", {"pace": "5"})
    assert answer.status_code == 400
    assert not TableGame.objects.exists()
