"""The body of a request, read whole on the event loop before a thread is taken, within limits of time and size."""

import asyncio
from typing import IO, Any

from django.conf import settings


class BodyRefused(Exception):
    """The body came too slowly or is too large; what to answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class ClientLeft(Exception):
    """Nobody is there any more to be answered."""


class Bodies:
    """The bodies that are on their way."""

    def __init__(self) -> None:
        self._waits: set[asyncio.Timeout] = set()
        self._silence: float = settings.BODY_SILENT_SECONDS

    def end(self) -> None:
        """The server ends: what is not here now comes too late."""
        self._silence = 0
        for wait in (wait for wait in self._waits if not wait.expired()):
            wait.reschedule(asyncio.get_running_loop().time())

    async def read(self, into: IO[bytes], scope: Any, receive: Any) -> int:
        """Keeps the whole body, to be read from its beginning; gives its size. Raises BodyRefused or ClientLeft."""
        headers = dict(scope["headers"])
        if b"content-length" not in headers and b"transfer-encoding" not in headers:
            return 0
        _check_size(int(headers.get(b"content-length", b"0")))
        try:
            await self._receive(into, receive)
        except TimeoutError:
            raise BodyRefused(
                408, "This came too slowly, so nothing was done. Try it again on a better line."
            ) from None
        size = into.tell()
        into.seek(0)
        return size

    async def _receive(self, into: IO[bytes], receive: Any) -> None:
        async with asyncio.timeout(self._silence) as wait:
            self._waits.add(wait)
            try:
                await self._receive_pieces(into, receive, wait)
            finally:
                self._waits.discard(wait)

    async def _receive_pieces(self, into: IO[bytes], receive: Any, wait: asyncio.Timeout) -> None:
        clock = asyncio.get_running_loop().time
        end, more = clock() + settings.BODY_SECONDS, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientLeft
            into.write(message.get("body", b""))
            _check_size(into.tell())
            more = message.get("more_body", False)
            wait.reschedule(min(clock() + self._silence, end))


def _check_size(size: int) -> None:
    most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if size > most:
        raise BodyRefused(413, f"What was sent is too large; at most {most // 2**20} MB are taken. Nothing was done.")
