"""Test a table's event stream in the API: a view for the token's seat after each action, from the last number seen."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from play.models import Seat, TableGame
from play.services.seats import seat_token, sit_down
from tests.live_line import OpenPage, open_stream, run
from tests.play.tables import move, started_game, view_of

pytestmark = pytest.mark.django_db(transaction=True)  # events are sent after the commit

SECONDS = 30


def address_of(game: TableGame) -> str:
    return f"/api/v1/play/{game.public_id}/events/"


def token_of(game: TableGame, team: int) -> str:
    return seat_token(Seat.objects.select_related("game").get(game=game, team=team))


async def views_of(page: OpenPage, count: int) -> list[dict[str, Any]]:
    """Return the first views in a stream."""
    return [json.loads(event.split("data: ")[1]) for event in await page.events(count, "table")]


def test_each_action_is_sent_to_a_seat_and_to_a_spectator() -> None:
    game, away, _ = started_game()
    number, token = view_of(game)["number"], token_of(game, 0)

    async def watch() -> list[list[dict[str, Any]]]:
        own = open_stream(address_of(game), after=str(number), token=token)
        public = open_stream(address_of(game), after=str(number))
        async with own as seat, public as spectator:
            await seat.words()
            await spectator.words()
            assert (await sync_to_async(move)(away, game, number, "0 roll")).status_code == 302
            return [await views_of(seat, 1), await views_of(spectator, 1)]

    (own,), (public,) = run(watch())
    assert own["number"] == public["number"] == number + 1
    assert (own["own_teams"], public["own_teams"]) == ([0], [])
    assert [prompt["team"] for prompt in own["game"]["prompts"]] == [0]
    assert public["game"]["prompts"] == []


@pytest.mark.parametrize("how", ["after", "last_event_id"])
def test_a_program_that_missed_actions_gets_the_newest_view(how: str) -> None:
    game, away, _ = started_game()
    number, token = view_of(game)["number"], token_of(game, 1)
    move(away, game, number, "0 time")
    move(away, game, number + 1, "0 resume")

    async def resume() -> list[dict[str, Any]]:
        async with open_stream(address_of(game), token=token, **{how: str(number)}) as page:
            return await views_of(page, 1)

    (view,) = run(resume())
    assert (view["number"], view["own_teams"]) == (number + 2, [1])


def test_a_seat_that_another_device_takes_ends_its_stream() -> None:
    game, _, _ = started_game()
    number, seat = view_of(game)["number"], Seat.objects.select_related("game").get(game=game, team=0)

    async def lose_seat() -> None:
        async with open_stream(address_of(game), after=str(number), token=seat_token(seat)) as page:
            await page.events(1, "here")
            await sync_to_async(sit_down)(seat=seat)
            while await page.words():
                pass

    run(asyncio.wait_for(lose_seat(), SECONDS))


def test_the_token_of_another_table_is_a_spectator_s() -> None:
    game, _, _ = started_game()
    foreign, _, _ = started_game()
    program = Client(headers={"Authorization": f"Bearer {token_of(foreign, 0)}"})
    stream = program.get(address_of(game)).content.decode()
    assert json.loads(stream.split("event: table\ndata: ")[1].split("\n")[0])["own_teams"] == []
