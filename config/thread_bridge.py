"""Pages on threads that stay, and so keep their database connection.

A thread is taken when the whole request is here, and is free again when the answer is made, before it is sent:
whoever sends or reads slowly holds a connection to the server and nothing else.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.core.handlers.wsgi import WSGIHandler

from config.request_bodies import BodyRefused, ClientDisconnected, RequestBodyReader
from config.shared_responses import SharedRequest, SharedResponse, SharedResponses, shareable_response, shared_request
from core.api.errors import error_body
from core.compression import accepts_gzip, compress, is_compressible

_CHUNK_BYTES = 64 * 1024
# What is larger lies in a temporary file.
_MAX_BYTES_IN_MEMORY = 256 * 1024
# How long a client may leave a piece of the answer unread.
_UNREAD_SECONDS = 30


class WsgiResponse:
    """What is answered, whole."""

    def __init__(self, content: IO[bytes]) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.content = content

    def begin(self, status: str, headers: list[tuple[str, str]], fault: object = None) -> Callable[[bytes], object]:
        """What WSGI calls start_response."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        return self.content.write


class DjangoThreadBridge:
    """The ASGI application of everything that is not a live line."""

    def __init__(self, django: WSGIHandler, *, threads: int) -> None:
        self._django = django
        self._bodies, self._shared = RequestBodyReader(), SharedResponses()
        # whoever writes may have to wait for the database, and takes no thread from those who only read
        writing = max(1, threads * 3 // 8)
        self._reading = ThreadPoolExecutor(max_workers=max(1, threads - writing), thread_name_prefix="page")
        self._writing = ThreadPoolExecutor(max_workers=writing, thread_name_prefix="act")

    def end(self) -> None:
        """The server ends: nothing that is still on its way is waited for."""
        self._bodies.end()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        asked = shared_request(scope)
        if asked is None:
            return await self._answer(scope, receive, send)
        own = BufferedResponse()
        shared = await self._shared.get(asked, lambda: self._made_to_share(asked, scope, receive, own))
        if shared is not None:
            await send({"type": "http.response.start", "status": 200, "headers": shared.headers})
            await send({"type": "http.response.body", "body": shared.content})
        elif own.messages:
            for message in own.messages:
                await send(message)
        else:
            await self._answer(scope, receive, send)

    async def _made_to_share(
        self, asked: SharedRequest, scope: Any, receive: Any, own: "BufferedResponse"
    ) -> SharedResponse | None:
        await self._answer(scope, receive, own.take)
        return own.shared(asked)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        with _temporary_file() as body, _temporary_file() as content:
            answer = WsgiResponse(content)
            try:
                environ = _wsgi_environ(scope, body, await self._bodies.read(body, scope, receive))
                threads = self._reading if scope["method"] in ("GET", "HEAD", "OPTIONS") else self._writing
                await asyncio.get_running_loop().run_in_executor(threads, self._make, answer, environ)
            except ClientDisconnected:
                return
            except BodyRefused as refusal:
                _send_refusal(answer, scope, refusal)
            await _send_response(answer, send)

    def _make(self, answer: WsgiResponse, environ: dict[str, Any]) -> None:
        response = self._django(environ, answer.begin)
        try:
            for piece in response:
                answer.content.write(piece)
        finally:
            response.close()
        if (b"content-encoding", b"identity") in answer.headers:
            answer.headers.remove((b"content-encoding", b"identity"))  # said to us, and no name for the wire
        elif accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            compress_response(answer)


class BufferedResponse:
    """An answer held back until it is known whether it is for everybody."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    async def take(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    def shared(self, asked: SharedRequest) -> SharedResponse | None:
        if not self.messages:  # whoever asked has left
            return None
        start, *pieces = self.messages
        content = b"".join(piece["body"] for piece in pieces)
        return shareable_response(asked, start["status"], start["headers"], content)


def compress_response(answer: WsgiResponse) -> None:
    """What is text and large, unless the page has said how it is written."""
    headers, size = dict(answer.headers), answer.content.tell()
    kind = headers.get(b"content-type", b"").decode("latin1")
    if answer.status != 200 or b"content-encoding" in headers or not is_compressible(kind, size):
        return
    answer.content.seek(0)
    smaller = compress(answer.content.read())
    answer.content.seek(0)
    answer.content.truncate()
    answer.content.write(smaller)
    varies = b", ".join(filter(None, [headers.get(b"vary", b""), b"Accept-Encoding"]))
    changed = {b"content-encoding": b"gzip", b"content-length": str(len(smaller)).encode(), b"vary": varies}
    answer.headers = [pair for pair in answer.headers if pair[0] not in changed] + list(changed.items())


def _temporary_file() -> SpooledTemporaryFile[bytes]:
    return SpooledTemporaryFile(max_size=_MAX_BYTES_IN_MEMORY)


async def _send_response(answer: WsgiResponse, send: Any) -> None:
    content, size = answer.content, answer.content.tell()
    content.seek(0)
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    # a client that does not read is left as it is, and the server closes its connection
    with contextlib.suppress(TimeoutError):
        more = True
        while more:
            piece = content.read(_CHUNK_BYTES)
            more = content.tell() < size
            async with asyncio.timeout(_UNREAD_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": more})


def _send_refusal(answer: WsgiResponse, scope: Any, refusal: BodyRefused) -> None:
    """In the form that the address speaks: the API's, or a plain sentence."""
    if scope["path"].startswith("/api/"):
        kind, content = "application/json", json.dumps(error_body(refusal.sentence))
    else:
        kind, content = "text/plain; charset=utf-8", refusal.sentence
    headers = [("Content-Type", kind), ("Content-Length", str(len(content.encode())))]
    # whoever was too slow is not waited for; the rest of what is too large is let pass, or nobody would read the answer
    answer.begin(str(refusal.status), [*headers, ("Connection", "close")] if refusal.status == 408 else headers)
    answer.content.write(content.encode())


def _wsgi_environ(scope: Any, body: IO[bytes], size: int) -> dict[str, Any]:
    """The request as WSGI has it. A body that came in pieces has a length too, now that it is here."""
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
    given: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1"), raw_value.decode("latin1")
        if "_" in name:  # or it could pass for the same name with a hyphen, which a proxy has set
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        given[key] = f"{given[key]}{';' if key == 'HTTP_COOKIE' else ','}{value}" if key in given else value
    return given
