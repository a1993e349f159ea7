"""Simulate an open page on the server's side: the whole ASGI application, with an event stream opened by a test."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connections

from config.asgi import application

Result = TypeVar("Result")


class OpenPage:
    """A page's received events."""

    def __init__(self, scope: dict[str, object]) -> None:
        self._caller = ApplicationCommunicator(application, scope)
        self._heard: list[str] = []
        self.status = 0

    async def open(self) -> None:
        await self._caller.send_input({"type": "http.request", "body": b""})
        self.status = (await self._caller.receive_output(60))["status"]

    async def words(self) -> str:
        """Return the next text sent."""
        return (await self._caller.receive_output(60))["body"].decode()

    async def events(self, expected: int, kind: str = "action") -> list[str]:
        """Return the first events of a kind, up to this number."""
        async with asyncio.timeout(60):  # heartbeats never stop
            while len(self._heard) < expected:
                self._heard += [event for event in (await self.words()).split("\n\n") if f"event: {kind}\n" in event]
        return self._heard

    async def leave(self) -> None:
        await self._caller.send_input({"type": "http.disconnect"})
        await self._caller.wait(60)


@asynccontextmanager
async def open_page(slug: str, *, after: str = "", last_event_id: str = "") -> AsyncIterator[OpenPage]:
    async with open_stream(f"/t/{slug}/events/", after=after, last_event_id=last_event_id) as page:
        yield page


@asynccontextmanager
async def open_stream(
    path: str, *, after: str = "", last_event_id: str = "", token: str = ""
) -> AsyncIterator[OpenPage]:
    """Open a URL's event stream, like a program with this token."""
    headers = [(b"host", b"testserver")]
    if last_event_id:
        headers.append((b"last-event-id", last_event_id.encode()))
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    page = OpenPage(
        {
            "type": "http",
            "method": "GET",
            "http_version": "1.1",
            "path": path,
            "query_string": f"after={after}".encode() if after else b"",
            "headers": headers,
        }
    )
    await page.open()
    try:
        yield page
    finally:
        await page.leave()


def run(work: Awaitable[Result]) -> Result:
    """Run a coroutine in a new event loop, then close the thread's connection so that the database can be cleared."""

    async def read_all() -> Result:
        try:
            return await work
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(read_all())


def content_of(event: str) -> dict[str, object]:
    return json.loads(event.split("data: ", 1)[1])
