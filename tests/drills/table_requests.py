"""Send random requests to play tables, to test that none moves for another seat, leaks a secret or half succeeds."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.test import Client

from play.api.moves import MOVES
from play.models import Seat, TableEvent, TableGame
from play.opening import cached_games, open_table
from play.queries.view import table_view
from play.services.moves import REASONS
from play.services.seats import seat_token
from play.services.undo import LAST_ANSWER
from play.table_rows import current_game
from tests.drills.api_bodies import AnswerMemory, BodyMaker
from tests.drills.api_sequences import Operation, all_operations, describe_crash, description
from tests.play.api_moves import move_of_prompt
from tests.play.engine_game import faults_of

_TABLE: Final = "/api/v1/play/{public_id}/"
_MOVES: Final = f"{_TABLE}moves/"
_READY: Final = f"{_TABLE}ready/"
_RULING: Final = "/api/v1/tournaments/{slug}/tables/{public_id}/ruling/"
_VOLUNTEER: Final = "/volunteer/"
_OF_TABLES: Final = ("/play/", "/tables/", "/live-games/", "}/dice/")
_WEIGHTS: Final = {_MOVES: 20, "/api/v1/play/": 0.2}  # starting a game takes as long as many moves
_OPTIONAL: Final = 0.9  # share of a body's optional fields that are sent, because most are a move's arguments
_CONCESSIONS: Final = 0.1  # share of concessions that are sent, because they end the game
_STEPS_AFTER_GAME: Final = 5  # a finished game gets fewer requests
_RULINGS: Final = 0.5  # share of the requests while the director has a question
_BY_STAFF: Final = 0.7  # share of the requests that go to a tournament
_FOREIGN: Final = 0.05  # share of other moves' arguments that are sent
_POSSIBLE_MOVES: Final = 0.6  # share of the moves
_PLAIN_READY: Final = 0.7  # share of the requests to get ready
# moves for a seat without a prompt
_REPLIES: Final = (
    "confirm",
    "challenge",
    "agree",
    "decline",
    "resume",
    "confirm_score",
    "suspend",
    "resume_game",
    "sign",
)
_CURRENT_NUMBER: Final = 0.9
_HIDDEN_FIELDS: Final = ("secret", "start", "cards", "lineups")
_PRESENCE: Final = ("seen_at", "phrase", "phrase_at")  # a rejected move may still mark the seat as connected


class Sender(NamedTuple):
    """A token, and its seat's team or None."""

    token: str
    team: int | None = None
    is_staff: bool = False


class TableWorld(NamedTuple):
    """A game, its tournament's slug or "", and all senders of requests to the game."""

    game: TableGame
    senders: list[Sender]
    slug: str = ""

    @property
    def seats(self) -> list[Sender]:
        """Return both seats as senders."""
        return [*dict.fromkeys(sender for sender in self.senders if sender.team is not None)]


@dataclass
class TableCount:
    """The results of the requests. `faults` must stay empty."""

    requests: Counter[str] = field(default_factory=Counter)  # by operation
    accepted: Counter[str] = field(default_factory=Counter)  # write operations only
    statuses: Counter[int] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)  # by reason code
    actions: Counter[str] = field(default_factory=Counter)  # play tables by kind
    games: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        statuses = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        return (
            f"{self.requests.total()} API requests of {len(self.requests)} operations at {self.games} play tables "
            f"({statuses}), {self.accepted.total()} accepted writes of {len(self.accepted)} operations, "
            f"{len(self.refusals)} kinds of refusals, {self.actions.total()} actions of {len(self.actions)} kinds, "
            f"{len(self.faults)} faults"
        )


@cache
def table_operations() -> list[Operation]:
    """Return the play table operations in the API's schema."""
    return [operation for operation in all_operations() if any(part in operation.path for part in _OF_TABLES)]


