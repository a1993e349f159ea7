"""The seats that a device holds. Their keys are in the device's signed session cookie, so no row is read for them."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest

from play.models import Seat

_SESSION_KEY: Final = "seats"
MAX_SEATS: Final = 20  # a cookie has room for so many; the oldest are dropped


def device_keys(request: HttpRequest) -> Mapping[str, str]:
    """Return this device's key for each seat that it sat down at."""
    keys: Mapping[str, str] = request.session.get(_SESSION_KEY, {})
    return keys


def keys_in_cookie(request: HttpRequest) -> Mapping[str, str]:
    """Return the same for a request that no middleware has seen."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    keys: Mapping[str, str] = SessionStore(cookie).get(_SESSION_KEY, {}) if cookie else {}
    return keys


def remember_seat(request: HttpRequest, seat: Seat, key: str) -> None:
    """Keep a seat's key on this device."""
    keys = {**device_keys(request)}
    keys.pop(str(seat.pk), None)
    keys[str(seat.pk)] = key
    request.session[_SESSION_KEY] = dict([*keys.items()][-MAX_SEATS:])
