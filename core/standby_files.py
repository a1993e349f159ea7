"""What a computer remembers about the computer it is paired with. Standard library only: the launcher reads it too.

One computer leads: it takes results. Another one follows it, and can take over. These are facts about computers and
not about tournaments, so they are files beside the database.
"""

import json
import os
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.durable_files import write_durably


class StandbyRecord(StrEnum):
    """The files, each with the computer that has it."""

    CODE = "code"  # leader: the pairing code on its page
    PAIRED = "paired"  # leader: its standby
    CONTACT = "contact"  # leader: what the standby has
    HANDED_OVER = "handed_over"  # leader: it no longer takes results
    FOLLOWING = "following"  # standby: the leader that it follows
    PROGRESS = "progress"  # standby: how far behind it is
    TAKE_OVER = "take_over"  # standby: someone asked it to take over
    TOOK_OVER = "took_over"  # former standby: it leads now


def is_computer(leader: str) -> bool:
    """Return whether a leader is the address of a computer. Otherwise it is the folder of its backups."""
    return leader.startswith(("http://", "https://"))


class StandbyFiles:
    """The records of one computer."""

    def __init__(self, data_folder: Path) -> None:
        self.folder = data_folder / "standby"

    def path(self, record: StandbyRecord) -> Path:
        return self.folder / f"{record}.json"

    def read(self, record: StandbyRecord) -> dict[str, Any]:
        """Return the facts of a record; empty if it is missing or damaged."""
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
        """Note that something was heard, without writing the facts again."""
        if self.path(record).exists():
            os.utime(self.path(record))


@lru_cache(maxsize=32)
def _read_json(path: Path, modified: int) -> dict[str, Any]:
    """Read a file once for each state of it."""
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return facts
