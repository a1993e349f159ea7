"""Temporary folders that are cleared after the death of their process."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

_PREFIX = "pennant-copy-"
_LOCK = "in-use.lock"


@contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """Yield a new folder and remove it at the end. A lock in it ends with the process."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with FileLock(folder / _LOCK):
            yield folder


def remove_abandoned_folders(parent: Path) -> None:
    """Remove the temporary folders whose process was killed."""
    for folder in parent.glob(f"{_PREFIX}*"):
        if not _is_in_use(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_in_use(folder: Path) -> bool:
    try:
        with FileLock(folder / _LOCK, timeout=0):
            return False
    except (Timeout, OSError):
        return True
