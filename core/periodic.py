"""Repeat a task for as long as a worker runs."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError

_SHARE_OF_A_CORE: Final = 0.02


def pause_after(work_seconds: float, *, shortest: float, share: float = _SHARE_OF_A_CORE) -> float:
    """Return the pause in seconds before the next run, so that the task uses this share of a core."""
    return max(shortest, work_seconds / share)


def repeat_in_thread(name: str, seconds: float, action: Callable[[], object]) -> None:
    """Run `action` in a thread, now and every `seconds`. If the database is down, try again at the next interval."""

    def repeat() -> None:
        while True:
            with contextlib.suppress(DatabaseError, OSError):
                action()
            time.sleep(seconds)

    threading.Thread(target=repeat, name=name, daemon=True).start()
