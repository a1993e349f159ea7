"""Test the event stream: missed events after the page's last number, then new events, and no private data."""

import asyncio
import threading
from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from core import live, live_stream
from tests.factories import TournamentFactory
from tests.live_line import content_of, open_page, run
from tournaments.action_log import events
from tournaments.action_log.verbs import VERBS_BY_TOPIC, Verb
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def log_action(tournament, number: int) -> Action:
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


def log_many_actions(tournament) -> None:
    """Log more actions than are replayed, as a different process would, without notifying anyone."""
    Action.objects.bulk_create(
        Action(tournament=tournament, actor="x", verb="test", sentence="x")
        for _ in range(events.MAX_REPLAYED_EVENTS + 1)
    )


def numbers(events: list[str]) -> list[object]:
    return [content_of(event)["number"] for event in events]


def test_reconnecting_page_gets_missed_events():
    tournament = TournamentFactory()
    first, *missed = [log_action(tournament, number) for number in range(4)]
    log_action(TournamentFactory(), 99)  # a different tournament's actions aren't sent

    async def reconnect(**how):
        async with open_page(tournament.slug, **how) as page:
            return await page.events(3)

    for how in ({"last_event_id": str(first.pk)}, {"after": str(first.pk)}):
        events = run(reconnect(**how))
        assert numbers(events) == [1, 2, 3]
        assert [f"id: {action.pk}" in event for action, event in zip(missed, events, strict=True)] == [True] * 3
        assert "secret" not in "".join(events)
        assert "private" not in "".join(events)


def test_open_page_gets_each_event_once():
    tournament = TournamentFactory()

    async def watch() -> list[str]:
        async with open_page(tournament.slug) as page:
            for number in (1, 2):
                await sync_to_async(log_action)(tournament, number)
            return await page.events(2)

    assert numbers(run(watch())) == [1, 2]


def test_events_arrive_in_log_order(monkeypatch):
    tournament = TournamentFactory()
    announce, on_the_way = live.announce, []
    monkeypatch.setattr(live, "announce", lambda *arguments: on_the_way.append(arguments))

    async def watch() -> list[str]:
        async with open_page(tournament.slug) as page:
            await page.words()
            await sync_to_async(log_action)(tournament, 1)
            await sync_to_async(log_action)(tournament, 2)
            for message in reversed(on_the_way):
                await sync_to_async(announce)(*message)
            return await page.events(2)

    assert numbers(run(watch())) == [1, 2]


@pytest.mark.parametrize("header", ["abc", "-1", "9" * 40, "1.5"])
def test_invalid_last_event_number_starts_at_the_newest(header):
    tournament = TournamentFactory()
    newest = log_action(tournament, 1)

    async def first_words() -> str:
        async with open_page(tournament.slug, last_event_id=header) as page:
            return await page.words()

    assert f"id: {newest.pk}\n" in run(first_words())


@pytest.mark.parametrize("how", ["after", "last_event_id"])
def test_future_event_number_reloads_only_that_page(how):
    tournament = TournamentFactory()
    newest = log_action(tournament, 1)

    async def attack_and_watch() -> tuple[str, list[str], list[str]]:
        async with open_page(tournament.slug, **{how: "9" * 18}) as attacker:
            first = await attacker.words()
            async with open_page(tournament.slug, after=str(newest.pk)) as page:
                await sync_to_async(log_action)(tournament, 2)
                return first, await page.events(1), await attacker.events(1)

    first, heard, heard_by_attacker = run(attack_and_watch())
    assert f"id: {newest.pk}\nevent: behind\n" in first
    assert numbers(heard) == numbers(heard_by_attacker) == [2]


def test_page_too_far_behind_reloads():
    tournament = TournamentFactory()
    first = log_action(tournament, 0)
    log_many_actions(tournament)
    newest = events.newest_number(tournament.pk)

    async def reconnect() -> tuple[str, list[str]]:
        async with open_page(tournament.slug, after=str(first.pk)) as page:
            opened = await page.words()
            await sync_to_async(log_action)(tournament, 1)
            return opened, await page.events(1)

    opened, heard = run(reconnect())
    assert f"id: {newest}\nevent: behind\n" in opened
    assert "event: action" not in opened
    assert numbers(heard) == [1]


def test_open_pages_reload_after_too_many_events():
    tournament = TournamentFactory()

    async def watch() -> list[str]:
        async with open_page(tournament.slug) as page:
            await page.words()
            await sync_to_async(log_many_actions)(tournament)
            live.current_hub(events.LOG).wake(tournament.pk)
            return await page.events(1, "behind")

    [event] = run(watch())
    assert f"id: {events.newest_number(tournament.pk)}\n" in event


def test_page_from_another_epoch_reloads():
    """Another laptop continued from a backup: its log passed the first laptop's numbers, with different actions."""
    tournament = TournamentFactory(epoch="second")
    seen, newest = log_action(tournament, 1), log_action(tournament, 2)

    async def come_back(query: str) -> str:
        async with open_page(tournament.slug, after=query) as page:
            return await page.words()

    assert f"id: {newest.pk}\nevent: behind\n" in run(come_back(f"{seen.pk}&epoch=first"))
    same = run(come_back(f"{seen.pk}&epoch=second"))
    assert "event: action" in same
    assert "event: behind" not in same


