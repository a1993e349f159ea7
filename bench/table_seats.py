"""Simulated play-table seats that listen, make default moves and send heartbeats, plus spectators and a big screen.

They are coroutines on one event loop, and they send the same requests as the pages' scripts.
"""

import asyncio
import itertools
import json
import random
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

_TOKEN = "x" * 32
_USUAL = re.compile(r"<button\s[^>]*?\bdata-usual\b[^>]*>")
_VALUE = re.compile(r'value="([^"]+)"')
_LAST_PLAY = re.compile(r'data-last-play="(\d+)"')
# the server closes a connection after five idle seconds, and a browser then opens a new one
_CONNECTION_LASTS = 4.0
_HEARTBEAT_SECONDS = 25.0  # as in static/js/table.js
_RELOAD_SECONDS = 15.0  # reload interval of the win probability on a spectator's page
_BIG_SCREEN_SECONDS = 4.0  # as in templates/play/live_big_screen.html
# fewer than 5 % of one process's default event streams, which is the limit per IP address
_SEATS_PER_ADDRESS = 100
_seats = itertools.count()


def _next_address() -> str:
    number = next(_seats) // _SEATS_PER_ADDRESS
    return f"127.0.{number // 250 + 2}.{number % 250 + 1}"


@dataclass
class TableSeat:
    """A seat with its page open. `html` is the view on the page, and `number` is the newest action in it."""

    port: int
    address: str  # URL path of the play table
    cookie: str
    number: int = 0
    html: str = ""
    source: str = field(default_factory=_next_address)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _sent_at: float = 0.0

    async def open(self) -> None:
        """Open the stream and wait for the first view."""
        self._news, self._line = await self._connect()
        self._line.write(self._head("GET", f"{self.address}table-events/?after=0").encode())
        head = await self._news.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise RuntimeError(head[:300])
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._stay_connected())]
        await self.wait_for(1)

    async def _stay_connected(self) -> None:
        await asyncio.sleep(random.uniform(0, _HEARTBEAT_SECONDS))
        while True:
            body = urlencode({"csrfmiddlewaretoken": _TOKEN})
            form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            await self._request(self._head("POST", f"{self.address}heartbeat/", form) + body)
            await asyncio.sleep(_HEARTBEAT_SECONDS)

    async def _request(self, text: str) -> None:
        """Send a request on its own connection."""
        reader, line = await self._connect()
        line.write(text.encode())
        status = await asyncio.wait_for(reader.readline(), 60)
        line.close()
        if b" 200 " not in status:
            raise RuntimeError(f"{text.splitlines()[0]}: {status!r}")

    async def wait_for(self, number: int) -> None:
        """Wait until the page shows this action."""
        while self.number < number:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 60)

    async def _read(self) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while line := await self._news.readline():
                if line.startswith(b'data: {"number":'):
                    event = json.loads(line[6:])
                    self.number, self.html = event["number"], event["html"]
                    self._changed.set()

    def usual_move(self) -> str:
        """Return the move that the large button sends, or "" if this seat is waiting."""
        button = _USUAL.search(self.html)
        value = _VALUE.search(button.group()) if button else None
        return value.group(1) if value else ""

    @property
    def last_play(self) -> str:
        play = _LAST_PLAY.search(self.html)
        return play.group(1) if play else ""

    async def move(self, do: str) -> float:
        """Send a move and return the time of sending."""
        body = urlencode({"number": self.number, "do": do, "csrfmiddlewaretoken": _TOKEN})
        form = f"X-Fragment: 1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        reader, line = await self._move_connection()
        sent = self._sent_at = time.perf_counter()
        line.write((self._head("POST", f"{self.address}move/", form) + body).encode())
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)).decode().lower()
        (length,) = re.findall(r"content-length: (\d+)", head)
        answer = await reader.readexactly(int(length))
        if " 200 " not in head.split("\r\n", 1)[0]:
            raise RuntimeError(f"{do}: {head} {answer[:300]!r}")
        return sent

    async def _move_connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the last move's connection, or a new one after a pause."""
        if self._connection is not None and time.perf_counter() - self._sent_at < _CONNECTION_LASTS:
            return self._connection
        self._close_connection()
        self._connection = await self._connect()
        return self._connection

    def _close_connection(self) -> None:
        if self._connection is not None:
            self._connection[1].close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0), limit=2**20)

    def _head(self, method: str, path: str, more: str = "") -> str:
        cookie = f"{self.cookie}; csrftoken={_TOKEN}"
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n{more}\r\n"

    def close(self) -> None:
        """Leave the table. Raise RuntimeError if one of its requests failed."""
        for task in self._tasks:
            if task.done() and not task.cancelled() and (failure := task.exception()) is not None:
                raise failure
            task.cancel()
        self._line.close()
        self._close_connection()


class Spectator(TableSeat):
    """A page without a seat, which reloads the win probability."""

    async def _stay_connected(self) -> None:
        await asyncio.sleep(random.uniform(0, _RELOAD_SECONDS))
        while True:
            await self._request(self._head("GET", f"{self.address}win-chances/"))
            await asyncio.sleep(_RELOAD_SECONDS)


@dataclass
class BigScreen:
    """A screen with the tiles of a tournament's games. `waits` contains the seconds until each page arrived."""

    port: int
    path: str
    waits: list[float] = field(default_factory=list)
    tiles: int = 0  # on the most recent page
    _task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load the page repeatedly until the screen is closed."""
        await self._load()
        self._task = asyncio.create_task(self._reload())

    async def _reload(self) -> None:
        while True:
            await asyncio.sleep(_BIG_SCREEN_SECONDS)
            await self._load()

    async def _load(self) -> None:
        started = time.perf_counter()
        reader, line = await asyncio.open_connection("127.0.0.1", self.port)
        line.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 60)
        line.close()
        self.waits.append(time.perf_counter() - started)
        if b" 200 " not in answer.split(b"\r\n", 1)[0]:
            raise RuntimeError(f"{self.path}: {answer[:300]!r}")
        self.tiles = answer.count(b"data-tile=")

    def close(self) -> None:
        """Close the screen. Raise RuntimeError if a page could not be loaded."""
        if self._task is not None:
            if self._task.done() and (failure := self._task.exception()) is not None:
                raise failure
            self._task.cancel()


@dataclass
class PlayedTable:
    """A game between two seats. `waits` contains the seconds from each move to the other seat's view of it."""

    seats: tuple[TableSeat, TableSeat]
    waits: list[float] = field(default_factory=list)
    is_over: bool = False

    async def play(self, deadline: float, pause: float, tap: float) -> None:
        """Play one plate appearance every `pause` seconds, with `tap` seconds between its moves."""
        await asyncio.sleep(random.uniform(0, pause))
        while time.perf_counter() < deadline and not self.is_over:
            started = time.perf_counter()
            await self._plate_appearance(deadline, tap)
            await asyncio.sleep(max(tap, started + pause - time.perf_counter()))

    async def _plate_appearance(self, deadline: float, tap: float) -> None:
        play = self.seats[0].last_play
        while self.seats[0].last_play == play and time.perf_counter() < deadline:
            mover = next((seat for seat in self.seats if seat.usual_move()), None)
            if mover is None:
                self.is_over = True
                return
            opponent = self.seats[1 - self.seats.index(mover)]
            number = mover.number
            sent = await mover.move(mover.usual_move())
            await opponent.wait_for(number + 1)
            self.waits.append(time.perf_counter() - sent)
            await mover.wait_for(number + 1)
            await asyncio.sleep(tap)
