"""How often somebody may be wrong in a quarter of an hour: with links, codes and PINs.

The counts are rows of the database: pages cannot push them out of it, every process sees them, and they do not depend
on a cache that may be gone. What is right is not asked about here, but for PINs, which are short enough to be guessed.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.access.viewers import address_of
from tournaments.models import FailedAttempt

LINK, CODE, PIN, SIGN_IN = "link", "code", "pin", "sign-in"
_COUNTS_FOR = timedelta(minutes=15)


def is_wrong_too_often(request: HttpRequest, what: str) -> bool:
    """Count a wrong link or code of this address; True, and not counted, where its quarter of an hour is used up."""
    address = of_address(request, what)
    if has_used_up(address):
        return True
    count_failure(address)
    return False


def of_address(request: HttpRequest, what: str) -> str:
    """For whom a visitor's failures are counted, each kind by itself."""
    return f"{what}:{address_of(request)}"


def has_used_up(counted_for: str, limit: int | None = None) -> bool:
    """Whether there were so many failures; without a limit, as many as an address may have."""
    recent = FailedAttempt.objects.filter(counted_for=_hash(counted_for), at__gt=timezone.now() - _COUNTS_FOR)
    return recent.count() >= (settings.SIGN_IN_ATTEMPTS if limit is None else limit)


def count_failure(*counted_for: str) -> None:
    """One failure of each; those that count no longer go at the same time, so that the table stays small."""
    FailedAttempt.objects.filter(at__lte=timezone.now() - _COUNTS_FOR).delete()
    FailedAttempt.objects.bulk_create(FailedAttempt(counted_for=_hash(one)) for one in counted_for)


def forget_failures(counted_for: str) -> None:
    FailedAttempt.objects.filter(counted_for=_hash(counted_for)).delete()


def _hash(plain: str) -> str:
    """With the installation's secret: from the table nobody can tell whose address it was."""
    return salted_hmac("pennant.attempts", plain, algorithm="sha256").hexdigest()
