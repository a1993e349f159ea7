"""Back up the whole installation while it runs, to one folder or two.

Automatic backups are thinned as they age (`backups/thinning.py`). The last five backups from before an upgrade, a
restore and a deletion are each preserved. Requested backups stay until someone deletes them.
"""

import hashlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir
from typing import Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from filelock import FileLock, Timeout

from backups.archives import (
    AUTOMATIC_KINDS,
    KEY,
    SEAL_KEY,
    BackupError,
    BackupKind,
    BackupManifest,
    StoredBackup,
    TournamentSummary,
    file_digest,
    key_fingerprint,
    read_manifest,
    write_archive,
)
from backups.compatibility import version_of_copy
from backups.database_file import database_damage
from backups.refusals import ArchiveRefusal, BackupRefusal
from backups.table_rows import concrete_models, copy_rows, database_identity, migration_state, models_at, sqlite_file
from backups.temporary_folders import remove_abandoned_folders, temporary_folder
from backups.thinning import surplus_backups
from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.durable_files import durable_file
from core.health import missing_migrations
from core.read_snapshot import read_snapshot
from core.seal_key import private_key
from tournaments.models import Action, Tournament

logger = logging.getLogger(__name__)


RETENTION: Final = {BackupKind.UPGRADE: 5, BackupKind.RESTORE: 5, BackupKind.DELETION: 5}
_MIGRATION_LIMITS: Final = ReadLimits(seconds=3600, megabytes=4096)  # for a large database of our own
_NAMES: Final = "pennant-*.zip"
_LOCK: Final = ".backup.lock"
_RUN: Final = token_hex(8)
_RUN_START: Final = time.monotonic()


def backup_folders() -> list[Path]:
    """Return the folder next to the data, then the second folder if one is set, such as a USB drive."""
    return [Path(folder) for folder in (settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER) if folder]


class BackupFolder(NamedTuple):
    """A folder's backups, newest first by their actions, and the names of unreadable ones."""

    path: Path
    backups: list[StoredBackup]
    unreadable: list[str]


def read_folder(folder: Path) -> BackupFolder:
    """Read the manifests of all files with a backup's file name."""
    backups = []
    unreadable = []
    for path in folder.glob(_NAMES):
        try:
            facts = path.stat()
            backups.append(StoredBackup(path, _manifest_of(path, facts.st_mtime_ns, facts.st_size), facts.st_size))
        except (BackupError, OSError):
            unreadable.append(path.name)
    backups.sort(key=lambda backup: backup.facts.age_key, reverse=True)
    return BackupFolder(folder, backups, sorted(unreadable))


def stored_backups(folder: Path) -> list[StoredBackup]:
    """Return a folder's backups, newest first by their actions. Other files and damaged ones are left out."""
    return read_folder(folder).backups


@lru_cache(maxsize=2000)
def _manifest_of(path: Path, modified: int, size: int) -> BackupManifest:
    """Read a file's manifest. The result is cached until the file changes."""
    return read_manifest(path)


def own_backups(folder: Path) -> list[StoredBackup]:
    """Return the current database's backups in a folder, newest first. Other databases' backups are left out."""
    backups = stored_backups(folder)
    database = database_identity(connection) if backups else ""
    return [backup for backup in backups if backup.facts.database == database]


def make_backup(kind: BackupKind, moment: datetime | None = None) -> Path:
    """Make a backup in the first folder and, if available, in the second. Raise BackupError if the first one fails."""
    name = write_backup(kind, backup_folders(), moment).name
    return backup_folders()[0] / name


class WrittenBackup(NamedTuple):
    """A new backup. `problem` explains why writing to the second folder failed."""

    name: str
    problem: str


def write_backup(kind: BackupKind, folders: Sequence[Path], moment: datetime | None = None) -> WrittenBackup:
    """Make a backup in these folders. Raise BackupError if the first one fails."""
    first = backup_folders()[0]
    try:
        first.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(BackupRefusal.NO_FOLDER, folder=str(first), cause=str(error.strerror)) from error
    with _backup_lock(first):
        _remove_leftovers()
        with temporary_folder(first) as folder:
            return _write_copies(folder / "copy.sqlite3", kind, folders, moment or timezone.now())


