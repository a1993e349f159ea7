"""The live line: what a page missed comes after its last number, then what happens, and nothing private."""

import asyncio
import json
from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient
from django.utils import timezone

from tests.factories import TournamentFactory
from tournaments import live
from tournaments.models import Action
from tournaments.services.log import PROGRAM, record_action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def act(tournament, number: int) -> Action:
    return record_action(
        tournament=tournament,
        actor=PROGRAM,
        verb="test",
        sentence=f"Act {number}.",
        before={"secret": "was"},
        after={"secret": "is"},
        reason="private",
        public={"number": number},
    )


async def lines(answer, wanted: int) -> list[str]:
    """The first so many events of a stream."""
    found: list[str] = []
    content = answer.streaming_content
    async with asyncio.timeout(60):
        async for chunk in content:
            found += [part for part in chunk.decode().split("\n\n") if "event: action" in part]
            if len(found) >= wanted:
                break
    await content.aclose()
    return found


def run(coroutine):
    """In a loop of its own; the connections of its threads are closed, or the test database could not be emptied."""

    async def whole():
        try:
            return await coroutine
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(whole())


def told(event: str) -> dict:
    return json.loads(event.split("data: ", 1)[1])


def test_a_page_that_lost_the_line_is_told_what_it_missed_after_its_last_number():
    tournament = TournamentFactory()
    first, *missed = [act(tournament, number) for number in range(4)]
    act(TournamentFactory(), 99)  # another tournament's acts are not told

    async def reconnect(**how):
        answer = await AsyncClient().get(f"/t/{tournament.slug}/events/", **how)
        return await lines(answer, 3)

    for how in ({"headers": {"last-event-id": str(first.pk)}}, {"query_params": {"after": str(first.pk)}}):
        events = run(reconnect(**how))
        assert [told(event)["number"] for event in events] == [1, 2, 3]
        assert [f"id: {action.pk}" in event for action, event in zip(missed, events, strict=True)] == [True] * 3
        assert "secret" not in "".join(events)
        assert "private" not in "".join(events)


def test_an_open_page_hears_of_an_act_as_it_happens_and_once():
    tournament = TournamentFactory()

    async def watch() -> list[str]:
        answer = await AsyncClient().get(f"/t/{tournament.slug}/events/")
        heard = asyncio.create_task(lines(answer, 2))
        while not any(hub.listeners.get(tournament.pk) for hub in live._hubs.values()):
            await asyncio.sleep(0.01)
        for number in (1, 2):
            await sync_to_async(act)(tournament, number)
        return await heard

    assert [told(event)["number"] for event in run(watch())] == [1, 2]


@pytest.mark.parametrize("said", ["abc", "-1", "9" * 40, "1.5"])
def test_a_crooked_last_number_starts_at_the_newest(said):
    tournament = TournamentFactory()
    newest = act(tournament, 1)

    async def first_chunk() -> str:
        answer = await AsyncClient().get(f"/t/{tournament.slug}/events/", headers={"last-event-id": said})
        content = answer.streaming_content
        async with asyncio.timeout(60):
            chunk = await anext(content)
        await content.aclose()
        return chunk.decode()

    assert f"id: {newest.pk}" in run(first_chunk())


def test_there_is_no_line_for_a_tournament_that_does_not_exist():
    assert run(AsyncClient().get("/t/nobody/events/")).status_code == 404


def test_a_page_that_opens_does_not_hide_another_process_s_act_from_those_already_open(monkeypatch):
    """What a worker wrote reaches an older page even where a newer page has read past it in the meantime."""
    tournament = TournamentFactory()
    first = act(tournament, 1)
    # as if another process had written: this one hears of it by Redis or by looking at the log
    monkeypatch.setattr(live, "_tell_own_pages", lambda action, event: None)

    async def two_pages():
        address = f"/t/{tournament.slug}/events/"
        old = await AsyncClient().get(address, query_params={"after": str(first.pk)})
        listening = asyncio.create_task(lines(old, 1))
        await asyncio.sleep(0.2)
        await sync_to_async(act)(tournament, 2)
        new = (await AsyncClient().get(address)).streaming_content
        await anext(new)
        try:
            return await listening
        finally:
            await new.aclose()

    assert [told(event)["number"] for event in run(two_pages())] == [2]


def test_the_line_begins_with_the_server_s_time_for_phones_whose_clock_is_wrong():
    tournament = TournamentFactory()

    async def first_words():
        content = (await AsyncClient().get(f"/t/{tournament.slug}/events/")).streaming_content
        words = (await anext(content) + await anext(content)).decode()
        await content.aclose()
        return words

    words = run(first_words())
    stamp = words.split("event: clock\ndata: ", 1)[1].split("\n", 1)[0]
    assert abs((datetime.fromisoformat(stamp) - timezone.now()).total_seconds()) < 10
