"""Test open pages whose connection is cut at any time, while people write, servers die and a backup is restored.

A page here acts like static/js/live.js: it loads its content, receives events, and reloads if an event requires it.
After every failure, each page must match the database. `python -m tests.drills --reconnects 100` causes more.
"""

import http.client
import json
import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.drills.line import Line
from tests.weekend.test_outages import Hall

pytestmark = pytest.mark.database
RECONNECTS = int(os.environ.get("PENNANT_RECONNECTS", "8"))
# a heartbeat every two seconds corrects a page that missed an action
PATIENCE = 60


class Page(threading.Thread):
    """A page that stays open until it is told to leave. `shown` is the number of teams it shows."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._port, self._left = port, threading.Event()
        self.shown, self.read_times = -1, 0

    def run(self) -> None:
        while not self._left.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._open()
                while not self._left.is_set():
                    with suppress(OSError, http.client.HTTPException):
                        self._listen()
                    time.sleep(0.2)

    def leave(self) -> None:
        self._left.set()

    def _open(self) -> None:
        page = self._ask("/t/hall/")
        self._newest = int(re.search(r'data-newest="(\d+)"', page)[1])
        self._epoch = re.search(r'data-epoch="(\w*)"', page)[1]
        self._read()

    def _read(self) -> None:
        self.shown = json.loads(self._ask("/api/v1/tournaments/hall/teams/"))["count"]
        self.read_times += 1

    def _ask(self, path: str) -> str:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)) as line:
            line.request("GET", path)
            answer = line.getresponse()
            if answer.status != 200:
                raise http.client.HTTPException(path)
            return answer.read().decode()

    def _listen(self) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)) as line:
            line.request("GET", f"/t/hall/events/?after={self._newest}&epoch={self._epoch}")
            answer, event = line.getresponse(), {}
            while not self._left.is_set() and (row := answer.readline().decode()):
                if row.strip():
                    name, _, value = row.strip().partition(": ")
                    event[name] = value
                elif event:
                    if self._hear(event):
                        return
                    event = {}

    def _hear(self, event: dict[str, str]) -> bool:
        """Process events, and return whether a new connection is needed."""
        kind = event.get("event")
        if kind in ("action", "behind"):
            newest = int(event["id"])
            self._read()  # before the number is saved, so that an unreadable event is sent again
            self._newest = newest
        elif kind == "here":
            state = json.loads(event["data"])
            another = state["epoch"] != self._epoch
            if another or state["newest"] > self._newest:
                self._read()
                self._newest = state["newest"]
            self._epoch = state["epoch"]
            return another
        return False


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    try:
        made.open()
        yield made
    finally:
        made.close()


def teams_in(hall: Hall) -> int:
    """Return the number of teams in an API response, on a connection that is never cut."""
    while True:
        status, body = hall.program.get("/api/v1/tournaments/hall/teams/")
        if status == 200:
            return int(json.loads(body)["count"])
        assert status == 0, body  # its server was killed, and a new one is running


def test_open_pages_match_the_database_after_every_disruption(hall: Hall, tmp_path: Path) -> None:
    dice, line = random.Random(1998), Line(hall.port)
    line.mend()
    pages = [Page(line.port) for _ in range(6)]
    names = (f"Team {number}" for number in range(1, 10_000))
    copy = tmp_path / "copy.zip"
    hall.manage("backup", str(copy))

    def write() -> None:
        for _ in range(dice.randint(0, 3)):
            hall.enter(next(names))

    def cut() -> None:
        line.cut()
        write()
        time.sleep(dice.uniform(0, 1))
        line.mend()

    def kill() -> None:
        hall.kill_web()
        hall.start_web()

    def bring_back() -> None:
        hall.manage("restore", str(copy), "--yes")

    def disconnect_during_copy() -> None:
        line.cut()
        bring_back()
        write()
        line.mend()

    for page in pages:
        page.start()
    try:
        for number in range(RECONNECTS):
            blow: Callable[[], None] = [cut, cut, kill, cut, bring_back, cut, disconnect_during_copy, write][number % 8]
            write()
            blow()
            write()
            teams = teams_in(hall)
            deadline = time.monotonic() + PATIENCE
            while {page.shown for page in pages} != {teams} and time.monotonic() < deadline:
                time.sleep(0.05)
            assert [page.shown for page in pages] == [teams] * len(pages), f"after blow {number + 1}, {blow.__name__}"
        assert all(page.read_times > RECONNECTS / 2 for page in pages)
    finally:
        for page in pages:
            page.leave()
        line.cut()
        for page in pages:
            page.join(30)
