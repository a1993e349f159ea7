"""Simulated browsers. Each one has an event stream and reloads its page like static/js/live.js."""

import asyncio
import gzip
import itertools
import json
import random
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field

_GZIP = "Accept-Encoding: gzip, deflate, br\r\n"
# fewer than 5 % of one process's default event streams, which is the limit per IP address
_PAGES_PER_ADDRESS = 100
_pages = itertools.count()


def _next_address() -> str:
    """Return a local IP address, a new one for every hundred pages."""
    number = next(_pages) // _PAGES_PER_ADDRESS
    return f"127.0.{number // 250 + 1}.{number % 250 + 1}"


@dataclass
class OpenPage:
    """An open page in the tournament.

    Attributes:
        heard: The time when the awaited action arrived.
        shown: The time when the reloaded page arrived.
    """

    port: int
    address: str  # the page's URL path
    events: str  # the event stream's URL path
    cookie: str = ""
    heard: float = 0.0
    shown: float = 0.0
    newest: str = ""  # number of the newest action when the page was opened
    source: str = field(default_factory=_next_address)
    _lines: list[asyncio.StreamWriter] = field(default_factory=list)

    async def open(self) -> None:
        self._news, writer = await self._connect()
        writer.write(self._request(self.events).encode())
        opening = await asyncio.wait_for(self._news.readuntil(b"event: here\ndata: "), 60)
        position = await self._news.readline()
        if b" 200 " not in opening.split(b"\r\n", 1)[0]:
            raise RuntimeError(opening[:200])
        self.newest = str(json.loads(position)["newest"])

    async def wait_for_end(self) -> None:
        """Wait until the server closes the event stream."""
        with suppress(OSError):
            while await self._news.read(65536):
                pass

    async def wait_for_action(self, scope: str, *, reads: bool) -> None:
        """Wait for an action in this scope and, with `reads`, for the page's new content."""
        crowd, number = 0, ""
        self.heard = self.shown = 0.0
        while not self.heard:
            line = (await self._news.readline()).decode()
            if not line:
                raise ConnectionResetError("the server ended the event stream")
            if line.startswith("id: "):
                number = line[4:].strip()
            elif line.startswith("data: ") and f'"scope":"{scope}"' in line:
                self.heard = time.perf_counter()
            elif line.startswith("data: ") and line[6:].strip().isdecimal():
                crowd = int(line[6:])
        if reads:
            await asyncio.sleep((5 + random.random() * min(1500, 20 + crowd / 2)) / 1000)
            await self.read(f"X-Live: 1\r\nX-Act: {number}\r\n")
            self.shown = time.perf_counter()

    async def read(self, headers: str = "") -> bytes:
        """Load the page."""
        reader, writer = await self._connect(reused=not headers)
        writer.write(self._request(self.address, headers + _GZIP).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if not head.startswith("http/1.1 200"):
            raise RuntimeError(head)
        [size] = re.findall(r"content-length: (\d+)", head)
        body = await reader.readexactly(int(size))
        if headers:
            writer.close()
        return gzip.decompress(body) if "content-encoding: gzip" in head else body

    def close(self) -> None:
        for line in self._lines:
            line.close()

    async def _connect(self, *, reused: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        if reused:
            self._lines.append(writer)
        return reader, writer

    def _request(self, address: str, headers: str = "") -> str:
        own = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n{own}{headers}\r\n"
