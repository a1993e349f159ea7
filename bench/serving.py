"""A real web server on a free port, and the clients that measure it."""

import asyncio
import http.client
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Response, sync_playwright

from tests.machine import browser_path, ensure_browser_and_paper

CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def served(*, workers: int = 1, page_cache: bool = True) -> Iterator[str]:
    """Run a server on the benchmark's database, and yield its URL."""
    with server_process(workers=workers, page_cache=page_cache) as (address, _):
        yield address


@contextmanager
def server_process(
    *, workers: int = 1, page_cache: bool = True, core: int | None = None, **settings: str
) -> Iterator[tuple[str, int]]:
    """Start a server with these additional settings, and yield its URL and its process id.

    With `core`, it runs only on this core.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
        "--lifespan",
        "off",
    ]
    command += ["--workers", str(workers)] if workers > 1 else []
    command = command if core is None else ["taskset", "--cpu-list", str(core), *command]
    environment = {**os.environ, "PAGE_CACHE_SECONDS": "3600" if page_cache else "0", **settings}
    process = subprocess.Popen(command, env=environment)
    try:
        _wait(port)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                time.sleep(0.5)  # for the second worker
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


def threads_of(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/task"))


def open_files_limit() -> int:
    """Return how many files and connections a process can open. The server raises its limit in the same way."""
    soft_limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft_limit


def megabytes_of(process: int) -> float:
    """Return the process's share of the used memory, in megabytes."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def connections_of(process: int) -> int:
    """Return the process's connections to the benchmarks' SQLite database."""
    links = (file.readlink() for file in Path(f"/proc/{process}/fd").iterdir() if file.is_symlink())
    return sum(link.name == "bench.sqlite3" for link in links)


def cold_browser(address: str) -> tuple[int, float]:
    """Return the requests and kilobytes that a browser with an empty cache needs to show a page."""
    ensure_browser_and_paper()
    answers: list[Response] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=CHROMIUM)
        page = browser.new_page()
        page.on("response", lambda answer: answers.append(answer))
        page.goto(address, wait_until="load")
        page.wait_for_timeout(500)
        # the event stream stays open, so the request never finishes
        finished = [answer for answer in answers if "/events/" not in answer.url]
        size = sum(len(answer.body()) for answer in finished)
        browser.close()
    return len(answers), size / 1024


def requests_per_second(base: str, path: str, *, clients: int, seconds: float) -> float:
    return asyncio.run(_many(base, path, clients, seconds))


async def _many(base: str, path: str, clients: int, seconds: float) -> float:
    port = int(base.rsplit(":", 1)[1])
    until = time.perf_counter() + seconds
    started_at = time.perf_counter()
    counts = await asyncio.gather(*(_client(port, path, until) for _ in range(clients)))
    return sum(counts) / (time.perf_counter() - started_at)


async def _client(port: int, path: str, until: float) -> int:
    """Run a client that sends each request right after the previous response, on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    answered = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode())
        length = int(
            next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")).split(b":")[1]
        )
        await reader.readexactly(length)
        answered += 1
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return answered


def sign_in(port: int, join: str) -> str:
    """Return the session cookie that a sign-in link sets."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    token = "x" * 32
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", join, urlencode({"csrfmiddlewaretoken": token}), headers)
    cookies = connection.getresponse().headers.get_all("Set-Cookie") or []
    return next(cookie for cookie in cookies if cookie.startswith("sessionid=")).split(";")[0]


def post_form(port: int, path: str, cookie: str, form: Mapping[str, object]) -> float:
    """Submit a form like a signed-in browser, and return the time of sending.

    Raise an error if it is rejected.
    """
    token = "x" * 32
    body = urlencode({**form, "csrfmiddlewaretoken": token})
    headers = {"Cookie": f"{cookie}; csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.connect()
    sent = time.perf_counter()
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    if answer.status != 302:
        raise RuntimeError(f"{path} answered {answer.status}")
    return sent
