"""Unpack untrusted archives in a child process.

The child doesn't load models, so it adds little time to a page.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar, cast

from backups.archives import (
    BackupError,
    BackupKind,
    BackupManifest,
    damage_named,
    extract_database,
    read_manifest,
    refuse_larger,
    verify_archive,
    verify_database,
)
from backups.refusals import ImportRefusal
from backups.sqlite_checks import check_database
from core.child_process import ReadLimits, UnreadableFile, read_in_child
from rules_engine.rulings import Ruling

T = TypeVar("T")
MAX_BYTES: Final = 100 * 1024 * 1024  # forty weekends
_TOURNAMENT_LIMITS: Final = ReadLimits(seconds=3)
_BACKUP_LIMITS: Final = ReadLimits(seconds=300)  # large hosted databases take longer


@dataclass(frozen=True, slots=True)
class UnpackedTournament:
    """An unpacked and verified tournament file.

    Attributes:
        migrations: The app and name of every migration in its database.
        created_at: The tournament's creation time, as stored in the database.
        codes: The codes of its signatures.
    """

    facts: BackupManifest
    database: Path
    migrations: list[tuple[str, str]]
    created_at: str
    codes: list[str]


def unpack_tournament(path: Path, folder: Path) -> UnpackedTournament:
    """Unpack a tournament file into a folder and verify it in a child process.

    Raises:
        BackupError: If the file is damaged or can't be read.
    """
    return read_archive_in_child(partial(_unpack_tournament, path, folder), path, _TOURNAMENT_LIMITS)


def verify_foreign_archive(path: Path) -> BackupManifest:
    """Read and verify a whole backup in a child process. Raise BackupError like `verify_archive`."""
    return read_archive_in_child(partial(verify_archive, path), path, _BACKUP_LIMITS)


def read_archive_in_child(reader: Callable[[], T], path: Path, limits: ReadLimits, *, needs_django: bool = False) -> T:
    """Return the result of an archive reader that runs in a child process. Raise BackupError if it fails."""
    try:
        return read_in_child(
            reader, file_name=path.name, limits=limits, needs_django=needs_django, raises=(BackupError,)
        )
    except UnreadableFile as error:
        raise BackupError(cast(Ruling, error.ruling)) from error


def _unpack_tournament(path: Path, folder: Path) -> UnpackedTournament:
    facts = read_manifest(path)
    refuse_larger(path, MAX_BYTES)
    database = extract_database(path, folder, facts)
    verify_database(path, database, facts)
    if facts.kind != BackupKind.TOURNAMENT:
        raise BackupError(ImportRefusal.EVERYTHING, file=path.name)
    if len(facts.tournaments) != 1:
        raise BackupError(ImportRefusal.NOT_ONE_TOURNAMENT, file=path.name)
    with damage_named(path.name):
        check_database(database)
        return _read_identity(facts, database)


def _read_identity(facts: BackupManifest, database: Path) -> UnpackedTournament:
    """Return the data that shows whether the tournament already exists here.

    Use SQL, because the file may come from an older version.
    """
    with closing(sqlite3.connect(database)) as copy:
        migrations = copy.execute("SELECT app, name FROM django_migrations").fetchall()
        (created_at,) = copy.execute("SELECT created_at FROM tournaments_tournament").fetchone()
        codes = copy.execute("SELECT code FROM pitching_signoff").fetchall()
    return UnpackedTournament(facts, database, migrations, created_at, [code for (code,) in codes])
