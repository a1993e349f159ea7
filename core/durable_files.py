"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def durable_file(path: Path) -> Iterator[Path]:
    """Yield a file to write in place of `path`. It is synced and renamed at the end, and readable by its owner only.

    After an error the old file is untouched. Raises OSError.
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
    """Write the new name of a file to the disk. Windows does so itself, and some file systems refuse it."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(opened)
    finally:
        os.close(opened)


def write_durably(path: Path, text: str) -> None:
    """Write a file in one step. Raises OSError."""
    with durable_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
