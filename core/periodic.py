"""Repeat work for as long as a worker runs."""

import contextlib
import threading
import time
from collections.abc import Callable

from django.db import DatabaseError
from kombu.exceptions import OperationalError


def repeat_in_thread(name: str, seconds: float, action: Callable[[], object]) -> None:
    """Run `action` in a thread, now and every `seconds`. Try again next time if a queue or database is down."""

    def repeat() -> None:
        while True:
            with contextlib.suppress(OperationalError, DatabaseError, OSError):
                action()
            time.sleep(seconds)

    threading.Thread(target=repeat, name=name, daemon=True).start()
