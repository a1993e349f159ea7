"""The installation's Ed25519 signing key. Keys and signatures are in base64url without padding."""

import base64
import binascii
import hashlib
import hmac
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from core.code_letters import CODE_LETTERS

_NAME_LENGTH: Final = 12


class KeySignature(NamedTuple):
    public_key: str
    signature: str


def private_key() -> str:
    """Return this installation's key. It is read each time, because a restore can change the file."""
    return settings.SEAL_KEY or Path(settings.SEAL_KEY_FILE).read_text(encoding="utf-8").strip()


def public_key() -> str:
    return _public_key(private_key())


def sign(content: bytes) -> KeySignature:
    """Sign with this installation's key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - brings OpenSSL, which few pages need
        Ed25519PrivateKey,
    )

    private = private_key()
    signature = Ed25519PrivateKey.from_private_bytes(decode_key(private)).sign(content)
    return KeySignature(_public_key(private), _encode(signature))


def is_signed(content: bytes, signed: KeySignature) -> bool:
    """Return whether a signature is valid. A malformed key or signature isn't."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        public = Ed25519PublicKey.from_public_bytes(decode_key(signed.public_key))
        public.verify(_decode(signed.signature), content)
    except (ValueError, InvalidSignature):
        return False
    return True


def key_name(public: str) -> str:
    """Return a short, readable name for a public key, such as 7F3K-9QMD-2XTD."""
    number = int.from_bytes(hashlib.sha256(public.encode()).digest())
    letters = ""
    while len(letters) < _NAME_LENGTH:
        number, index = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[index]
    return "-".join(letters[start : start + 4] for start in range(0, _NAME_LENGTH, 4))


def is_seal_key(text: str) -> bool:
    """Return whether a text is a 32-byte key."""
    try:
        decode_key(text)
    except ValueError:
        return False
    return True


def derive_seal_key(secret_key: str) -> str:
    """Return the seal key derived from a secret key, or "" without a secret key."""
    return _encode(hmac.digest(secret_key.encode(), b"pennant.seal_key", "sha256")) if secret_key else ""


def decode_key(text: str) -> bytes:
    """Return a key's 32 bytes. Raise ValueError for any other text."""
    key = _decode(text)
    if len(key) != 32:
        raise ValueError("A key has 32 bytes.")
    return key


@lru_cache(maxsize=2)
def _public_key(private: str) -> str:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    return _encode(Ed25519PrivateKey.from_private_bytes(decode_key(private)).public_key().public_bytes_raw())


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("This isn't base64url.") from error
