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

from config.request_bodies import Bodies, BodyRefused, ClientLeft
from core.api.errors import told

_PIECE = 64 * 1024
# What is larger lies in a temporary file.
_IN_MEMORY = 256 * 1024
# How long a client may leave a piece of the answer unread.
_UNREAD_SECONDS = 30


class Answer:
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


class Pages:
    """The ASGI application of everything that is not a live line."""

    def __init__(self, django: WSGIHandler, *, threads: int) -> None:
        self._django = django
        self._bodies = Bodies()
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="page")

    def end(self) -> None:
        """The server ends: nothing that is still on its way is waited for."""
        self._bodies.end()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with _store() as body, _store() as content:
            answer = Answer(content)
            try:
                environ = _environ(scope, body, await self._bodies.read(body, scope, receive))
                await asyncio.get_running_loop().run_in_executor(self._threads, self._make, answer, environ)
            except ClientLeft:
                return
            except BodyRefused as refusal:
                _refuse(answer, scope, refusal)
            await _send(answer, send)

    def _make(self, answer: Answer, environ: dict[str, Any]) -> None:
        response = self._django(environ, answer.begin)
        try:
            for piece in response:
                answer.content.write(piece)
        finally:
            response.close()


def _store() -> SpooledTemporaryFile[bytes]:
    return SpooledTemporaryFile(max_size=_IN_MEMORY)


async def _send(answer: Answer, send: Any) -> None:
    content, size = answer.content, answer.content.tell()
    content.seek(0)
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    # a client that does not read is left as it is, and the server closes its connection
    with contextlib.suppress(TimeoutError):
        more = True
        while more:
            piece = content.read(_PIECE)
            more = content.tell() < size
            async with asyncio.timeout(_UNREAD_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": more})


def _refuse(answer: Answer, scope: Any, refusal: BodyRefused) -> None:
    """In the form that the address speaks: the API's, or a plain sentence."""
    if scope["path"].startswith("/api/"):
        kind, content = "application/json", json.dumps(told(refusal.sentence))
    else:
        kind, content = "text/plain; charset=utf-8", refusal.sentence
    headers = [("Content-Type", kind), ("Content-Length", str(len(content.encode())))]
    # whoever was too slow is not waited for; the rest of what is too large is let pass, or nobody would read the answer
    answer.begin(str(refusal.status), [*headers, ("Connection", "close")] if refusal.status == 408 else headers)
    answer.content.write(content.encode())


def _environ(scope: Any, body: IO[bytes], size: int) -> dict[str, Any]:
    """The request as WSGI has it. A body that came in pieces has a length too, now that it is here."""
    host, port = scope.get("server") or ("localhost", 80)
    root = scope.get("root_path", "")
    return {
        "CONTENT_LENGTH": str(size),
        **_headers(scope),
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


def _headers(scope: Any) -> dict[str, str]:
    given: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1"), raw_value.decode("latin1")
        if "_" in name:  # or it could pass for the same name with a hyphen, which a proxy has set
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        given[key] = f"{given[key]}{';' if key == 'HTTP_COOKIE' else ','}{value}" if key in given else value
    return given
