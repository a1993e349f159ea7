"""Identify the installation whose key signed a seal."""

import json
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum

from core.seal_key import KeySignature, is_signed, key_name, public_key
from pitching.models import SignOff

_PREFIX = b"Pennant seal 1\n"


class SealOrigin(StrEnum):
    """The origin of a seal."""

    HERE = "here"
    ELSEWHERE = "elsewhere"
    BEFORE_KEY = "before_key"  # signed here by a version that had no key
    NO_KEY = "no_key"  # imported in a tournament file without a valid key signature


@dataclass(frozen=True, slots=True)
class SealKey:
    """The key that signed a seal. `name` is empty if there is no valid signature."""

    origin: SealOrigin
    name: str = ""

    @property
    def label(self) -> str:
        labels = {
            SealOrigin.HERE: f"Signed at this installation (key {self.name})",
            SealOrigin.ELSEWHERE: f"Signed at another installation (key {self.name})",
            SealOrigin.BEFORE_KEY: "Sealed before keys were used",
            SealOrigin.NO_KEY: "Not signed with a key",
        }
        return labels[self.origin]


def seal_key_of(signed: SignOff) -> SealKey:
    """Return the key that signed a seal. This reads the series' tournament."""
    if signed.public_key and is_signed(seal_statement(signed), KeySignature(signed.public_key, signed.key_signature)):
        is_own = signed.public_key == public_key()
        return SealKey(SealOrigin.HERE if is_own else SealOrigin.ELSEWHERE, key_name(signed.public_key))
    has_key = bool(signed.public_key or signed.key_signature)
    if has_key or signed.is_imported:
        return SealKey(SealOrigin.NO_KEY)
    return SealKey(SealOrigin.BEFORE_KEY)


def seal_statement(signed: SignOff) -> bytes:
    """Return the bytes that the key signs: the seal, and the signature's facts that the seal doesn't cover."""
    facts = {
        "code": signed.code,
        "games": signed.games,
        "how": signed.how,
        "pin_set_by": signed.pin_set_by,
        "seal": signed.seal,
        "signed_at": signed.signed_at.astimezone(UTC).isoformat(),
        "signer": signed.signer,
        "tournament": signed.series.tournament.created_at.astimezone(UTC).isoformat(),
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _PREFIX + text.encode()
