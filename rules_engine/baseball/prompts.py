"""Prompts for the next input from people, as plain JSON-ready values."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal answer: its key, its rule, its meaning and the ratings behind it.

    `safe` is the top of the safe range if a d20 follows, or else 0.
    """

    key: str
    rule: str
    sentence: str
    note: str = ""
    safe: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """A die must be rolled, with `sides` faces numbered from `lowest`."""

    name: str
    sides: int
    lowest: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """The manager of `team` must decide for `side`. `usual` is the default answer."""

    team: int
    side: str
    question: str
    choices: tuple[Choice, ...]
    usual: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The program is about to roll. A manager can make changes or continue."""

    team: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who can replace another, and a note from his card.

    `moves` has the (position, player) pairs of fielders who change positions along with the substitution.
    """

    enters: str
    leaves: str
    note: str
    moves: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Settle:
    """A change required before the next play: one of the candidates enters, or the moves are made.

    `not_allowed` has the ineligible players, by ruling text. `moves` has (position, player) pairs.
    Without `enters_by`, each candidate enters under his own rule.
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
    """The game can't continue, and no substitution can solve the problem."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended or is suspended."""

    ending: str


Prompt = Roll | Ask | Ready | Settle | Stuck | Over


def prompt_document(prompt: Prompt) -> dict[str, Any]:
    """Return the prompt as JSON values, with its type in "kind"."""
    return {"kind": type(prompt).__name__.lower(), **asdict(prompt)}
