"""Random requests to every endpoint of a table, made from the API's own description, by both seats and by strangers."""

import json
import random
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from play.models import Seat, TableEvent, TableGame
from play.services.seats import seat_token
from tests.drills.api_bodies import AnswerMemory, BodyMaker
from tests.drills.api_sequences import description
from tests.play.tables import started_game
from tests.play.test_api import next_move

pytestmark = pytest.mark.django_db

GAME_PREFIX = "/api/v1/play/{public_id}/"
REQUESTS = 100


class Fuzz:
    """Random requests to one game. `seats` has the teams of the senders, None for strangers."""

    def __init__(self, seed: int) -> None:
        self.game, _, _ = started_game()
        foreign, _, _ = started_game()
        self.chance = random.Random(seed)
        self.memory = AnswerMemory()
        self.maker = BodyMaker(description(), self.memory, self.chance)
        self.tokens = {seat_token(seat): seat.team for seat in self.game.seats.all()}
        strangers = ["", "x", "~", seat_token(foreign.seats.all()[0]), next(iter(self.tokens))[:-1]]
        self.senders: list[tuple[str, int | None]] = [*self.tokens.items()] * 4
        self.senders += [(token, None) for token in strangers]
        self.accepted: list[tuple[str, str, bytes]] = []
        for token in self.tokens:
            self.learn(self.send("get", GAME_PREFIX, token, b"").json())

    def newest(self) -> TableEvent:
        event = TableEvent.objects.filter(game=self.game).order_by("-number").first()
        assert event is not None
        return event

    def send(self, method: str, path: str, token: str, body: bytes) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = path.format(public_id=self.game.public_id)
        return Client().generic(method.upper(), address, body, content_type="application/json", headers=headers)

    def next_move(self, token: str) -> bytes:
        """Return a move that is possible now if it is this seat's turn, so that the game continues."""
        view = self.send("get", GAME_PREFIX, token, b"").json()
        made = next_move(view) if view["game"]["prompts"] else None
        return json.dumps({"number": view["number"], **(made or {"move": "roll"})}).encode()

    def body(self, schema: Any) -> bytes:
        made = self.maker.make(schema)
        if isinstance(made, dict) and "number" in made and self.chance.random() < 0.9:
            made["number"] = self.newest().number
        return json.dumps(made).encode()

    def learn(self, view: Any) -> None:
        """Remember the values of a view under the names that moves have for them."""
        self.memory.remember(view, "table")
        for prompt in (view.get("game") or {}).get("prompts", ()):
            self.memory.remember({"choice": [choice["key"] for choice in prompt.get("choices", ())]}, "prompt")
            self.memory.remember({"word": prompt["announcements"]}, "prompt")


def operations_of_a_game() -> list[tuple[str, str, Any]]:
    operations = []
    for path, methods in sorted(description()["paths"].items()):
        for method, facts in methods.items():
            content = facts.get("requestBody", {}).get("content", {}).get("application/json", {})
            if path.startswith(GAME_PREFIX):
                operations.append((path, method, content.get("schema")))
    return operations


def hidden_from(game: TableGame, team: int | None) -> list[str]:
    """Return what a sender must not learn: the secret, both values, and all about the seats of others."""
    seats = Seat.objects.filter(game=game)
    hidden = [game.secret, *(f'"part{seat.team}"' for seat in seats)]
    for seat in seats:
        hidden.append(seat.device_key)
        if seat.team != team:
            hidden += [seat.nonce, seat_token(seat)]
    return hidden


@pytest.mark.parametrize("seed", range(2))
def test_no_request_breaks_a_table_or_moves_for_another_seat(seed: int) -> None:
    fuzz = Fuzz(seed)
    operations = operations_of_a_game()
    assert {path.rsplit("/", 2)[1] for path, _, _ in operations} >= {"{public_id}", "ready", "moves"}
    for _ in range(REQUESTS):
        path, method, schema = fuzz.chance.choice([*operations, *operations[-1:] * 3])
        token, team = fuzz.chance.choice(fuzz.senders)
        body = b"" if schema is None else fuzz.body(schema)
        if path.endswith("/moves/") and fuzz.chance.random() < 0.5:
            body = fuzz.next_move(token)
        before = fuzz.newest()
        answer = fuzz.send(method, path, token, body)
        sent = f"{method} {path} by {team}: {body!r}"
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, sent
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            assert {"detail", "field"} <= answer.json().keys(), sent
        else:
            fuzz.learn(answer.json())
        after = fuzz.newest()
        if after.number > before.number:
            assert (after.number, after.team) == (before.number + 1, team), sent
            fuzz.accepted.append((path, token, body))
        if not TableGame.objects.get(pk=fuzz.game.pk).is_over:
            text = answer.content.decode()
            assert [secret for secret in hidden_from(fuzz.game, team) if secret in text] == [], sent
    assert fuzz.accepted
    newest = fuzz.newest().number
    for path, token, body in fuzz.accepted:
        assert fuzz.send("post", path, token, body).status_code == HTTPStatus.CONFLICT, "a move can be repeated"
    assert fuzz.newest().number == newest
