"""Record when each sign-in link was last used."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from core.lock_timeouts import wait_at_most_a_second
from tournaments.models import Access

_INTERVAL: Final = timedelta(minutes=1)


def note_presence(accesses: Iterable[Access]) -> None:
    """Record that these sign-in links are in use, at most once a minute."""
    now = timezone.now()
    stale = [access.pk for access in accesses if access.last_used_at is None or access.last_used_at < now - _INTERVAL]
    if stale:
        with wait_at_most_a_second():
            Access.objects.filter(pk__in=stale).update(last_used_at=now)
