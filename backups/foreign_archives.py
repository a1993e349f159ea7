"""Unpack archives from strangers in a child process.

The child needs no models, so that a page waits only a moment for it.
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
_BACKUP_LIMITS: Final = ReadLimits(seconds=300)  # a hosted database can be large


@dataclass(frozen=True, slots=True)
class UnpackedTournament:
    """A tournament file, unpacked and verified.

    Attributes:
        migrations: The app and name of every migration of its database.
        created_at: When the tournament was created, as the database stores it.
        codes: The codes of its signatures.
    """

    facts: BackupManifest
    database: Path
    migrations: list[tuple[str, str]]
    created_at: str
    codes: list[str]


def unpack_tournament(path: Path, folder: Path) -> UnpackedTournament:
    """Unpack a tournament file into a folder and verify it, in a child process. Raises BackupError."""
    return read_archive_in_child(partial(_unpack_tournament, path, folder), path, _TOURNAMENT_LIMITS)


def verify_foreign_archive(path: Path) -> BackupManifest:
    """Read a backup completely, in a child process. Raises BackupError like verify_archive."""
    return read_archive_in_child(partial(verify_archive, path), path, _BACKUP_LIMITS)


def read_archive_in_child(reader: Callable[[], T], path: Path, limits: ReadLimits, *, needs_django: bool = False) -> T:
    """Return what a reader of an archive returns in a child process. Raises BackupError."""
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
    """Read what tells whether the tournament is here already. Uses SQL, because the file may be of an older version."""
    with closing(sqlite3.connect(database)) as copy:
        migrations = copy.execute("SELECT app, name FROM django_migrations").fetchall()
        (created_at,) = copy.execute("SELECT created_at FROM tournaments_tournament").fetchone()
        codes = copy.execute("SELECT code FROM pitching_signoff").fetchall()
    return UnpackedTournament(facts, database, migrations, created_at, [code for (code,) in codes])
