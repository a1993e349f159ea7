"""Tokens in links: a row's number and secret, signed with the installation's key."""

from django.core import signing

_COLON, _COLON_IN_LINK = ":", "~"


class WrongToken(Exception):
    """The token is damaged, of another kind, or of another installation."""


def sign_token(number: int, secret: str, salt: str) -> str:
    """Return a token for a link. `salt` names its kind."""
    # a signer for each use, because a restored backup brings its own key
    return signing.Signer(salt=salt).sign(f"{number}.{secret}").replace(_COLON, _COLON_IN_LINK)


def read_token(token: str, salt: str) -> tuple[int, str]:
    """Return the number and the secret of a token. Raises WrongToken."""
    try:
        signed = signing.Signer(salt=salt).unsign(token.replace(_COLON_IN_LINK, _COLON))
        number, secret = signed.split(".", 1)
        return int(number), secret
    except (signing.BadSignature, ValueError) as error:
        raise WrongToken from error
