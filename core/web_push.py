"""Web push: this installation's VAPID key for push services, and encrypted messages (RFC 8291).

The key is derived from the seal key. It therefore exists from the first start, is the same in every process, and is
part of every backup.
"""

import hmac
import time
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from core.push_encryption import (
    decode_base64url,
    encode_base64url,
    encrypt_for_browser,
    public_point,
    vapid_authorization,
)
from core.seal_key import decode_key, private_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_SECONDS_TO_LIVE: Final = 4 * 60 * 60  # a notification is useless after the round
_SIGNATURE_SECONDS: Final = 12 * 60 * 60  # half of the maximum that push services accept, because clocks differ
_PUBLIC_KEY_BYTES: Final = 65
_AUTH_BYTES: Final = 16


class PushKeys(NamedTuple):
    """A browser subscription's keys, in base64url."""

    public_key: str
    auth: str


class PushMessage(NamedTuple):
    """An encrypted request body for a push service, and its headers."""

    body: bytes
    headers: dict[str, str]


def push_public_key() -> str:
    """Return the public key that browsers subscribe with (the applicationServerKey)."""
    return encode_base64url(public_point(_vapid_key().public_key()))


def _vapid_key() -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    number = int.from_bytes(hmac.digest(decode_key(private_key()), b"pennant.web_push", "sha256"))
    return ec.derive_private_key(number % (_P256_ORDER - 1) + 1, ec.SECP256R1())


def are_push_keys(keys: PushKeys) -> bool:
    """Return whether a subscription's keys are both usable."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    try:
        point, auth = (decode_base64url(text) for text in keys)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == _PUBLIC_KEY_BYTES and len(auth) == _AUTH_BYTES


def encrypt_push(endpoint: str, keys: PushKeys, content: bytes, topic: str = "") -> PushMessage:
    """Encrypt a message for a browser and sign the request. A newer message with the same topic replaces it."""
    body = encrypt_for_browser(content, decode_base64url(keys.public_key), decode_base64url(keys.auth))
    parts = urlsplit(endpoint)
    expires_at = int(time.time()) + _SIGNATURE_SECONDS
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_SECONDS_TO_LIVE),
        "Urgency": "high",
        "Authorization": vapid_authorization(_vapid_key(), f"{parts.scheme}://{parts.netloc}", _contact(), expires_at),
    }
    if topic:
        headers["Topic"] = topic
    return PushMessage(body, headers)


def _contact() -> str:
    """Return a contact that push services can use if there are problems with the messages."""
    is_secure = settings.PUBLIC_URL.startswith("https://")
    return settings.PUBLIC_URL if is_secure else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
