"""Test web push encryption and signatures against RFC 8291, RFC 8292 and a second implementation."""

import json

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from core.push_encryption import (
    decode_base64url,
    encode_base64url,
    encrypt_for_browser,
    public_point,
    vapid_authorization,
)

# RFC 8291, section 5 and appendix A
PLAINTEXT = b"When I grow up, I want to be a watermelon"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
# RFC 8292, section 2.4
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9"
    ".eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
    ".i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
TOKEN_KEY = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


def private_key(text):
    return ec.derive_private_key(int.from_bytes(decode_base64url(text)), ec.SECP256R1())


def check_token(token, key):
    """Check an ES256 token like a push service. Raise InvalidSignature if this key didn't sign it."""
    content, _, signature = token.rpartition(".")
    numbers = decode_base64url(signature)
    pair = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
    public.verify(pair, content.encode(), ec.ECDSA(SHA256()))
    return [json.loads(decode_base64url(part)) for part in content.split(".")]


def test_encryption_matches_the_example_in_rfc_8291():
    body = encrypt_for_browser(
        PLAINTEXT,
        decode_base64url(BROWSER_POINT),
        decode_base64url(AUTH),
        sender_key=private_key(SENDER_PRIVATE),
        salt=decode_base64url(SALT),
    )
    assert encode_base64url(body) == BODY


@pytest.mark.parametrize("length", [0, 1, 3993, 3994, 10_000])
def test_second_implementation_decrypts_messages_of_every_length(length):
    content = bytes(range(256)) * 40
    browser, auth = private_key(BROWSER_PRIVATE), decode_base64url(AUTH)
    body = encrypt_for_browser(content[:length], public_point(browser.public_key()), auth)
    assert http_ece.decrypt(body, private_key=browser, auth_secret=auth, version="aes128gcm") == content[:length]
    assert len(body) == length + 103


def test_messages_never_share_a_key_or_salt():
    bodies = [encrypt_for_browser(PLAINTEXT, decode_base64url(BROWSER_POINT), decode_base64url(AUTH)) for _ in "ab"]
    assert bodies[0][:16] != bodies[1][:16]
    assert bodies[0][21:86] != bodies[1][21:86]


def test_signature_matches_the_example_in_rfc_8292():
    printed_header, printed_claims = check_token(TOKEN, TOKEN_KEY)
    key = private_key(SENDER_PRIVATE)
    own = vapid_authorization(key, printed_claims["aud"], printed_claims["sub"], printed_claims["exp"])
    scheme, _, parameters = own.partition(" ")
    values = dict(parameter.split("=", 1) for parameter in parameters.split(","))
    assert scheme == "vapid"
    assert check_token(values["t"], values["k"]) == [printed_header, printed_claims]
    assert values["t"].rpartition(".")[0] == TOKEN.rpartition(".")[0]
    assert values["k"] == encode_base64url(public_point(key.public_key()))
    with pytest.raises(InvalidSignature):
        check_token(values["t"], TOKEN_KEY)
