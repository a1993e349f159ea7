"""A file per computer that a running worker touches, so that other processes can see that it works."""

import logging
import re
import socket
import time
from pathlib import Path
from typing import Final

from django.conf import settings

from core.job_queue import celery_app

logger = logging.getLogger(__name__)
PULSE_SECONDS: Final = 10.0
SILENT_SECONDS: Final = 3 * PULSE_SECONDS
_ANSWER_SECONDS: Final = 5.0
# each container has its own name, and therefore its own file
_FORGET_SECONDS: Final = 24 * 60 * 60


def pulse_file() -> Path:
    """Return the file for this computer's worker. Containers that share the data folder have different names."""
    name = re.sub(r"[^\w-]", "_", socket.gethostname()) or "worker"
    return _pulse_folder() / name


def _pulse_folder() -> Path:
    return Path(settings.DATA_DIR) / "worker_pulses"


def touch_pulse() -> None:
    file = pulse_file()
    file.parent.mkdir(exist_ok=True)
    file.touch()
    for file_in_folder in file.parent.iterdir():
        if time.time() - file_in_folder.stat().st_mtime > _FORGET_SECONDS:
            file_in_folder.unlink(missing_ok=True)


def touch_pulse_if_reached(node: str) -> None:
    """Touch the file if this worker responds through its broker.

    A laptop has no broker, so the file is always touched.
    """
    if settings.REDIS_URL and not _answers(node):
        return
    touch_pulse()


def _answers(node: str) -> bool:
    try:
        return bool(celery_app().control.ping(destination=[node], timeout=_ANSWER_SECONDS))
    except Exception as fault:
        # the worker keeps running without its broker, and the next check asks it again
        logger.info("this worker can't be reached: %s", type(fault).__name__)
        return False


def seconds_since_pulse(file: Path | None = None) -> float | None:
    """Return the seconds since a worker was active, on any computer or for one file, or None if none ever was."""
    try:
        files = list(_pulse_folder().iterdir()) if file is None else [file]
        newest = max((file.stat().st_mtime for file in files), default=None)
    except OSError:
        return None
    return None if newest is None else max(0.0, time.time() - newest)
