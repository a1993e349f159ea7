"""The standby's HTTP client for its leader."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from backups.archives import BackupError
from backups.refusals import StandbyRefusal
from backups.standby.copies import Position

WORK_HEADER: Final = "X-Work-Seconds"
_SECONDS: Final = 5
_COPY_SECONDS: Final = 60
_open = build_opener(ProxyHandler({})).open  # a hall's computers are never behind a proxy


class LeaderSilent(Exception):
    """The leader doesn't respond."""


class LeaderClient:
    """A standby's requests, authenticated by its pairing."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        self._token = token

    def pair(self, *, code: str, name: str, own_address: str) -> str:
        """Become this leader's standby, and return the token.

        Raises:
            LeaderSilent: The leader doesn't respond.
            BackupError: The code is wrong or too old.
        """
        answer = self._ask("pair/", {"code": code, "name": name, "address": own_address})
        return str(json.loads(answer.read())["token"])

    def position(self) -> Position:
        """Return the leader's current position. Raise LeaderSilent or BackupError if it isn't available."""
        facts = json.loads(self._ask("position/").read())
        return Position(int(facts["newest_action"]), int(facts["change_mark"]))

    def fetch_copy(self, path: Path) -> float:
        """Write a new full copy to `path`, and return the seconds of work it cost the leader.

        Raise LeaderSilent or BackupError if it fails.
        """
        return self._download("copy/", path)

    def hand_over(self, path: Path) -> float:
        """Make the leader stop accepting results, then do the same as `fetch_copy`.

        After an error the leader may stay stopped, so try again or use the newest copy.
        """
        return self._download("hand-over/", path, {})

    def _download(self, command: str, path: Path, data: Mapping[str, str] | None = None) -> float:
        try:
            with self._ask(command, data, _COPY_SECONDS) as answer, path.open("wb") as file:
                shutil.copyfileobj(answer, file)
                return float(answer.headers[WORK_HEADER])
        except OSError as error:
            raise LeaderSilent(str(error)) from error

    def _ask(self, command: str, data: Mapping[str, str] | None = None, seconds: float = _SECONDS) -> Any:
        """Return the response to a GET request without data, or a POST request with data."""
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = Request(f"{self.address}/standby/{command}", body, headers)
        try:
            return _open(request, timeout=seconds)
        except HTTPError as error:
            raise _refusal(error) from error
        except (URLError, OSError, ValueError) as error:
            raise LeaderSilent(str(getattr(error, "reason", error))) from error


def _refusal(error: HTTPError) -> Exception:
    """Return the exception for an error response: the leader rejects the request, or part of it is down."""
    try:
        sentence = str(json.loads(error.read())["detail"])
    except (ValueError, KeyError, TypeError, OSError):
        return LeaderSilent(f"HTTP {error.code}")
    if error.code >= 500:
        return LeaderSilent(sentence)
    return BackupError(StandbyRefusal.LEADER_REFUSES, sentence=sentence)


def is_leading(address: str, nonce: str) -> tuple[bool, str] | None:
    """Return whether a computer leads, with its proof, or None if it doesn't respond."""
    request = Request(f"{address.rstrip('/')}/standby/state/?nonce={nonce}")
    try:
        with _open(request, timeout=2) as answer:
            facts = json.loads(answer.read(10_000))
            return bool(facts["leading"]), str(facts["proof"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