def _remove_leftovers() -> None:
    """Remove files left by killed processes. The lock ensures that no other process is writing backups."""
    for folder in (backup_folders()[0], Path(gettempdir())):
        remove_abandoned_folders(folder)
    for folder in backup_folders():
        for unfinished in folder.glob(f"{_NAMES}.part"):
            with suppress(OSError):
                unfinished.unlink()


def _write_copies(database: Path, kind: BackupKind, folders: Sequence[Path], moment: datetime) -> WrittenBackup:
    keys = stored_keys()
    problem = ""
    try:
        copy_database(database)
        facts = build_manifest(database, kind, moment, has_key=KEY in keys)
        name = f"{backup_stem(facts)}.zip"
        for folder in folders:
            if folder == backup_folders()[0]:
                write_archive(folder / name, database, facts, keys)
                remove_old_backups(folder)
            else:
                problem = _write_to_second_folder(folder / name, database, facts, keys)
    except (sqlite3.DatabaseError, BackupError) as error:
        if damage := database_damage():
            raise BackupError(BackupRefusal.DATABASE_DAMAGED, cause=damage) from error
        if isinstance(error, BackupError):
            raise
        raise BackupError(BackupRefusal.NOT_COPIED, cause=str(error)) from error
    return WrittenBackup(name, problem)


def backup_stem(facts: BackupManifest) -> str:
    """Return a backup's file name without its extension. The action number keeps names unique if the clock is wrong."""
    return f"pennant-{datetime.fromisoformat(facts.made_at):%Y-%m-%d-%H%M%S}-{facts.newest_action}-{facts.kind}"


def stored_keys() -> dict[str, str]:
    """Return the keys stored in files beside the data. Keys from the environment are not included."""
    keys = {KEY: settings.SECRET_KEY} if settings.SECRET_KEY_FILE else {}
    return keys | ({SEAL_KEY: private_key()} if settings.SEAL_KEY_FILE else {})


def second_folder_problem() -> str:
    """Return the problem with the second folder, or "" if it works or none is set."""
    if not settings.SECOND_BACKUP_FOLDER:
        return ""
    folder = Path(settings.SECOND_BACKUP_FOLDER)
    if not folder.parent.is_dir():
        return f"{folder} is missing. Is the USB drive plugged in?"
    is_writable = os.access(folder if folder.is_dir() else folder.parent, os.W_OK)
    return "" if is_writable else f"{folder} is read-only."


def remove_old_backups(folder: Path) -> None:
    """Delete the backups beyond the retention limits, and thin the automatic ones."""
    backups = stored_backups(folder)
    automatic = [backup for backup in backups if backup.facts.kind in AUTOMATIC_KINDS]
    surplus = surplus_backups(automatic, database_identity(connection), _damaged_bytes(folder, backups))
    for kind, limit in RETENTION.items():
        of_kind = [backup for backup in backups if backup.facts.kind == kind]
        for database in {backup.facts.database for backup in of_kind}:
            surplus += [backup for backup in of_kind if backup.facts.database == database][limit:]
    for backup in surplus:
        with suppress(OSError):
            backup.path.unlink()


def _damaged_bytes(folder: Path, backups: Iterable[StoredBackup]) -> int:
    """Return the total size of unreadable files with a backup's file name."""
    readable = {backup.path for backup in backups}
    total = 0
    for path in folder.glob(_NAMES):
        with suppress(OSError):
            total += 0 if path in readable else path.stat().st_size
    return total


def newest_saved_action(folder: Path) -> int:
    """Return the current database's newest action in any of this folder's backups, or 0 without backups."""
    backups = own_backups(folder)
    return backups[0].facts.newest_action if backups else 0


def newest_action() -> int:
    return int(Action.objects.order_by("-pk").values_list("pk", flat=True).first() or 0)


def _write_to_second_folder(path: Path, database: Path, facts: BackupManifest, keys: Mapping[str, str]) -> str:
    """Write the second backup, or return the reason for a failure. The first backup is valid either way."""
    try:
        path.parent.mkdir(exist_ok=True)
        write_archive(path, database, facts, keys)
        remove_old_backups(path.parent)
    except (BackupError, OSError) as error:
        logger.warning("no backup in the second folder %s: %s", path.parent, error)
        return second_folder_problem() or str(error)
    return ""