@pytest.mark.parametrize("newest", [0, 1000])
def test_open_page_reloads_after_a_restore(newest):
    tournament = TournamentFactory()
    first = log_action(tournament, 1)

    async def watch() -> str:
        async with open_page(tournament.slug) as page:
            await page.words()
            await sync_to_async(log_action)(tournament, 2)
            await page.events(1)
            await sync_to_async(bring_back)()
            live.current_hub(events.LOG).wake(tournament.pk)
            _, event = await page.events(2, "behind")
            return event

    def bring_back() -> None:
        Action.objects.filter(pk__gt=first.pk).delete()
        if newest:
            Action.objects.create(pk=first.pk + newest, tournament=tournament, actor="x", verb="test", sentence="x")
            type(tournament).objects.update(epoch="brought back")

    assert f"id: {first.pk + newest}\n" in run(watch())


def test_heartbeat_carries_log_position_and_epoch(monkeypatch):
    tournament = TournamentFactory(epoch="a1")
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 0.2)

    async def watch() -> tuple[str, str]:
        async with open_page(tournament.slug) as page:
            opened = await page.words()
            await sync_to_async(log_action)(tournament, 1)
            await page.events(1)
            async with asyncio.timeout(20):
                while "event: here" not in (words := await page.words()):
                    pass
            return opened, words

    opened, beat = run(watch())
    assert opened.endswith('event: here\ndata: {"newest":0,"epoch":"a1"}\n\n')
    assert content_of(beat) == {"newest": events.newest_number(tournament.pk), "epoch": "a1"}


def test_unreadable_log_stops_the_heartbeat(monkeypatch):
    """If the database hangs, the page's numbers are old, even if the connection itself works."""
    tournament = TournamentFactory()
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr(live, "_FRESH_SECONDS", 1.5)
    hangs, goes_on = threading.Event(), threading.Event()
    standing_of = events.LOG.positions

    def standing(topics):
        if hangs.is_set():
            goes_on.wait(20)
        return standing_of(topics)

    async def watch() -> list[str]:
        live.current_hub(events.LOG._replace(positions=standing))
        async with open_page(tournament.slug) as page:
            messages = []
            for of_hanging in (False, True, False):
                if of_hanging:
                    goes_on.clear()
                    hangs.set()
                else:
                    hangs.clear()
                    goes_on.set()
                expected = ": still here" if of_hanging else "event: here"
                async with asyncio.timeout(20):
                    while expected not in (words := await page.words()):
                        pass
                messages.append(words)
            return messages

    assert len(run(watch())) == 3


def test_unknown_tournament_has_no_event_stream():
    async def look() -> int:
        async with open_page("nobody") as page:
            return page.status

    assert run(look()) == 404


def test_sync_server_returns_missed_events():
    tournament = TournamentFactory()
    first = log_action(tournament, 1)
    log_action(tournament, 2)
    answer = Client().get(f"/t/{tournament.slug}/events/", {"after": first.pk})
    assert answer["Content-Type"] == "text/event-stream"
    assert b"retry: 2000" in answer.content
    assert b'"number":2' in answer.content


def test_new_page_does_not_hide_events_from_open_pages(monkeypatch):
    """A worker's events reach an older page even after a newer page has seen them."""
    tournament = TournamentFactory()
    first = log_action(tournament, 1)
    # simulates another process's write, which this process learns about from Redis or by polling the log
    monkeypatch.setattr(live, "_wake_local_pages", lambda tournament_id: None)

    async def two_pages() -> list[str]:
        async with open_page(tournament.slug, after=str(first.pk)) as old:
            await asyncio.sleep(0.2)
            await sync_to_async(log_action)(tournament, 2)
            async with open_page(tournament.slug) as new:
                await new.words()
                return await old.events(1)

    assert numbers(run(two_pages())) == [2]


def test_page_that_does_not_read_is_dropped():
    async def watch() -> tuple[bytes, bytes]:
        line, second_stream = live_stream.LiveStream(seen=0), live_stream.LiveStream(seen=0)
        for number in range(1, 2 * events.MAX_REPLAYED_EVENTS + 2):
            line.put([events.Event(number, b"x")])
            second_stream.put([events.Event(number, b"x")])
            if number == events.MAX_REPLAYED_EVENTS:
                assert await second_stream.take() == b"x" * events.MAX_REPLAYED_EVENTS
        return await line.take(), await second_stream.take()

    dropped, retained = run(watch())
    assert dropped == b""
    assert retained == b"x" * (events.MAX_REPLAYED_EVENTS + 1)


def test_stream_starts_with_the_server_time():
    tournament = TournamentFactory()

    async def first_words() -> str:
        async with open_page(tournament.slug) as page:
            return await page.words()

    words = run(first_words())
    stamp = words.split("event: clock\ndata: ", 1)[1].split("\n", 1)[0]
    assert abs((datetime.fromisoformat(stamp) - timezone.now()).total_seconds()) < 10


def test_pages_over_the_limit_get_503(settings):
    settings.MOST_OPEN_PAGES = 1
    tournament = TournamentFactory()

    async def watch() -> tuple[int, str, list[str]]:
        async with open_page(tournament.slug) as first:
            async with open_page(tournament.slug) as second:
                refused, words = second.status, await second.words()
            await sync_to_async(log_action)(tournament, 1)
            return refused, words, await first.events(1)

    refused, words, heard = run(watch())
    assert refused == 503
    assert "Try again in 30 seconds" in words
    assert numbers(heard) == [1]


def test_events_include_their_scope():
    tournament = TournamentFactory()

    async def watch() -> list[str]:
        async with open_page(tournament.slug) as page:
            for verb in ("save_series_results", "throw_a_party"):
                await sync_to_async(record_action)(tournament=tournament, actor=PROGRAM, verb=verb, sentence="x")
            return await page.events(2)

    assert [content_of(event)["scope"] for event in run(watch())] == ["results", "all"]


def test_every_verb_belongs_to_one_topic():
    assert sorted(verb for verbs in VERBS_BY_TOPIC.values() for verb in verbs) == sorted(Verb), (
        "the log's page leaves one out"
    )
