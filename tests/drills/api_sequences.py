"""Send long sequences of random API requests, to test for server errors and inconsistent data."""

import random
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.drills.api_bodies import AnswerMemory, BodyMaker
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament
from tournaments.services.invitations import create_organizer
from weekend.practice.weekend import STAGES, PracticeField, build_weekend
from weekend.queries.verification import verify_database, verify_tournament

_FIELD: Final = PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2)
_READS: Final = 0.15  # share of GET requests
_WRITES_AGAIN: Final = 0.5  # share of the requests that could rewrite stored data
_CURRENT_VERSION: Final = 0.9
_PREFIX: Final = "/api/v1/tournaments/{slug}/"


class Operation(NamedTuple):
    """An API endpoint and its method, as described by the schema."""

    path: str
    method: str
    body: Mapping[str, Any] | None

    @property
    def name(self) -> str:
        return f"{self.method.upper()} {self.path}"


@dataclass
class SequenceCount:
    """The results of the sequences. `faults` must stay empty."""

    requests: Counter[str] = field(default_factory=Counter)  # by operation
    accepted: Counter[str] = field(default_factory=Counter)  # write operations only
    tournaments: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        sent, accepted = self.requests.total(), self.accepted.total()
        return (
            f"{sent} API requests of {len(self.requests)} operations in {self.tournaments} tournaments, "
            f"{accepted} accepted writes of {len(self.accepted)} operations, {len(self.faults)} faults"
        )


@cache
def description() -> Mapping[str, Any]:
    return SchemaGenerator().get_schema(public=True)  # type: ignore[no-any-return]


@cache
def all_operations() -> list[Operation]:
    return [
        Operation(path, method, _body_schema(facts))
        for path, methods in sorted(description()["paths"].items())
        for method, facts in methods.items()
    ]


@cache
def operations() -> list[Operation]:
    """Return a tournament's operations."""
    return [operation for operation in all_operations() if operation.path.startswith(_PREFIX)]


def _body_schema(facts: Mapping[str, Any]) -> Mapping[str, Any] | None:
    content = facts.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return schema  # type: ignore[no-any-return]


class ApiSequence:
    """Requests to a single tournament by its staff, managers and visitors."""

    def __init__(self, tournament: Tournament, chance: random.Random, count: SequenceCount) -> None:
        self._slug = tournament.slug
        self._chance = chance
        self._count = count
        self._memory = AnswerMemory()
        self._maker = BodyMaker(description(), self._memory, chance)
        self._client = Client(raise_request_exception=False)
        self._headers = self._tokens(tournament)
        self._reads = [operation for operation in operations() if operation.method == "get"]
        self._writes = [operation for operation in operations() if operation.method != "get"]

    def _tokens(self, tournament: Tournament) -> list[dict[str, str]]:
        """Return each sender's headers. Staff send the most requests, because they have the most permissions."""
        managers = Access.objects.filter(tournament=tournament, role=Role.MANAGER)[:3]
        staff = create_organizer(label="Drill")
        tokens = [*[staff] * 12, *managers]
        return [{"Authorization": f"Bearer {link_token(access)}"} for access in tokens] + [{}]

    def run(self, requests: int) -> None:
        for operation in self._reads:
            self._send(operation)
        for _ in range(requests - len(self._reads)):
            kind = self._reads if self._chance.random() < _READS else self._writes
            self._send(self._chance.choice(kind))

    def _send(self, operation: Operation) -> None:
        address = self._address(operation.path)
        headers = self._chance.choice(self._headers)
        body = self._body(operation, address, headers)
        answer = self._ask(operation.method, address, headers, body)
        self._count.requests[operation.name] += 1
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._count.faults.append(describe_crash(operation, answer, f"{address} {body}"))
        elif answer.status_code < HTTPStatus.BAD_REQUEST:
            if operation.method != "get":
                self._count.accepted[operation.name] += 1
            self._remember(operation, answer)

    def _ask(self, method: str, address: str, headers: Mapping[str, str], body: Any = None) -> Any:
        send = getattr(self._client, method)
        if method == "get":
            return send(address, headers=headers)
        return send(address, body, content_type="application/json", headers=headers)

    def _body(self, operation: Operation, address: str, headers: Mapping[str, str]) -> Any:
        if operation.body is None:
            return None
        made = self._maker.make(operation.body)
        if operation.method in ("put", "patch") and self._chance.random() < _WRITES_AGAIN:
            stored = self._ask("get", address, headers)
            if stored.status_code == HTTPStatus.OK:
                return self._with_a_change(self._maker.like(operation.body, stored.json()), made)
        if isinstance(made, dict) and "version" in made and self._chance.random() < _CURRENT_VERSION:
            made["version"] = self._version(address, headers)
        return made

    def _version(self, address: str, headers: Mapping[str, str]) -> Any:
        """Return the current version of the resource, or of its parent."""
        for place in (address, address.rstrip("/").rsplit("/", 1)[0] + "/"):
            answer = self._ask("get", place, headers)
            if answer.status_code == HTTPStatus.OK and isinstance(answer.json(), dict):
                return answer.json().get("version")
        return None

    def _with_a_change(self, stored: Any, made: Any) -> Any:
        """Return the stored data with one field changed to its value in `made`."""
        if not isinstance(stored, dict) or not isinstance(made, dict) or not made:
            return made
        name = self._chance.choice(sorted(made))
        return {**made, **stored, name: made[name]}

    def _remember(self, operation: Operation, answer: Any) -> None:
        if answer.headers.get("Content-Type", "").startswith("application/json"):
            self._memory.remember(answer.json(), operation.path.rstrip("/}").rsplit("/", 1)[1].removeprefix("{"))

    def _address(self, path: str) -> str:
        parts = []
        for part in path.split("/"):
            name = part.strip("{}")
            if part == "{slug}":
                parts.append(self._slug)
            elif part.startswith("{"):
                value = self._memory.recall(name.removesuffix("_id"), self._chance)
                parts.append(str(value if isinstance(value, int) else self._chance.randrange(1, 30)))
            else:
                parts.append(part)
        return "/".join(parts)


def describe_crash(operation: Operation, answer: Any, request: str) -> str:
    """Describe a server error, including its location."""
    error = answer.exc_info[1] if answer.exc_info else None
    places = traceback.extract_tb(error.__traceback__)[-2:] if error else []
    where = " < ".join(f"{place.filename}:{place.lineno}" for place in reversed(places))
    return f"{operation.name} answered {answer.status_code} to {request[:600]}: {error!r} at {where}"


def try_sequences(requests: int, *, per_tournament: int, seed: int, count: SequenceCount) -> None:
    """Send this many requests. Each tournament starts at the next stage of a practice weekend."""
    chance = random.Random(seed)
    while count.requests.total() < requests:
        stage = STAGES[count.tournaments % len(STAGES)]
        tournament = build_weekend(stage=stage, seed=seed + count.tournaments, field=_FIELD)
        left = requests - count.requests.total()
        ApiSequence(tournament, chance, count).run(min(per_tournament, left))
        count.tournaments += 1
        faults = [*verify_database(), *verify_tournament(Tournament.objects.get(pk=tournament.pk))]
        count.faults += [f"{stage} weekend {count.tournaments}: {fault.check}: {fault.sentence}" for fault in faults]
        Tournament.objects.filter(pk=tournament.pk).delete()
