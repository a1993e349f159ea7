"""Dice that no player can choose: the server commits to a secret before both managers add their values.

Roll number N is an HMAC-SHA256 with the secret as key and the text "PART|PART|N|ATTEMPT" as message. The digest is
split into eight 32-bit words. The first word below the largest multiple of the sides determines the face, so every
face is equally likely. If all eight words are too large, the next attempt uses a new digest. docs/check_dice.py
verifies a game by the same steps without this program.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

_WORD_BYTES: Final = 4
_WORDS: Final = 1 << (8 * _WORD_BYTES)


class CommittedRoll(NamedTuple):
    """One roll. Rolls in a game are numbered from 1."""

    number: int
    name: str
    sides: int
    lowest: int
    face: int


@dataclass(slots=True)
class CommittedDice:
    """Dice generated from a hexadecimal server secret and the values from the visitors and the home team.

    Attributes:
        rolled_before: Number of the game's rolls before `rolls`.
    """

    secret: str
    parts: tuple[str, str]
    rolled_before: int = 0
    rolls: list[CommittedRoll] = field(default_factory=list)

    @property
    def count(self) -> int:
        return self.rolled_before + len(self.rolls)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        number = self.count + 1
        face = lowest + committed_number(self.secret, self.parts, number, sides)
        self.rolls.append(CommittedRoll(number, name, sides, lowest, face))
        return face


def secret_hash(secret: str) -> str:
    """Return the SHA-256 of a hexadecimal secret. It is published before the game."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def part_hash(part: str) -> str:
    """Return the SHA-256 of a manager's value. The opponent sees it during the game."""
    return hashlib.sha256(part.encode()).hexdigest()


def committed_number(secret: str, parts: tuple[str, str], number: int, sides: int) -> int:
    """Return an unbiased number from 0 to `sides` - 1 for a roll."""
    limit = _WORDS - _WORDS % sides
    for attempt in count():
        message = f"{parts[0]}|{parts[1]}|{number}|{attempt}".encode()
        digest = hmac.digest(bytes.fromhex(secret), message, "sha256")
        for start in range(0, len(digest), _WORD_BYTES):
            word = int.from_bytes(digest[start : start + _WORD_BYTES])
            if word < limit:
                return word % sides
    raise AssertionError("count() never ends")
