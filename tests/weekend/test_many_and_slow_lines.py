"""Test the documented web server with many open pages, and with deliberately slow clients."""

import os
import re
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.browser.installation import ROOT, Site

pytestmark = [pytest.mark.database]

MANY = 200
# eight for pages, two for the event stream, and those of the event loop and the libraries
THREADS = 20
CONNECTIONS = 10
MAKE = "from tournaments.models import Tournament; print(Tournament.objects.create(slug='hall', name='Hall').pk)"
ACT = """
from tournaments.models import Tournament
from tournaments.action_log.writing import PROGRAM, record_action
print(record_action(tournament=Tournament.objects.get(), actor=PROGRAM, verb="test", sentence="{sentence}").pk)
"""
LIVE_LINE = "GET /t/hall/events/{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF_A_BODY = (
    "POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 1000\r\n\r\nlink=half"
)
HALF_A_HEAD = "GET / HTTP/1.1\r\nHost: 127.0"
LARGE_FILE = "GET /static/rest_framework/css/bootstrap.min.css.map HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run an installation with one tournament, served as in the operator's guide but with short timeouts."""
    site = Site(tmp_path_factory.mktemp("hall"))
    site.environment |= {"BODY_SILENT_SECONDS": "4", "BODY_SECONDS": "7"}
    try:
        site.open()
        site.shell(MAKE)
        start(site)
        yield site
    finally:
        site.close()


def start(site: Site, *, workers: int = 1) -> None:
    site.stop_web()
    site.start_web(documented(site.port, workers))


def documented(port: int, workers: int) -> list[str]:
    guide = (ROOT / "docs" / "how-to" / "run-it-hosted.md").read_text()
    [command] = re.findall(r"^    \.venv/bin/(uvicorn config\.asgi.*)$", guide, re.MULTILINE)
    command = command.replace("--port 8000", f"--port {port}").replace("--workers 2", f"--workers {workers}")
    assert f"--port {port} " in command
    assert f"--workers {workers} " in command
    return ["-m", *command.split()]


@contextmanager
def calls(site: Site, request: str, number: int = MANY, *, reads: int | None = None) -> Iterator[list[socket.socket]]:
    """Open this many connections that have sent this text, with receive buffers of this size."""
    with ExitStack() as opened:
        callers = []
        for _ in range(number):
            caller = opened.enter_context(socket.socket())
            if reads:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
            caller.settimeout(60)
            caller.connect(("127.0.0.1", site.port))
            caller.sendall(request.encode())
            callers.append(caller)
        yield callers


@contextmanager
def open_pages(site: Site, number: int, query: str = "") -> Iterator[list[socket.socket]]:
    with calls(site, LIVE_LINE.format(query=query), number) as pages:
        for page in pages:
            hear(page, "event: clock")
        yield pages


def hear(caller: socket.socket, words: str) -> str:
    """Return the server's output up to these words."""
    heard, deadline = b"", time.monotonic() + 60
    while words.encode() not in heard:
        assert time.monotonic() < deadline, f"nothing but {heard!r}"  # heartbeats never stop
        piece = caller.recv(65536)
        assert piece, f"the server hung up after {heard!r}"
        heard += piece
    return heard.decode()


def seconds_for_a_page(site: Site) -> float:
    started_at = time.monotonic()
    with urllib.request.urlopen(f"{site.address}/t/hall/log/", timeout=60) as answer:
        assert b"Hall" in answer.read()
    return time.monotonic() - started_at


def threads_of(site: Site) -> int:
    return len(os.listdir(f"/proc/{site.web_process}/task"))


def database_connections_of(site: Site) -> int:
    if site.database_url.startswith("postgres"):
        with psycopg.connect(site.database_url.replace("postgres://", "postgresql://")) as connection:
            sessions = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            return int(connection.execute(f"SELECT count(*) {sessions}").fetchone()[0])
    files = [os.readlink(file) for file in Path(f"/proc/{site.web_process}/fd").iterdir() if file.exists()]
    return sum(file.endswith("/site.sqlite3") for file in files)


