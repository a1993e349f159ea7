"""Write files atomically, so that they are either complete or unchanged."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def durable_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` at the end. It is synced and readable only by its owner.

    After an error, the old file is unchanged. Raise OSError if the file can't be written.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_folder(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Sync a renamed file's directory to disk. Windows doesn't need it, and some file systems don't support it."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(opened)
    finally:
        os.close(opened)


def write_durably(path: Path, text: str) -> None:
    """Write a file atomically. Raise OSError if it can't be written."""
    with durable_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
