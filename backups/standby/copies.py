"""The data that a standby copies from its leader."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from backups.archives import KEY, BackupKind, BackupManifest, write_archive
from backups.backup import build_manifest, copy_database, newest_action, stored_keys


class Position(NamedTuple):
    """The state of the data at one moment.

    Attributes:
        newest_action: The ID of the newest action.
        change_mark: A number that changes with every write, including writes without an action, such as a sign-in.
    """

    newest_action: int
    change_mark: int


def current_position() -> Position:
    return Position(newest_action(), _change_mark())


def _change_mark() -> int:
    """Return the time of the last write to the SQLite file; 0 on PostgreSQL, where only actions count."""
    if connection.vendor != "sqlite":
        return 0
    database = Path(settings.DATABASES["default"]["NAME"])
    files = [database, database.with_name(f"{database.name}-wal")]
    return max(file.stat().st_mtime_ns for file in files if file.exists())


def write_copy(path: Path) -> BackupManifest:
    """Write a full backup, including the keys beside the data, into a temporary folder.

    Raise BackupError if it fails.
    """
    keys = stored_keys()
    database = path.with_suffix(".sqlite3")
    copy_database(database)
    facts = build_manifest(database, BackupKind.AUTOMATIC, timezone.now(), has_key=KEY in keys)
    write_archive(path, database, facts, keys)
    return facts