def test_future_event_number_does_not_block_other_pages(hall):
    hall.shell(ACT.format(sentence="Before"))
    start(hall)
    with open_pages(hall, 1, f"?after={'9' * 18}") as [attacker], open_pages(hall, 3) as pages:
        hall.shell(ACT.format(sentence="News"))
        for page in (*pages, attacker):
            hear(page, "News")


def test_two_hundred_open_pages_share_threads_and_connections(hall):
    with open_pages(hall, MANY) as pages:
        with ThreadPoolExecutor(16) as visitors:  # enough to occupy every page thread
            list(visitors.map(lambda _: seconds_for_a_page(hall), range(48)))
        number = hall.shell(ACT.format(sentence="Heard by all"))
        for page in pages:
            assert f"id: {number}\n" in hear(page, "Heard by all")
        assert threads_of(hall) <= THREADS
        assert 1 <= database_connections_of(hall) <= CONNECTIONS


def test_slow_clients_do_not_delay_others(hall):
    with calls(hall, HALF_A_HEAD), calls(hall, LARGE_FILE, 20, reads=4096), calls(hall, HALF_A_BODY) as slow:
        # a busy machine may need seconds, but a thread blocked by a slow client would take half a minute or more
        assert seconds_for_a_page(hall) < 12
        assert threads_of(hall) <= THREADS
        for caller in slow:
            assert hear(caller, "Try again").startswith("HTTP/1.1 408")
        assert caller.recv(1) == b"", "the connection stays open"


def test_slow_drip_body_times_out(hall):
    with calls(hall, HALF_A_BODY, 1) as [slow]:
        started_at = time.monotonic()
        slow.settimeout(0.3)
        answer = b""
        while not answer and time.monotonic() < started_at + 30:
            slow.sendall(b"x")
            with suppress(TimeoutError):
                answer = slow.recv(100)
        assert answer.startswith(b"HTTP/1.1 408")


def test_rejects_a_body_that_is_too_large(hall):
    head = "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n"
    pieces = "POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with calls(hall, head.format("/sign-in/", 10**9), 1) as [caller]:
        assert hear(caller, "limit is 5 MB").startswith("HTTP/1.1 413")
    with calls(hall, head.format("/backups/upload/", 10**9), 1) as [caller]:
        assert hear(caller, "limit is 64 MB").startswith("HTTP/1.1 413")
    with calls(hall, head.format("/api/v1/tournaments/", 10**9), 1) as [caller]:
        assert '"detail": "The request is too large' in hear(caller, "limit is 5 MB")
    with calls(hall, pieces, 1) as [caller]:
        for _ in range(6):
            caller.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
        assert hear(caller, "limit is 5 MB").startswith("HTTP/1.1 413")


def test_accepts_a_chunked_form(hall):
    head = "POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    token = "x" * 32
    body = f"csrfmiddlewaretoken={token}&link=nobody"
    pieces = "".join(f"{len(piece):x}\r\n{piece}\r\n" for piece in (body[:20], body[20:], ""))
    request = f"{head}Cookie: csrftoken={token}\r\nTransfer-Encoding: chunked\r\n\r\n{pieces}"
    with calls(hall, request, 1) as [caller]:
        answer = hear(caller, "</html>")
        assert "This link is invalid or has been revoked" in answer


def test_documented_command_stops_quickly_with_open_pages_and_half_a_body(hall):
    start(hall, workers=2)
    with open_pages(hall, 20) as pages, calls(hall, HALF_A_BODY, 5):
        assert hall.stop_web() < 10
        for page in pages:
            while page.recv(65536):
                pass
    assert "Traceback" not in hall.errors()


def test_make_run_server_stops_quickly_with_open_pages(hall):
    hall.stop_web()
    hall.start_web(["-m", "pennant_baseball", "run"], PORT=str(hall.port), HOST="127.0.0.1")
    with open_pages(hall, 20):
        assert hall.stop_web(signal.SIGINT) < 20
