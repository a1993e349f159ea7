"""Keep a device signed in when it moves to the standby computer, which has a different host and gets no cookie."""

from typing import Final

from django.core import signing
from django.http import HttpRequest

from tournaments.access.viewers import SESSION_KEY
from tournaments.models import Device

_SALT: Final = "pennant.hand-over"
_MAX_AGE: Final = 12 * 60 * 60  # in seconds


def hand_over_token(request: HttpRequest) -> str:
    """Return a token for the standby computer, or "" if the device isn't signed in."""
    key = request.session.get(SESSION_KEY, "")
    return signing.dumps(key, salt=_SALT) if key else ""


def sign_in_from_other_computer(request: HttpRequest, token: str) -> bool:
    """Sign in the device that the token belongs to.

    Return False if the token is wrong or expired, or if the device has signed out.
    """
    try:
        key = signing.loads(token, salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature:
        return False
    if not Device.objects.filter(key=key, ended_at=None).exists():
        return False
    request.session[SESSION_KEY] = key
    return True
