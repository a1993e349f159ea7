"""Tokens for links: a row's number and secret, signed with the installation's key."""

from django.core import signing

_COLON, _COLON_IN_LINK = ":", "~"


class WrongToken(Exception):
    """The token is damaged, of a different kind, or from a different installation."""


def sign_token(number: int, secret: str, salt: str) -> str:
    """Return a token for a link. `salt` identifies the token's kind."""
    # a new signer for each token, because a restored backup can change the key
    return signing.Signer(salt=salt).sign(f"{number}.{secret}").replace(_COLON, _COLON_IN_LINK)


def read_token(token: str, salt: str) -> tuple[int, str]:
    """Return a token's number and secret. Raise WrongToken if the token isn't valid."""
    try:
        signed = signing.Signer(salt=salt).unsign(token.replace(_COLON_IN_LINK, _COLON))
        number, secret = signed.split(".", 1)
        return int(number), secret
    except (signing.BadSignature, ValueError) as error:
        raise WrongToken from error
