"""Files about the computer paired with this one. Standard library only, because the launcher reads them too.

The leader accepts results. The standby follows the leader and can take over. These facts are about computers, not
tournaments, so they are stored in files next to the database.
"""

import json
import os
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.durable_files import write_durably


class StandbyRecord(StrEnum):
    """The record files. Each comment names the computer that has the file."""

    CODE = "code"  # leader: the pairing code shown on its page
    PAIRED = "paired"  # leader: its standby
    CONTACT = "contact"  # leader: the data that the standby has
    HANDED_OVER = "handed_over"  # leader: it no longer accepts results
    FOLLOWING = "following"  # standby: its leader
    PROGRESS = "progress"  # standby: its lag behind the leader
    TAKE_OVER = "take_over"  # standby: a person requested that it take over
    TOOK_OVER = "took_over"  # former standby: it is now the leader


def is_computer(leader: str) -> bool:
    """Return whether `leader` is a computer's URL instead of a backup directory."""
    return leader.startswith(("http://", "https://"))


class StandbyFiles:
    """A computer's records."""

    def __init__(self, data_folder: Path) -> None:
        self.folder = data_folder / "standby"

    def path(self, record: StandbyRecord) -> Path:
        return self.folder / f"{record}.json"

    def read(self, record: StandbyRecord) -> dict[str, Any]:
        """Return a record's facts, or {} if the file is missing or damaged."""
        path = self.path(record)
        try:
            return dict(_read_json(path, path.stat().st_mtime_ns))
        except (OSError, ValueError):
            return {}

    def write(self, record: StandbyRecord, **facts: object) -> None:
        self.folder.mkdir(exist_ok=True)
        write_durably(self.path(record), json.dumps(facts))

    def remove(self, *records: StandbyRecord) -> None:
        for record in records:
            self.path(record).unlink(missing_ok=True)

    def touch(self, record: StandbyRecord) -> None:
        """Update a record's time without rewriting its facts."""
        if self.path(record).exists():
            os.utime(self.path(record))


@lru_cache(maxsize=32)
def _read_json(path: Path, modified: int) -> dict[str, Any]:
    """Parse a file, cached by its modification time."""
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return facts
