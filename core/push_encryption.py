"""Web push based only on `cryptography`: encrypted messages (RFC 8291) and sender signatures (RFC 8292).

Both combine standard parts: key agreement on P-256, HKDF, AES-GCM in a single record (RFC 8188), and a JSON Web Token
signed with ES256. Each function imports `cryptography` itself, because it loads OpenSSL, which few pages need.
"""

import base64
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

_RECORD_BYTES: Final = 4096  # the size that every push service must accept
_SALT_BYTES: Final = 16
_TAG_BYTES: Final = 16
_LAST_RECORD: Final = b"\x02"
_NUMBER_BYTES: Final = 32  # per number; a signature has two


def encode_base64url(content: bytes) -> str:
    """Return base64url without padding, as used throughout web push."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode base64url with or without padding.

    Raises:
        ValueError: The text is not base64url.
    """
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_point(key: "EllipticCurvePublicKey") -> bytes:
    """Return a public key as its uncompressed point, 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt_for_browser(
    content: bytes,
    browser_point: bytes,
    auth: bytes,
    *,
    sender_key: "EllipticCurvePrivateKey | None" = None,
    salt: bytes = b"",
) -> bytes:
    """Encrypt a message for a single browser, as a request body with `Content-Encoding: aes128gcm`.

    Args:
        content: The message. Push services can reject messages of more than 3993 bytes.
        browser_point: The browser's public key (p256dh), 65 bytes.
        auth: The browser's secret, 16 bytes.
        sender_key: A key used only for this message. Generated unless a test provides one.
        salt: 16 bytes used only for this message. Generated unless a test provides them.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser_point)
    sender_key = sender_key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(_SALT_BYTES)
    sender_point = public_point(sender_key.public_key())
    shared_secret = sender_key.exchange(ec.ECDH(), browser_key)
    keying_material = _derive(shared_secret, auth, b"WebPush: info\x00" + browser_point + sender_point, 32)
    content_key = _derive(keying_material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(keying_material, salt, b"Content-Encoding: nonce\x00", 12)
    # the message has a single record, so its number doesn't change the nonce
    record = AESGCM(content_key).encrypt(nonce, content + _LAST_RECORD, None)
    record_bytes = max(_RECORD_BYTES, len(content) + len(_LAST_RECORD) + _TAG_BYTES)
    header = salt + record_bytes.to_bytes(4) + len(sender_point).to_bytes(1) + sender_point
    return header + record


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(SHA256(), length, salt, info).derive(secret)


def vapid_authorization(key: "EllipticCurvePrivateKey", audience: str, contact: str, expires_at: int) -> str:
    """Return the `Authorization` header that identifies the sender to a push service.

    Args:
        key: The sender's private key. Browsers subscribe with its public key.
        audience: The push service's origin, such as "https://push.example".
        contact: Contact URL for the push service's operator, "mailto:..." or "https://...".
        expires_at: Seconds since 1970, at most 24 hours from now.
    """
    claims = {"aud": audience, "exp": expires_at, "sub": contact}
    token = f"{_encode_json({'typ': 'JWT', 'alg': 'ES256'})}.{_encode_json(claims)}"
    signature = encode_base64url(_sign(key, token.encode()))
    return f"vapid t={token}.{signature},k={encode_base64url(public_point(key.public_key()))}"


def _encode_json(values: Mapping[str, object]) -> str:
    return encode_base64url(json.dumps(values, separators=(",", ":")).encode())


def _sign(key: "EllipticCurvePrivateKey", content: bytes) -> bytes:
    """Return an ES256 signature as its two numbers, concatenated to 64 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415

    numbers = utils.decode_dss_signature(key.sign(content, ec.ECDSA(SHA256())))
    return b"".join(number.to_bytes(_NUMBER_BYTES) for number in numbers)
