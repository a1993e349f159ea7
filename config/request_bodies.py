"""Read request bodies on the event loop, within time and size limits, before a thread is used."""

import asyncio
from typing import IO, Any

from django.conf import settings


class BodyRefused(Exception):
    """Raised when a body is too large or arrives too slowly. Contains the response's status and message."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class ClientDisconnected(Exception):
    """Raised when the client disconnects before its request is complete."""


class RequestBodyReader:
    """Reader of request bodies that can stop all pending reads at once."""

    def __init__(self) -> None:
        self._timeouts: set[asyncio.Timeout] = set()
        self._silence: float = settings.BODY_SILENT_SECONDS

    def end(self) -> None:
        """Time out every incomplete body, because the server is stopping."""
        self._silence = 0
        now = asyncio.get_running_loop().time()
        for timeout in self._timeouts:
            if not timeout.expired():
                timeout.reschedule(now)

    async def read(self, into: IO[bytes], scope: Any, receive: Any) -> int:
        """Write the whole body to a file, rewind the file and return the size in bytes.

        Raises:
            BodyRefused: If the body is too large or arrives too slowly.
            ClientDisconnected: If the client disconnects before the body is complete.
        """
        headers = dict(scope["headers"])
        if b"content-length" not in headers and b"transfer-encoding" not in headers:
            return 0
        limit: int = settings.LARGE_BODIES.get(scope["path"], settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        _check_size(int(headers.get(b"content-length", b"0")), limit)
        try:
            await self._receive(into, receive, limit)
        except TimeoutError:
            raise BodyRefused(
                408, "The request arrived too slowly, so nothing was done. Try again on a better connection."
            ) from None
        size = into.tell()
        into.seek(0)
        return size

    async def _receive(self, into: IO[bytes], receive: Any, limit: int) -> None:
        async with asyncio.timeout(self._silence) as timeout:
            self._timeouts.add(timeout)
            try:
                await self._receive_pieces(into, receive, limit, timeout)
            finally:
                self._timeouts.discard(timeout)

    async def _receive_pieces(self, into: IO[bytes], receive: Any, limit: int, timeout: asyncio.Timeout) -> None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + settings.BODY_SECONDS
        has_more = True
        while has_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            into.write(message.get("body", b""))
            _check_size(into.tell(), limit)
            has_more = message.get("more_body", False)
            timeout.reschedule(min(clock() + self._silence, deadline))


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise BodyRefused(413, f"The request is too large, so nothing was done. The limit is {limit // 2**20} MB.")
