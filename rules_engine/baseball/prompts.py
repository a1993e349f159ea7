"""What a game wants next of the people who play it, as plain values that go into JSON as they are."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer: its key, the rule that allows it, what it means, the ratings it rests on.

    `safe` is the top of the safe range where it leads to a d20, else 0.
    """

    key: str
    rule: str
    sentence: str
    note: str = ""
    safe: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """A die must be thrown: `sides` faces from `lowest` on."""

    name: str
    sides: int
    lowest: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """A manager decides, of this `team`, on `side` "offence" or "defence"; `usual` is meant by saying nothing."""

    team: int
    side: str
    question: str
    choices: tuple[Choice, ...]
    usual: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Nothing is asked before the dice of the program fall; a manager may still change men, or say that it goes on."""

    team: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A man who may come in for another, and what his card says."""

    enters: str
    leaves: str
    note: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Something must be put right before the next play: one of these comes in, or the moves are made.

    `not_allowed` names, by the ruling in words, those who may not. `moves` are (position, man); () where men must come
    in. Without `enters_by` everybody named comes in by his own rule.
    """

    team: int
    leaves: str
    rule: str
    sentence: str
    reason: str
    candidates: tuple[Candidate, ...]
    not_allowed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    enters_by: str = ""


@dataclass(frozen=True, slots=True)
class Stuck:
    """The game cannot go on as it stands, and nobody who could come in would put it right."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended, or is suspended."""

    ending: str


Prompt = Roll | Ask | Ready | Settle | Stuck | Over


def prompt_document(prompt: Prompt) -> dict[str, Any]:
    """The prompt for JSON; "kind" says which it is."""
    return {"kind": type(prompt).__name__.lower(), **asdict(prompt)}
