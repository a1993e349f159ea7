"""Build API requests from the API's schema and the values in earlier responses."""

import random
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any, Final

Schema = Mapping[str, Any]
_KEPT: Final = 40  # the latest values by name
_NEWEST: Final = 8  # the newest values, which half of the requests use
_FROM_ANSWERS: Final = 0.8
OPTIONAL: Final = 0.5
_EXTREMES: Final = 0.25  # for numbers
_SPOILED: Final = 0.03
_WORDS: Final = (
    "",
    "Sharks",
    "Ann Byers",
    "a slip",
    "America/Chicago",
    "5,7",
    "4321",
    "19:30",
    "2026-11-28",
    "9.0",
    "é" * 30,
)
_DATES: Final = {"date": "2026-11-28", "date-time": "2026-11-28T19:30:00Z", "time": "19:30:00"}
_SPOILERS: Final[tuple[Any, ...]] = (None, -1, 0, 10**15, 2**63, 1.5, True, "", "\x00", "x" * 600, [], {}, [[]])
# request fields and URL arguments that refer to a row under a different name
_ROWS: Final = {
    **dict.fromkeys(
        (
            "home",
            "away",
            "offended",
            "sheet_of",
            "conceded_by",
            "first_home",
            "better_seed",
            "other",
            "teams",
            "covers",
        ),
        "team",
    ),
    **dict.fromkeys(("away_mound", "home_mound", "starters"), "card"),
    "sides": "team",
    "starter": "code",
    "pitcher": "code",
    "hitter": "code",
    "finished_by": "code",
    "first": "round",
    "second": "round",
    "after_round": "round",
    "now": "stage",
}
_COLLECTIONS: Final = {
    "teams": "team",
    "divisions": "division",
    "drafts": "division",
    "cards": "card",
    "parks": "park",
    "mistakes": "mistake",
    "rulings": "ruling",
    "actions": "action",
    "shootouts": "shootout",
    "invitations": "access",
    "card-sets": "card_set",
    "picks": "pick",
    "series": "series",
    "queues": "queued",
}


class AnswerMemory:
    """Values from earlier responses, by the name under which a request would send them."""

    def __init__(self) -> None:
        self._values: defaultdict[str, deque[Any]] = defaultdict(lambda: deque(maxlen=_KEPT))

    def remember(self, answer: object, name: str) -> None:
        """Remember everything in a response. `name` is the last segment of its URL."""
        row = _COLLECTIONS.get(name, name)
        if isinstance(answer, dict):
            for word, value in answer.items():
                if word == "id":
                    self._values[row].append(value)
                self.remember(value, name if word == "results" else word)
        elif isinstance(answer, list):
            for value in answer[:60]:
                self.remember(value, name)
        elif isinstance(answer, int | str):
            self._values[row].append(answer)

    def recall(self, name: str, chance: random.Random) -> Any:
        """Return a remembered value, or None."""
        values = list(self._values.get(_ROWS.get(name, name)) or self._values.get(name, ()))
        if not values:
            return None
        return chance.choice(values[-_NEWEST:] if chance.random() < 0.5 else values)


class BodyMaker:
    """Build values that match the API's schema, most of them remembered, plus a few invalid ones."""

    def __init__(
        self, description: Schema, memory: AnswerMemory, chance: random.Random, *, optional: float = OPTIONAL
    ) -> None:
        self._optional = optional  # share of the optional fields that are sent
        self._schemas = description["components"]["schemas"]
        self._memory = memory
        self._chance = chance

    def make(self, schema: Schema, name: str = "") -> Any:
        if name and self._chance.random() < _SPOILED:
            return self._chance.choice(_SPOILERS)
        schema = self._resolved(schema)
        if schema.get("nullable") and self._chance.random() < 0.1:
            return None
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        makers = {"object": self._object, "array": self._array, "boolean": self._boolean}
        return makers.get(schema.get("type", ""), self._scalar)(schema, name)

    def like(self, schema: Schema, row: Any) -> Any:
        """Return a row's data from a response as a request body that would write the same data."""
        schema = self._resolved(schema)
        if isinstance(row, dict) and schema.get("type") == "object":
            parts = schema.get("properties", {})
            return {name: self.like(part, row[name]) for name, part in parts.items() if name in row}
        if isinstance(row, list) and schema.get("type") == "array":
            return [self.like(schema["items"], value) for value in row]
        if isinstance(row, dict) and schema.get("type") == "integer":
            return row.get("id")
        return row

    def _resolved(self, schema: Schema) -> Schema:
        while True:
            options = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
            if "$ref" in schema:
                schema = self._schemas[schema["$ref"].rsplit("/", 1)[1]]
            elif options:
                schema = self._chance.choice(options)
            else:
                return schema

    def _object(self, schema: Schema, name: str) -> dict[str, Any]:
        required = schema.get("required", ())
        made = {
            part: self.make(inner, part)
            for part, inner in schema.get("properties", {}).items()
            if part in required or self._chance.random() < self._optional
        }
        if isinstance(schema.get("additionalProperties"), dict):
            for _ in range(self._chance.randrange(3)):
                made[str(self._memory.recall(name, self._chance) or 1)] = self.make(
                    schema["additionalProperties"], name
                )
        return made

    def _array(self, schema: Schema, name: str) -> list[Any]:
        return [self.make(schema["items"], name) for _ in range(self._chance.choice((0, 1, 1, 2, 2, 3, 5)))]

    def _boolean(self, schema: Schema, name: str) -> bool:
        return self._chance.random() < 0.5

    def _scalar(self, schema: Schema, name: str) -> Any:
        is_number = schema.get("type") == "integer"
        remembered = self._memory.recall(name, self._chance)
        if self._chance.random() < _FROM_ANSWERS and isinstance(remembered, int if is_number else str):
            return remembered
        if is_number:
            low, high = schema.get("minimum", -5), schema.get("maximum", 30)
            if self._chance.random() < _EXTREMES:
                return self._chance.choice((low, high))
            return max(low, min(high, self._chance.randrange(21)))
        return _DATES.get(schema.get("format", "")) or self._chance.choice(_WORDS)
