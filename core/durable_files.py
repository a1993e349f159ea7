"""Files that are written whole or not at all."""

import os
from pathlib import Path


def write_durably(path: Path, text: str) -> None:
    """Write a file in one step, readable by its owner only. Raises OSError, and then the old file is untouched."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with open(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
