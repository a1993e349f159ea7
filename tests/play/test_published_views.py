"""Test the view after an action: rendered once for each listening audience, and sent with the action."""

import asyncio
import json
from collections.abc import Callable, Collection
from typing import Any

import pytest
from django.db import connections
from django.utils.safestring import SafeString

from core import live_stream
from core.live import current_hub
from core.live_stream import LiveStream, LogPosition
from play.models import TableGame
from play.queries import live
from play.queries.audiences import topic_of
from play.queries.fragments import Fragment
from play.services import acting
from play.table import PlayTable
from tests.play.tables import started_game, view_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_move_is_rendered_once_per_listening_audience(monkeypatch: pytest.MonkeyPatch) -> None:
    game, away, _ = started_game()
    number = view_of(game)["number"]
    rendered: list[tuple[int, ...]] = []

    def view(table: PlayTable, teams: tuple[int, ...]) -> dict[str, Any]:
        rendered.append(teams)
        return {"number": table.number, "teams": teams}

    monkeypatch.setattr(live, "table_view", view)

    def render(view: dict[str, Any], known_parts: Collection[str]) -> Fragment:
        return Fragment(view["number"], SafeString(f"{view['number']} for {view['teams']}"), ())

    monkeypatch.setattr(live, "render_view", render)

    def move() -> str:
        try:
            form = {"number": number, "do": "0 roll"}
            answer = away.post(f"{game.get_absolute_url()}move/", form, headers={"X-Fragment": "1"})
            assert answer.status_code == 200
            return answer.content.decode()
        finally:
            connections.close_all()

    answer, events = asyncio.run(_move_while_watched(game, number, move))
    assert answer == f"{number + 1} for (0,)"
    assert events == [{"number": number + 1, "html": f"{number + 1} for ({team},)"} for team in (0, 1)]
    assert sorted(rendered) == [(0,), (1,)]


def test_move_is_saved_even_if_publishing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    game, away, _ = started_game()
    number = view_of(game)["number"]

    def fail(table: PlayTable) -> None:
        raise RuntimeError("no view")

    monkeypatch.setattr(acting, "publish_table", fail)
    form = {"number": number, "do": "0 roll"}
    answer = away.post(f"{game.get_absolute_url()}move/", form, headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    assert view_of(game)["number"] == number + 1


async def _move_while_watched(
    game: TableGame, number: int, move: Callable[[], str]
) -> tuple[str, list[dict[str, Any]]]:
    """Make a move while both seats listen. Return its response and the events that were sent."""
    hub = current_hub(live.LOG)
    streams = {topic_of(game.pk, (team,)): LiveStream(number) for team in (0, 1)}
    for topic, stream in streams.items():
        hub.join(topic, stream)
    for stream in streams.values():
        assert b"event: here" in await stream.take()
    answer = await asyncio.to_thread(move)
    events = [json.loads((await stream.take()).decode().split("data: ")[-1]) for stream in streams.values()]
    for topic, stream in streams.items():
        hub.leave(topic, stream)
    return answer, events


def test_changed_note_is_sent_immediately_and_once() -> None:
    stream = LiveStream(heartbeat_seconds=0.05)
    stream.tell_note(LogPosition(1, "", "7"), lambda: b"seven")
    stream.tell_note(LogPosition(2, "", "7"), lambda: b"seven again")

    async def first_content() -> bytes:
        content = await stream.take()
        assert await stream.take() is None, "a heartbeat is due"
        return content

    assert asyncio.run(first_content()) == b"seven"


def test_older_event_is_dropped_after_a_newer_event() -> None:
    game, _, _ = started_game()
    topic = topic_of(game.pk, (0,))

    async def deliver() -> bytes:
        hub = current_hub(live.LOG)
        stream = LiveStream(10)
        hub.join(topic, stream)
        hub.deliver({topic: live_stream.Event(12, b"newer")})
        hub.deliver({topic: live_stream.Event(11, b"older")})
        content = await stream.take()
        hub.leave(topic, stream)
        return content

    assert asyncio.run(deliver()) == b"newer"
