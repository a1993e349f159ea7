"""Simulate a signed-in browser with a persistent connection, where no response is a valid outcome."""

import http.client
import json
from collections.abc import Mapping
from contextlib import closing
from urllib.parse import urlencode

_MARK = "x" * 32


class Visitor:
    """A browser connected to a web process."""

    def __init__(
        self, port: int, cookie: str = "", token: str = "", host: str = "127.0.0.1", *, keeps_line: bool = True
    ) -> None:
        self.port = port
        self.cookie = cookie
        self.token = token
        self.host = host
        self._keeps_line = keeps_line
        self._line: http.client.HTTPConnection | None = None

    def sign_in(self, link: str) -> str:
        """Sign in with an invitation link, and return the cookie."""
        with closing(http.client.HTTPConnection(self.host, self.port, timeout=60)) as line:
            form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={_MARK}"}
            line.request("POST", f"/join/{link}/", urlencode({"csrfmiddlewaretoken": _MARK}), form)
            answer = line.getresponse()
            answer.read()
        self.cookie = "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie") or [])
        return self.cookie

    def get(self, path: str) -> tuple[int, str]:
        return self._ask("GET", path, None, {})

    def send(self, path: str, form: Mapping[str, object]) -> tuple[int, str]:
        """Submit a form. Return the status and the page, or status 0 if the server didn't respond."""
        body = urlencode({**form, "csrfmiddlewaretoken": _MARK})
        return self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def put(self, path: str, content: object) -> tuple[int, str]:
        """Send a PUT request to the API with a token."""
        return self._ask("PUT", path, json.dumps(content), {"Content-Type": "application/json"})

    def post(self, path: str, content: object) -> tuple[int, str]:
        """Send a POST request to the API with a token."""
        return self._ask("POST", path, json.dumps(content), {"Content-Type": "application/json"})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        else:
            headers["Cookie"] = f"{self.cookie}; csrftoken={_MARK}"
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection(self.host, self.port, timeout=60)
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
            page = answer.read().decode()
            if not self._keeps_line:
                self.hang_up()
            return answer.status, page
        except (OSError, http.client.HTTPException):
            self.hang_up()
            return 0, ""

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
