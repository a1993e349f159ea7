"""Test the bot in docs/how-to/write-a-bot.md against an opponent who changes the table before the bot moves.

Each of its streams ends after the newest view, and the opponent moves before the next one.
"""

import io
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from django.test import Client

from play.models import TableGame
from tests.play.api_moves import move_of_prompt
from tests.play.test_api import Bot, start

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-bot.md"
SITE = "https://example.org"
STALE_MOVES = 3


def bot_of_docs(game: str, token: str) -> str:
    """Return the docs' program for a seat."""
    section = DOCS.read_text(encoding="utf-8").split("## The program")[1].split("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ") or not line]
    table = next(line for line in lines if line.startswith("TABLE, TOKEN"))
    return "\n".join(lines).replace(table, f"TABLE, TOKEN = {f'{SITE}/api/v1/play/{game}/'!r}, {token!r}")


class Opponent:
    """The home team's seat, which moves when prompted, and makes some of the bot's moves stale."""

    def __init__(self, seat: Bot) -> None:
        self._seat = seat
        self.stale_moves = 0

    def make_stale(self) -> None:
        if self.stale_moves < STALE_MOVES:
            self._send({"move": "set_orders", "orders": {}})

    def move(self) -> None:
        view = self._seat.view()
        prompt = view["game"]["prompts"][0]
        move = {"move": "concede"} if self._may_concede(view) else move_of_prompt(prompt)
        if move is not None:
            self._send(move)

    def _may_concede(self, view: dict[str, Any]) -> bool:
        away, home = (line["runs"] for line in view["game"]["board"]["lines"])
        return self.stale_moves >= STALE_MOVES and home <= away

    def _send(self, move: dict[str, Any]) -> None:
        answer = self._seat.send("moves", number=self._seat.view()["number"], **move)
        assert answer.status_code == HTTPStatus.OK, answer.json()


def opener(opponent: Opponent) -> Callable[[urllib.request.Request], io.BytesIO]:
    """Return a `urlopen` that sends requests to the program's own server."""

    def open_request(request: urllib.request.Request) -> io.BytesIO:
        path, headers = request.full_url.removeprefix(SITE), dict(request.header_items())
        if request.data is None:
            answer = Client().get(path, headers=headers)
        else:
            if path.endswith("/moves/"):
                opponent.make_stale()
            answer = Client().post(path, request.data, content_type="application/json", headers=headers)
        if answer.status_code == HTTPStatus.CONFLICT:
            opponent.stale_moves += 1
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            raise HTTPError(request.full_url, answer.status_code, "", answer.headers, io.BytesIO(answer.content))  # type: ignore[arg-type]
        return io.BytesIO(answer.content)

    return open_request


def test_bot_continues_after_a_stale_move(monkeypatch: pytest.MonkeyPatch) -> None:
    away, home, game = start()
    assert home.send("ready", part="b").status_code == HTTPStatus.OK
    opponent = Opponent(home)
    monkeypatch.setattr("urllib.request.urlopen", opener(opponent))
    monkeypatch.setattr("time.sleep", lambda seconds: opponent.move())
    exec(bot_of_docs(game, away.token), {})
    assert opponent.stale_moves == STALE_MOVES
    assert TableGame.objects.get(public_id=game).is_over
