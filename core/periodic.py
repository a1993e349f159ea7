"""Work that a worker repeats as long as it lives."""

import contextlib
import threading
import time
from collections.abc import Callable

from django.db import DatabaseError
from kombu.exceptions import OperationalError


def repeat_in_thread(name: str, seconds: float, action: Callable[[], object]) -> None:
    """Run `action` now and then every `seconds`, in a thread. A lost queue or database is tried again next time."""

    def repeat() -> None:
        while True:
            with contextlib.suppress(OperationalError, DatabaseError, OSError):
                action()
            time.sleep(seconds)

    threading.Thread(target=repeat, name=name, daemon=True).start()