@contextmanager
def _backup_lock(folder: Path) -> Iterator[None]:
    """Let only one process back up at a time, even if several workers find that a backup is due."""
    try:
        with FileLock(folder / _LOCK, timeout=0):
            yield
    except Timeout:
        raise BackupError(BackupRefusal.BACKUP_IN_PROGRESS) from None
    except OSError as error:
        raise BackupError(
            BackupRefusal.FOLDER_TAKES_NO_FILES, folder=str(folder), cause=str(error.strerror or error)
        ) from error


def copy_database(target: Path) -> None:
    if connection.vendor == "sqlite":
        _copy_file(settings.DATABASES["default"]["NAME"], target)
        return
    state = migration_state(connection)
    _make_empty_database(target, state)
    models = models_at(connection, state) if missing_migrations() else concrete_models(apps)
    with sqlite_file(target) as alias, read_snapshot():
        copy_rows(models, "default", alias)


def _copy_file(source: str | Path, target: Path) -> None:
    """Copy a SQLite database, including its write-ahead log. SQLite's backup API doesn't block writers."""
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def _make_empty_database(target: Path, state: list[tuple[str, str]]) -> None:
    """Create a database with the tables at this migration state.

    The next backup reuses it, because migrations take seconds.
    """
    digest = hashlib.sha256(repr((settings.VERSION, state)).encode()).hexdigest()
    archive_path = Path(settings.DATA_DIR) / f"tables-{digest[:12]}.sqlite3"
    if archive_path.exists():
        _copy_file(archive_path, target)
        return
    migrate_file(target, state)
    for outdated in archive_path.parent.glob("tables-*.sqlite3"):
        outdated.unlink()
    # if the disk is full, the backup itself reports it
    with suppress(OSError), durable_file(archive_path) as unfinished:
        _copy_file(target, unfinished)


def migrate_file(database: Path, state: Iterable[tuple[str, str]] = (), limits: ReadLimits = _MIGRATION_LIMITS) -> None:
    """Migrate a database file to `state`, by default to this version. Raise BackupError if it fails.

    It runs in a separate process, because migrations write to the database in the settings.
    """
    environment = {"DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": "", "PENNANT_BACKUPS": "false"}
    reader = partial(_migrate, list(state))
    try:
        read_in_child(reader, file_name=database.name, limits=limits, needs_django=True, environment=environment)
    except UnreadableFile as error:
        raise BackupError(ArchiveRefusal.CANT_BE_UPGRADED, cause=str(error)) from error


def _migrate(state: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(state or executor.loader.graph.leaf_nodes())


def build_manifest(database: Path, kind: BackupKind, moment: datetime, *, has_key: bool) -> BackupManifest:
    """Describe a copied database, based on its own rows."""
    with closing(sqlite3.connect(database)) as copy:
        rows = copy.execute(
            """SELECT t.name, t.stage, t.created_at, (SELECT COUNT(*) FROM tournaments_team WHERE tournament_id = t.id),
                      (SELECT COUNT(*) FROM tournaments_action WHERE tournament_id = t.id),
                      (SELECT COALESCE(MAX(at), '') FROM tournaments_action WHERE tournament_id = t.id)
               FROM tournaments_tournament t ORDER BY t.id"""
        ).fetchall()
        (newest,) = copy.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
        version = version_of_copy(copy) if kind == BackupKind.UPGRADE else settings.VERSION
        # the last one in each app
        migrations = dict(copy.execute("SELECT app, name FROM django_migrations ORDER BY id"))
    stages = dict(Tournament.Stage.choices)
    summaries = []
    for name, stage, created_at, teams, actions, last_action in rows:
        title = stages.get(stage, stage)
        summaries.append(TournamentSummary(name, title, teams, actions, last_action[:16], created_at))
    return BackupManifest(
        version=version,
        made_at=moment.isoformat(timespec="milliseconds"),
        kind=kind,
        source_database=connection.vendor,
        tournaments=summaries,
        newest_action=newest,
        sha256=file_digest(database),
        has_key=has_key,
        run="" if kind == BackupKind.TOURNAMENT else _RUN,
        run_seconds=round(time.monotonic() - _RUN_START, 3),
        database=database_identity(connection),
        schema=sorted(f"{app}.{name}" for app, name in migrations.items()),
        made_under="" if kind == BackupKind.TOURNAMENT else key_fingerprint(settings.SECRET_KEY),
    )
