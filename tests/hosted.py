"""Run the hosted site as described in the operator's guide, on a Redis that a test can kill and restart."""

import http.client
import json
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
import redis
from django.conf import settings

from tests.browser.installation import ROOT, Site
from tests.machine import free_port, redis_binary

# no one hosts on SQLite
on_postgresql_alone = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"), reason="runs on the PostgreSQL of the second run"
)
PATIENCE = 60  # seconds, because speed is measured and not enforced by a timeout


class OwnRedis:
    """A Redis server of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [redis_binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen([*command, "--dir", str(self.folder)], stdout=subprocess.DEVNULL)
        wait_until(self.answers)

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url).ping())
        except redis.RedisError:
            return False

    def keys(self) -> list[bytes]:
        return redis.Redis.from_url(self.url).keys("*page*")

    def hang(self) -> None:
        """Accept connections without responding, as behind a network that drops everything."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE)
            self._process = None

    def _signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)


@dataclass(frozen=True)
class Answer:
    status: int
    body: str
    location: str
    seconds: float
    cookies: str = ""


class Hosted(Site):
    """The site, started by the guide's own command, with its log output."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        super().__init__(folder)
        self.environment |= {"REDIS_URL": redis_url, "SECRET_KEY": "a hosted installation has one of its own " * 2}

    def start_web(self) -> None:
        self._web = self._start(["-m", *_words_of_the_guide(self.port)])
        wait_until(lambda: self.ask("/").status == 200)

    def ask(self, path: str, *, form: Mapping[str, object] | None = None, cookie: str = "", token: str = "") -> Answer:
        """Send a request on a new connection. A form is sent like a signed-in browser's."""
        headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": f"{cookie}; csrftoken={'x' * 32}"}
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({**form, "csrfmiddlewaretoken": "x" * 32})
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        started_at = time.monotonic()
        try:
            line.request("GET" if form is None else "POST", path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode()
        except OSError as fault:
            return Answer(0, str(fault), "", time.monotonic() - started_at)
        finally:
            line.close()
        cookies = "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie") or [])
        return Answer(answer.status, text, answer.headers.get("Location", ""), time.monotonic() - started_at, cookies)

    def json(self, path: str, token: str) -> object:
        return json.loads(self.ask(path, token=token).body)

    def sign_in(self, token: str) -> str:
        """Return the cookie that a browser gets from an invitation link."""
        return self.ask(f"/join/{token}/", form={}).cookies


def _words_of_the_guide(port: int) -> list[str]:
    """Return the web server's command from the docs, with a different port."""
    guide = (ROOT / "docs" / "how-to" / "run-it-hosted.md").read_text()
    (command,) = re.findall(r"^ +\.venv/bin/(uvicorn config\.asgi:application .*)$", guide, re.MULTILINE)
    return shlex.split(re.sub(r"--port \d+", f"--port {port}", command))


def wait_until(condition: object, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if callable(condition) and condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} seconds")
