"""Run browsers at a play table whose seats use two web processes."""

import http.client
import itertools
import random
from contextlib import suppress
from urllib.parse import urlencode

from tests.drills.web import WebProcess, read_the_program_once

_MARK = "x" * 32


class TableServers:
    """Two web processes with the same database."""

    def __init__(self, chance: random.Random) -> None:
        read_the_program_once()
        self._chance = chance
        self._processes = [WebProcess(), WebProcess()]
        for process in self._processes:
            process.start()
        self._turns = itertools.cycle(self._processes)

    def open_device(self) -> "TableDevice":
        """Return a new browser. Browsers alternate between the processes."""
        return TableDevice(next(self._turns).port)

    def kill_process(self) -> None:
        """Kill a process with signal 9 and restart it."""
        process = self._chance.choice(self._processes)
        process.kill()
        process.start()

    def stop(self) -> None:
        for process in self._processes:
            process.stop()


class TableDevice:
    """A browser with its cookies, and a new connection for each request."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies = {"csrftoken": _MARK}

    def get(self, path: str) -> tuple[int, str]:
        return self._send("GET", path, "", hang_up=False)

    def post(self, path: str, data: dict[str, str], *, hang_up: bool = False) -> tuple[int, str]:
        """Submit a form. With `hang_up`, disconnect before the response arrives."""
        return self._send("POST", path, urlencode({**data, "csrfmiddlewaretoken": _MARK}), hang_up=hang_up)

    def _send(self, method: str, path: str, body: str, *, hang_up: bool) -> tuple[int, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        with suppress(OSError, http.client.HTTPException):
            connection.request(method, path, body or None, headers)
            if hang_up:
                connection.close()
                return 0, ""
            answer = connection.getresponse()
            page = answer.read().decode()
            self._keep_cookies(answer.headers.get_all("Set-Cookie") or [])
            connection.close()
            return answer.status, page
        return 0, ""

    def _keep_cookies(self, cookies: list[str]) -> None:
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
