"""Run Django's pages on permanent threads, which keep their database connections open.

A request uses a thread only between the arrival of its body and the completion of its response, so a slow client never
occupies a thread. PDFs and spreadsheets have their own thread and wait for pages (config/file_thread.py).
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.core.handlers.wsgi import WSGIHandler

from config.file_thread import FileThread, is_file
from config.request_bodies import BodyRefused, ClientDisconnected, RequestBodyReader
from config.request_log import log_unread_request
from config.shared_responses import SharedRequest, SharedResponse, SharedResponses, shareable_response, shared_request
from core.api.errors import PROBLEM_JSON, error_body, problem_body
from core.compression import accepts_gzip, compress, is_compressible
from core.metrics import count_request, count_shared_response

_CHUNK_BYTES = 64 * 1024
# Larger bodies are written to a temporary file.
_MAX_BYTES_IN_MEMORY = 256 * 1024
# Seconds a client has to accept each chunk of the response.
_UNREAD_SECONDS = 30


class WsgiResponse:
    """Complete response with its content in a file."""

    def __init__(self, content: IO[bytes]) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.content = content

    def begin(self, status: str, headers: list[tuple[str, str]], error: object = None) -> Callable[[bytes], object]:
        """Store the status and headers, as WSGI's `start_response`."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        return self.content.write


class DjangoThreadBridge:
    """ASGI application for everything except event streams."""

    def __init__(self, django: WSGIHandler, *, threads: int) -> None:
        self._django = django
        self._bodies = RequestBodyReader()
        self._shared = SharedResponses()
        # Writes may wait for the database, so they have their own threads.
        writing = max(1, threads * 3 // 8)
        self._reading = ThreadPoolExecutor(max_workers=max(1, threads - writing), thread_name_prefix="page")
        self._writing = ThreadPoolExecutor(max_workers=writing, thread_name_prefix="act")
        self._files = FileThread()

    def end(self) -> None:
        """Stop waiting for incomplete requests, because the server is stopping."""
        self._bodies.end()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = shared_request(scope)
        if request is None:
            return await self._respond(scope, receive, send)
        buffer = BufferedResponse()
        shared = await self._shared.get(request, lambda: self._build_shared_response(request, scope, receive, buffer))
        if shared is not None:
            count_shared_response()
            await send({"type": "http.response.start", "status": 200, "headers": shared.headers})
            await send({"type": "http.response.body", "body": shared.content})
        elif buffer.messages:
            for message in buffer.messages:
                await send(message)
        else:
            await self._respond(scope, receive, send)

    async def _build_shared_response(
        self, request: SharedRequest, scope: Any, receive: Any, buffer: "BufferedResponse"
    ) -> SharedResponse | None:
        await self._respond(scope, receive, buffer.take)
        return buffer.shared(request)

    async def _respond(self, scope: Any, receive: Any, send: Any) -> None:
        with _temporary_file() as body, _temporary_file() as content:
            response = WsgiResponse(content)
            try:
                environ = _wsgi_environ(scope, body, await self._bodies.read(body, scope, receive))
                await self._run(scope, partial(self._build_response, response, environ))
            except ClientDisconnected:
                return
            except BodyRefused as refusal:
                _send_refusal(response, scope, refusal)
            await _send_response(response, send)

    async def _run(self, scope: Any, build: Callable[[], None]) -> None:
        """Build a response on the file thread, a reading thread or a writing thread."""
        is_reading = scope["method"] in ("GET", "HEAD", "OPTIONS")
        if is_reading and is_file(scope["path"]):
            await self._files.run(build)
            return
        with self._files.is_paused():
            await asyncio.get_running_loop().run_in_executor(self._reading if is_reading else self._writing, build)

    def _build_response(self, response: WsgiResponse, environ: dict[str, Any]) -> None:
        django_response = self._django(environ, response.begin)
        try:
            for chunk in django_response:
                response.content.write(chunk)
        finally:
            django_response.close()
        if (b"content-encoding", b"identity") in response.headers:
            # This header is a message to us, not a valid header value.
            response.headers.remove((b"content-encoding", b"identity"))
        elif accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            compress_response(response)


class BufferedResponse:
    """Holds a response back until we know whether it can be shared."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    async def take(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    def shared(self, request: SharedRequest) -> SharedResponse | None:
        if not self.messages:  # The client disconnected.
            return None
        start, *pieces = self.messages
        content = b"".join(piece["body"] for piece in pieces)
        return shareable_response(request, start["status"], start["headers"], content)


def compress_response(response: WsgiResponse) -> None:
    """Compress large text responses, unless the page chose its own encoding."""
    headers = dict(response.headers)
    size = response.content.tell()
    kind = headers.get(b"content-type", b"").decode("latin1")
    if response.status != 200 or b"content-encoding" in headers or not is_compressible(kind, size):
        return
    response.content.seek(0)
    compressed = compress(response.content.read())
    response.content.seek(0)
    response.content.truncate()
    response.content.write(compressed)
    varies = b", ".join(filter(None, [headers.get(b"vary", b""), b"Accept-Encoding"]))
    changed = {b"content-encoding": b"gzip", b"content-length": str(len(compressed)).encode(), b"vary": varies}
    response.headers = [pair for pair in response.headers if pair[0] not in changed] + list(changed.items())


def _temporary_file() -> SpooledTemporaryFile[bytes]:
    return SpooledTemporaryFile(max_size=_MAX_BYTES_IN_MEMORY)


async def _send_response(response: WsgiResponse, send: Any) -> None:
    content = response.content
    size = content.tell()
    content.seek(0)
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    # Give up on a client that stops reading. The server closes its connection.
    with contextlib.suppress(TimeoutError):
        has_more = True
        while has_more:
            chunk = content.read(_CHUNK_BYTES)
            has_more = content.tell() < size
            async with asyncio.timeout(_UNREAD_SECONDS):
                await send({"type": "http.response.body", "body": chunk, "more_body": has_more})


def _send_refusal(response: WsgiResponse, scope: Any, refusal: BodyRefused) -> None:
    """Respond with JSON for API requests and with plain text for all others."""
    if scope["path"].startswith("/api/"):
        content_type = PROBLEM_JSON
        content = json.dumps(problem_body(error_body(refusal.sentence), refusal.status))
    else:
        content_type = "text/plain; charset=utf-8"
        content = refusal.sentence
    headers = [("Content-Type", content_type), ("Content-Length", str(len(content.encode())))]
    count_request(scope["method"], "unread", refusal.status)
    log_unread_request(scope["method"], scope["path"], refusal.status)
    # Close the connection of a slow client. Let a large body arrive first, or the client would never read the response.
    if refusal.status == 408:
        headers.append(("Connection", "close"))
    response.begin(str(refusal.status), headers)
    response.content.write(content.encode())


def _wsgi_environ(scope: Any, body: IO[bytes], size: int) -> dict[str, Any]:
    """Return the request's WSGI environment.

    Chunked bodies get a content length, because their size is known by now.
    """
    host, port = scope.get("server") or ("localhost", 80)
    root = scope.get("root_path", "")
    return {
        "CONTENT_LENGTH": str(size),
        **_header_variables(scope),
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin1"),
        "PATH_INFO": scope["path"].removeprefix(root).encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def _header_variables(scope: Any) -> dict[str, str]:
    variables: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1"), raw_value.decode("latin1")
        if "_" in name:  # It could be mistaken for the hyphenated header that a proxy sets.
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        if key in variables:
            separator = ";" if key == "HTTP_COOKIE" else ","
            value = f"{variables[key]}{separator}{value}"
        variables[key] = value
    return variables