class TableRequests:
    """Random requests to a game. `count` collects the results."""

    def __init__(self, world: TableWorld, chance: random.Random, count: TableCount) -> None:
        self._world = world
        self._chance = chance
        self._count = count
        self._senders = [*world.senders]
        self._memory = AnswerMemory()
        self._maker = BodyMaker(description(), self._memory, chance, optional=_OPTIONAL)
        self._client = Client(raise_request_exception=False)
        self._accepted_moves: list[tuple[Sender, bytes]] = []
        self._operations = [
            operation for operation in table_operations() if world.slug or "{slug}" not in operation.path
        ]
        self._by_path = {operation.path: operation for operation in self._operations if operation.method == "post"}
        for sender in world.senders:
            self._learn(self._ask("get", _TABLE, sender).json())

    def run(self, requests: int) -> None:
        """Send this many requests, resend accepted moves, and compare the game with its rows."""
        weights = [_WEIGHTS.get(operation.path, 1) for operation in self._operations]
        left = requests
        while left > 0:
            (operation,) = self._chance.choices(self._operations, weights)
            self._send(self._step_forward() if operation.path == _MOVES else operation)
            left -= _STEPS_AFTER_GAME if self._state() == TableGame.State.OVER else 1
        self._repeat_moves()
        self._count.games += 1
        self._count.actions += Counter(self._events().values_list("kind", flat=True))
        self._compare_with_rows()

    def _state(self) -> str:
        return str(TableGame.objects.values_list("state", flat=True).get(pk=self._world.game.pk))

    def _step_forward(self) -> Operation:
        """Return the operation that the game waits for: a manager's or the director's."""
        game = TableGame.objects.only("state", "question_team").get(pk=self._world.game.pk)
        path = _MOVES
        if game.state == TableGame.State.LOBBY:
            path = _READY
        elif game.waits_for_director and self._chance.random() < _RULINGS:
            path = _RULING
        return self._by_path[path]

    def _events(self) -> Any:
        return TableEvent.objects.filter(game=self._world.game)

    def _newest(self) -> int:
        return int(self._events().order_by("-number").values_list("number", flat=True)[0])

    def _send(self, operation: Operation) -> None:
        sender = self._sender(operation)
        if operation.path == _MOVES and self._chance.random() < _POSSIBLE_MOVES:
            sender, body = self._possible_move()
        else:
            body = self._body(operation)
        before, number = self._rows(), self._newest()
        answer = self._ask(operation.method, operation.path, sender, body)
        self._count.requests[operation.name] += 1
        self._count.statuses[answer.status_code] += 1
        sent = f"{operation.name} of {sender.team} answered {answer.status_code} to {body[:600]!r}"
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._fault(describe_crash(operation, answer, sent))
        elif answer.status_code >= HTTPStatus.BAD_REQUEST:
            self._check_refusal(answer, sent, has_changed=self._rows() != before or self._newest() != number)
        else:
            self._check_acceptance(operation, sender, number, sent)
            if answer.headers["Content-Type"] != "text/event-stream":
                self._learn(answer.json())
            if operation.method != "get":
                self._count.accepted[operation.name] += 1
            if operation.path == _MOVES:
                self._accepted_moves.append((sender, body))
        self._check_secrets(sender, answer.content.decode(), sent)

    def _sender(self, operation: Operation) -> Sender:
        staff = [sender for sender in self._senders if sender.is_staff]
        is_for_staff = "{slug}" in operation.path and self._chance.random() < _BY_STAFF
        return self._chance.choice(staff if staff and is_for_staff else self._senders)

    def _fault(self, sentence: str) -> None:
        self._count.faults.append(f"{self._world.game}: {sentence}")

    def _check_refusal(self, answer: Any, sent: str, *, has_changed: bool) -> None:
        self._count.refusals[answer.json().get("finding") or ""] += 1
        if not {"detail", "field"} <= answer.json().keys():
            self._fault(f"{sent} without saying what is wrong: {answer.content[:200]!r}")
        if has_changed:
            self._fault(f"{sent} and changed the game")

    def _check_acceptance(self, operation: Operation, sender: Sender, number: int, sent: str) -> None:
        newest = self._newest()
        if newest > number + 1:
            self._fault(f"{sent} and stored {newest - number} actions")
        is_scorekeeper = sender.team is not None and sender.team == self._world.game.scorekeeper
        is_own = sender.is_staff or is_scorekeeper or operation.path.endswith(_VOLUNTEER)
        if newest > number and not is_own and self._events().get(number=newest).team != sender.team:
            self._fault(f"{sent} and moved for another seat")

    def _check_secrets(self, sender: Sender, text: str, sent: str) -> None:
        if self._state() == TableGame.State.OVER:
            return
        revealed = [secret for secret in self._secrets(sender) if secret in text]
        if revealed:
            self._fault(f"{sent} and revealed {revealed}")

    def _secrets(self, sender: Sender) -> list[str]:
        """Return values hidden from a sender: the secret, both contributions, and all data about other seats."""
        seats = Seat.objects.filter(game=self._world.game).select_related("game")
        hidden = [self._world.game.secret]
        for seat in seats:
            hidden += [seat.device_key, f'"{seat.part}"'] if seat.part else [seat.device_key]
            if seat.team != sender.team:
                hidden += [seat.nonce, seat_token(seat)]
        return [text for text in hidden if text]

    def _repeat_moves(self) -> None:
        for sender, body in self._accepted_moves[-20:]:
            number = self._newest()
            answer = self._ask("post", _MOVES, sender, body)
            if answer.status_code < HTTPStatus.BAD_REQUEST or self._newest() != number:
                self._fault(f"{body!r} again answered {answer.status_code}")

    def _compare_with_rows(self) -> None:
        """Compare the view with a new process's view, and a friendly game with an engine's game."""
        view = self._view()
        cached_games.clear()
        if self._view() != view:
            self._fault("a new process shows another view")
        if current_game(self._world.game).has_started and not self._world.slug:
            self._count.faults += faults_of(self._world.game.pk)

    def _view(self) -> Any:
        view = table_view(open_table(current_game(self._world.game)), ())
        return {name: value for name, value in view.items() if name != "people"}  # has clocks

    def _rows(self) -> list[dict[str, Any]]:
        """Return the game and its seats without presence and large fields."""
        games = TableGame.objects.filter(pk=self._world.game.pk).defer(*_HIDDEN_FIELDS).values()
        seats = Seat.objects.filter(game=self._world.game).order_by("team").values()
        return [
            {name: value for name, value in row.items() if name not in (*_HIDDEN_FIELDS, *_PRESENCE, "people_number")}
            for row in [*games, *seats]
        ]

    def _ask(self, method: str, path: str, sender: Sender, body: bytes = b"") -> Any:
        headers = {"Authorization": f"Bearer {sender.token}"} if sender.token else {}
        address = path.format(public_id=self._world.game.public_id, slug=self._world.slug)
        return self._client.generic(method.upper(), address, body, content_type="application/json", headers=headers)

    def _body(self, operation: Operation) -> bytes:
        if operation.body is None:
            return b""
        if operation.path == _READY and self._chance.random() < _PLAIN_READY:
            return b"{}"
        made = self._maker.make(operation.body)
        if isinstance(made, dict) and made.get("move") in [*MOVES]:
            made = self._with_own_arguments(made)
        if isinstance(made, dict) and "number" in made and self._chance.random() < _CURRENT_NUMBER:
            made["number"] = self._newest()
        return json.dumps(made).encode()

    def _with_own_arguments(self, made: dict[str, Any]) -> dict[str, Any]:
        """Return a move with its own arguments and few others, so that extra arguments rarely cause the rejection."""
        if made["move"] == "concede" and self._chance.random() >= _CONCESSIONS:
            made["move"] = "announce"
        _, arguments = MOVES[made["move"]]
        own = {"number", "move", *arguments.values()}
        return {name: value for name, value in made.items() if name in own or self._chance.random() < _FOREIGN}

    def _possible_move(self) -> tuple[Sender, bytes]:
        """Return a legal move for a seat, so that the game continues."""
        for sender in self._chance.sample(self._world.seats, 2):
            view = self._ask("get", _TABLE, sender).json()
            prompts = (view.get("game") or {}).get("prompts", ())
            made = next((move for prompt in prompts if (move := move_of_prompt(prompt)) is not None), None)
            if made is not None:
                return sender, json.dumps({"number": view["number"], **made}).encode()
        reply = {"number": self._newest(), "move": self._chance.choice(_REPLIES)}
        return self._chance.choice(self._world.seats), json.dumps(reply).encode()

    def _learn(self, answer: Any) -> None:
        """Remember a response's values under the names that requests use for them."""
        self._memory.remember(answer, "table")
        if not isinstance(answer, dict):
            return
        for prompt in (answer.get("game") or {}).get("prompts", ()):
            self._memory.remember({"choice": [choice["key"] for choice in prompt.get("choices", ())]}, "prompt")
            self._memory.remember({"word": prompt["announcements"]}, "prompt")
        if answer.get("game"):
            self._memory.remember(self._players(), "table")
        if "token" in answer:
            self._memory.remember({"invitation": answer["token"]}, "table")
            self._senders.append(Sender(answer["token"], answer["team"]))

    def _players(self) -> dict[str, list[Any]]:
        """Return the game's players and events under the names that moves use for them."""
        play = open_table(current_game(self._world.game)).play
        sides = play.game.state.sides
        bench = [player for side in sides for player in side.bench]
        in_game = [player for side in sides for player in (*side.order, *side.field)]
        numbers = play.game.log.numbers_in_force()
        words = {"enters": bench, "pitcher": bench, "leaves": in_game, "fielder": in_game, "positions": in_game}
        return {**words, "to": [*numbers[-5:], 0, LAST_ANSWER], "reason": [*REASONS]}
