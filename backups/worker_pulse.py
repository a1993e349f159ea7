"""A file that a running worker touches, so that others can see that it lives."""

import time
from pathlib import Path
from typing import Final

from django.conf import settings

PULSE_SECONDS: Final = 10.0


def pulse_file() -> Path:
    return Path(settings.DATA_DIR) / "worker_pulse"


def touch_pulse() -> None:
    pulse_file().touch()


def seconds_since_pulse() -> float | None:
    """Return how long ago a worker touched the file; None if none ever did."""
    try:
        return max(0.0, time.time() - pulse_file().stat().st_mtime)
    except OSError:
        return None
