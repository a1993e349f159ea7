"""Temporary folders that are removed after their process has died."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

_PREFIX = "pennant-copy-"
_LOCK = "in-use.lock"
_SECONDS_TO_LOCK: Final = 60  # a new folder has no lock yet, and an earlier version's folder never gets one


@contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """Yield a new folder and remove it at the end. The process holds a lock file in the folder while it runs."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with FileLock(folder / _LOCK):
            yield folder


def remove_abandoned_folders(parent: Path) -> None:
    """Remove temporary folders whose process was killed."""
    for folder in parent.glob(f"{_PREFIX}*"):
        if not _is_in_use(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_in_use(folder: Path) -> bool:
    try:
        if not (folder / _LOCK).exists():
            return abs(time.time() - folder.stat().st_mtime) < _SECONDS_TO_LOCK
        with FileLock(folder / _LOCK, timeout=0):
            return False
    except (Timeout, OSError):
        return True
