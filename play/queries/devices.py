"""Find the seats on a device. Their keys are in the signed session cookie, so this needs no query."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest

from play.models import Seat

_SESSION_KEY: Final = "seats"
MAX_SEATS: Final = 20  # as many as fit in a cookie; the oldest are dropped


def device_keys(request: HttpRequest) -> Mapping[str, str]:
    """Return the device's key for each of its seats."""
    keys: Mapping[str, str] = request.session.get(_SESSION_KEY, {})
    return keys


def keys_in_cookie(request: HttpRequest) -> Mapping[str, str]:
    """Return the device's keys for a request that hasn't gone through the middleware."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    keys: Mapping[str, str] = SessionStore(cookie).get(_SESSION_KEY, {}) if cookie else {}
    return keys


def remember_seat(request: HttpRequest, seat: Seat, key: str) -> None:
    """Store a seat's key on this device."""
    keys = {**device_keys(request)}
    keys.pop(str(seat.pk), None)
    keys[str(seat.pk)] = key
    request.session[_SESSION_KEY] = dict([*keys.items()][-MAX_SEATS:])
