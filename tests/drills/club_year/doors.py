"""Two ways to use a running site: phones that submit forms, and programs that call the API with a token."""

import http.client
import json
import re
import time
from collections.abc import Mapping
from contextlib import closing
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

_TIMEOUT: Final = 120  # seconds
_TRIES, _PAUSE = 10, 3.0  # seconds between them
_KEPT_OPEN: Final = 2.0  # seconds; the server closes an idle connection after five
_CSRF_FIELD: Final = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class RequestFailed(AssertionError):
    """The site responded differently than the year requires."""


class Answer(NamedTuple):
    """The site's response. `location` is the URL a form redirects to."""

    status: int
    text: str
    location: str


class Api:
    """An API client with a token and a single connection."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT)
        self._last_call = 0.0

    def get(self, address: str) -> Any:
        return self.call("GET", address)

    def get_all(self, address: str) -> list[dict[str, Any]]:
        """Return the rows from all pages of a list."""
        rows: list[dict[str, Any]] = []
        page, sign = 1, "&" if "?" in address else "?"
        while True:
            answer = self.get(f"{address}{sign}page_size=200&page={page}")
            rows += answer["results"]
            if not answer["next"]:
                return rows
            page += 1

    def post(self, address: str, body: object = None) -> Any:
        return self.call("POST", address, {} if body is None else body)

    def put(self, address: str, body: object) -> Any:
        return self.call("PUT", address, body)

    def patch(self, address: str, body: object) -> Any:
        return self.call("PATCH", address, body)

    def call(self, method: str, address: str, body: object = None) -> Any:
        """Return the response's document. Raise RequestFailed if the request is rejected.

        A busy database saves nothing and asks for a retry, so this retries like a person.
        """
        content = None if body is None else json.dumps(body)
        for _ in range(_TRIES):
            status, text = self._request(method, address, content)
            if status != HTTPStatus.SERVICE_UNAVAILABLE:
                break
            time.sleep(_PAUSE)
        if status >= HTTPStatus.BAD_REQUEST:
            raise RequestFailed(f"{method} {address} {content}: {status} {text[:1500]}")
        return json.loads(text) if text else None

    def _request(self, method: str, address: str, content: str | None) -> tuple[int, str]:
        if time.monotonic() - self._last_call > _KEPT_OPEN:
            self._connection.close()  # the next request reconnects
        self._last_call = time.monotonic()
        self._connection.request(method, f"/api/v1/{address}", content, self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read().decode()


class Phone:
    """A person's phone, with its cookies. It gets each form's token before submitting the form."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._cookies: dict[str, str] = {}
        self._token = ""

    def sign_in(self, address: str) -> None:
        """Open a sign-in link and press its button."""
        self.open(_path(address))
        self.send(_path(address), {})

    def open(self, path: str) -> str:
        """Return a page. Raise RequestFailed if there is none."""
        answer = self._ask("GET", path, "", "")
        if answer.status != 200:
            raise RequestFailed(f"GET {path}: {answer.status} {answer.text[:1500]}")
        field = _CSRF_FIELD.search(answer.text)
        self._token = field[1] if field else self._token
        return answer.text

    def send(self, path: str, form: Mapping[str, object]) -> str:
        """Submit a form on the page that was opened last. Return the path it redirects to, or raise RequestFailed."""
        body = urlencode({**form, "csrfmiddlewaretoken": self._token}, doseq=True)
        answer = self._ask("POST", path, body, "application/x-www-form-urlencoded")
        if answer.status not in (302, 303):
            raise RequestFailed(f"POST {path} {form}: {answer.status} {_sentences(answer.text)}")
        return answer.location

    def _ask(self, method: str, path: str, body: str, kind: str) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT)) as connection:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self._cookies[name] = value
        return Answer(answer.status, text, answer.headers.get("Location", ""))


def _path(address: str) -> str:
    """Return the path of a URL such as http://127.0.0.1:8000/join/TOKEN/."""
    return re.sub(r"^https?://[^/]+", "", address)


def _sentences(page: str) -> str:
    """Return a page's text without markup, for an error report."""
    main = page.partition("<main")[2] or page
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))[:1500]
