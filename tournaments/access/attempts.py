"""How often an address may be wrong in a quarter of an hour: with links, codes and PINs.

PINs and sign-in codes are short enough to be guessed. Their failures are rows of the database, where every process sees
them. Links and codes of signatures are far too long for that, and a GET brings them, which writes nothing: each process
counts their failures in its memory. What is right is never counted.
"""

import time
from collections import OrderedDict, deque
from datetime import timedelta
from threading import Lock
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.access.viewers import address_of
from tournaments.models import FailedAttempt

LINK, CODE, PIN, SIGN_IN = "link", "code", "pin", "sign-in"
_COUNTS_FOR = timedelta(minutes=15)


class FailuresInMemory:
    """Failures of the last quarter of an hour by address; the addresses that failed longest ago go first."""

    _MOST: Final = 10_000

    def __init__(self) -> None:
        self._moments: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, address: str, limit: int) -> bool:
        """Count a failure. False, and not counted, if the address has used up its limit."""
        now = time.monotonic()
        with self._lock:
            moments = self._moments.setdefault(address, deque())
            self._moments.move_to_end(address)
            while moments and moments[0] <= now - _COUNTS_FOR.total_seconds():
                moments.popleft()
            if len(moments) >= limit:
                return False
            moments.append(now)
            if len(self._moments) > self._MOST:
                self._moments.popitem(last=False)
        return True

    def clear(self) -> None:
        self._moments.clear()


failures_in_memory = FailuresInMemory()


def is_wrong_too_often(request: HttpRequest, kind: str) -> bool:
    """Count a wrong link or code of this address; True, and not counted, if its quarter of an hour is used up."""
    return not failures_in_memory.count(attempt_key(request, kind), settings.SIGN_IN_ATTEMPTS)


def attempt_key(request: HttpRequest, kind: str) -> str:
    """For whom a visitor's failures are counted, each kind by itself."""
    return f"{kind}:{address_of(request)}"


def is_rate_limited(counted_for: str, limit: int | None = None) -> bool:
    """Whether there were so many failures; without a limit, as many as an address may have."""
    recent = FailedAttempt.objects.filter(counted_for=_hash(counted_for), at__gt=timezone.now() - _COUNTS_FOR)
    return recent.count() >= (settings.SIGN_IN_ATTEMPTS if limit is None else limit)


def count_failure(*keys: str) -> None:
    """One failure of each; those that count no longer go at the same time, so that the table stays small."""
    FailedAttempt.objects.filter(at__lte=timezone.now() - _COUNTS_FOR).delete()
    FailedAttempt.objects.bulk_create(FailedAttempt(counted_for=_hash(key)) for key in keys)


def forget_failures(counted_for: str) -> None:
    FailedAttempt.objects.filter(counted_for=_hash(counted_for)).delete()


def _hash(plain: str) -> str:
    """With the installation's secret: from the table nobody can tell whose address it was."""
    return salted_hmac("pennant.attempts", plain, algorithm="sha256").hexdigest()
