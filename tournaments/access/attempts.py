"""Limit wrong links, codes and PINs in each 15-minute period.

Links and codes are too long to guess, so a correct link or code always works and the limit applies only to wrong ones.
PINs are short, so even a correct PIN has to wait after too many wrong PINs from the same link.

Failed PINs and sign-in codes are stored in the database for all processes. Links and signed codes arrive in GET
requests, which write nothing, so each process counts those failures in memory.
"""

import math
import time
from collections import OrderedDict, deque
from datetime import timedelta
from threading import Lock
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.metrics import count_failed_sign_in
from core.rate_limits import seconds_until_allowed
from tournaments.access.viewers import address_of
from tournaments.models import FailedAttempt

LINK, CODE, PIN, SIGN_IN, SIGN_UP = "link", "code", "pin", "sign-in", "sign-up"
_COUNTING_PERIOD = timedelta(minutes=15)


class FailuresInMemory:
    """Failures in the last 15 minutes by IP address. The oldest addresses are dropped first."""

    _MOST: Final = 10_000

    def __init__(self) -> None:
        self._moments: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, address: str, limit: int) -> int:
        """Count a failure and return 0. At the limit, count nothing and return the seconds until the next attempt."""
        now = time.monotonic()
        with self._lock:
            moments = self._moments.setdefault(address, deque())
            self._moments.move_to_end(address)
            while moments and moments[0] <= now - _COUNTING_PERIOD.total_seconds():
                moments.popleft()
            if len(moments) >= limit:
                return math.ceil(moments[0] + _COUNTING_PERIOD.total_seconds() - now) if moments else 1
            moments.append(now)
            if len(self._moments) > self._MOST:
                self._moments.popitem(last=False)
        return 0

    def clear(self) -> None:
        self._moments.clear()


failures_in_memory = FailuresInMemory()


def count_wrong_entry(request: HttpRequest, kind: str) -> int:
    """Count a wrong link or code. Return the seconds to wait if this IP address has reached its limit, else 0."""
    count_failed_sign_in(kind)
    return failures_in_memory.count(attempt_key(request, kind), settings.SIGN_IN_ATTEMPTS)


def attempt_key(request: HttpRequest, kind: str) -> str:
    """Return the key for counting this kind of failure from the request's IP address."""
    return f"{kind}:{address_of(request)}"


def seconds_to_wait(key: str, limit: int | None = None) -> int:
    """Return the seconds until the next attempt, or 0. Without `limit`, the limit for IP addresses applies."""
    attempts = FailedAttempt.objects.filter(counted_for=_hash_key(key))
    most = settings.SIGN_IN_ATTEMPTS if limit is None else limit
    return seconds_until_allowed(attempts, "at", most=most, period=_COUNTING_PERIOD)


def count_failure(*keys: str) -> None:
    """Count one failure per key, and delete expired failures."""
    count_failed_sign_in(_kind_of(keys[0]))
    count_attempt(*keys)


def count_attempt(*keys: str) -> None:
    """Count one attempt per key, whether or not it failed, and delete expired attempts."""
    FailedAttempt.objects.filter(at__lte=timezone.now() - _COUNTING_PERIOD).delete()
    FailedAttempt.objects.bulk_create(FailedAttempt(counted_for=_hash_key(key)) for key in keys)


def _kind_of(key: str) -> str:
    kind = key.partition(":")[0]
    return kind if kind in (LINK, CODE, PIN, SIGN_IN) else "other"


def forget_failures(key: str) -> None:
    FailedAttempt.objects.filter(counted_for=_hash_key(key)).delete()


def _hash_key(plain: str) -> str:
    """Hash with the installation's secret, so that the database reveals no IP addresses."""
    return salted_hmac("pennant.attempts", plain, algorithm="sha256").hexdigest()
