"""Follow the tournaments while a worker runs."""

from contextlib import suppress
from typing import Any, Final

from celery.signals import worker_ready
from django.db import close_old_connections

from club.services.finishes import follow_tournaments
from core.errors import Refused
from core.periodic import repeat_in_thread

_FOLLOW_SECONDS: Final = 20.0


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_following(**kwargs: Any) -> None:
    """Start a thread that links managers and stores results soon after each change to a tournament."""
    repeat_in_thread("club", _FOLLOW_SECONDS, _follow)


def _follow() -> None:
    try:
        with suppress(Refused):  # the standby computer has taken over
            follow_tournaments()
    finally:
        close_old_connections()
