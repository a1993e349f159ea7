"""Backup files: an archive with the whole database, the key for its sign-in links, and a manifest.

The database in a backup is always SQLite, so a backup from a PostgreSQL installation works everywhere. A backup is
valid only after it is verified: complete, undamaged, and with the number of actions in its manifest.
"""

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_origin

from django.conf import settings
from django.utils.crypto import salted_hmac

from backups.refusals import ArchiveRefusal, BackupRefusal
from backups.sqlite_checks import DamagedDatabase, check_database
from backups.temporary_folders import temporary_folder
from core.durable_files import durable_file
from core.errors import Refused
from core.faults import infrastructure_fault
from core.health import known_migrations

DATABASE: Final = "pennant.sqlite3"
KEY: Final = "secret_key"
SEAL_KEY: Final = "seal_key"
MANIFEST: Final = "facts.json"
DETAILS: Final = "details.json"  # fields that version 0.2.0 doesn't know and would reject in the manifest
# The names in the files, which earlier versions also use.
_NAMES_IN_FILES: Final = {
    "source_database": "came_from",
    "newest_action": "newest_act",
    "actions": "acts",
    "newest_action_at": "last_act",
}
_FIELD_NAMES: Final = {in_file: name for name, in_file in _NAMES_IN_FILES.items()}
_DETAIL_NAMES: Final = ("run", "run_seconds", "database", "schema")
_MAX_MANIFEST_BYTES: Final = 4 * 1024 * 1024


class BackupError(Refused):
    """A backup can't be made or read."""


class BackupKind(StrEnum):
    ASKED = "asked"
    AUTOMATIC = "automatic"
    HOURLY = "hourly"  # automatic, in earlier versions
    NIGHTLY = "nightly"  # automatic, in earlier versions
    UPGRADE = "upgrade"
    RESTORE = "restore"
    DELETION = "deletion"  # before a tournament is deleted
    TOURNAMENT = "tournament"  # a tournament file, not a full backup


_KIND_LABELS: Final = {
    BackupKind.ASKED: "made by hand",
    BackupKind.UPGRADE: "before an upgrade",
    BackupKind.RESTORE: "before a restore",
    BackupKind.DELETION: "before a deletion",
    BackupKind.TOURNAMENT: "tournament file",
}
AUTOMATIC_KINDS: Final = frozenset([BackupKind.AUTOMATIC, BackupKind.HOURLY, BackupKind.NIGHTLY])


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    name: str
    stage: str
    teams: int
    actions: int
    newest_action_at: str  # time of the newest action
    created_at: str = ""  # identifies a renamed tournament; empty in earlier versions' backups


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """A backup's content and origin."""

    version: str
    made_at: str
    kind: str
    source_database: str  # sqlite or postgresql
    tournaments: list[TournamentSummary]
    newest_action: int
    sha256: str
    has_key: bool
    made_under: str = ""  # fingerprint of the key that signed its links; empty in earlier versions' backups
    run: str = ""  # id of the process that made it; empty in earlier versions' backups
    run_seconds: float = 0.0
    database: str = ""  # identifies the database, because each database numbers its own actions; empty like `run`
    schema: list[str] = field(default_factory=list)  # each app's last migration, such as drafts.0009_two_way

    @property
    def when(self) -> str:
        """Return the creation time as text."""
        return f"{self.made_at[:10]} {self.made_at[11:16]} UTC"

    @property
    def kind_label(self) -> str:
        """Return the occasion of the backup as text."""
        return _KIND_LABELS.get(BackupKind(self.kind), "automatic")

    @property
    def age_key(self) -> tuple[int, str]:
        """Return the sort key for backups by age. Actions come first, because a laptop's clock can be wrong."""
        return self.newest_action, self.made_at

    @classmethod
    def of_text(cls, text: bytes, details: bytes = b"{}") -> "BackupManifest":
        """Parse a manifest. Raise an exception of any type if a value is invalid."""
        facts: dict[str, Any] = json.loads(text)
        document = json.loads(details)
        facts |= {name: document[name] for name in _DETAIL_NAMES if name in document}
        facts["tournaments"] = [
            TournamentSummary(**_renamed(tournament, _FIELD_NAMES)) for tournament in facts["tournaments"]
        ]
        manifest = cls(**_renamed(facts, _FIELD_NAMES))
        _check_values(manifest)
        if not all(type(migration) is str and "." in migration for migration in manifest.schema):
            raise ValueError("schema is not a list of migrations")
        for tournament in manifest.tournaments:
            _check_values(tournament)
            if tournament.created_at:
                datetime.fromisoformat(tournament.created_at)
        _minor_version(manifest.version)
        if datetime.fromisoformat(manifest.made_at).tzinfo is None:
            raise ValueError("made_at has no time zone")
        return manifest


@dataclass(frozen=True, slots=True)
class StoredBackup:
    """A backup in one of the folders. `size` is in bytes."""

    path: Path
    facts: BackupManifest
    size: int


def _renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in values.items()}


def _check_values(record: TournamentSummary | BackupManifest) -> None:
    """Raise ValueError for a value whose type doesn't match its field."""
    for column in fields(record):
        value = getattr(record, column.name)
        if type(value) is not (get_origin(column.type) or column.type):
            raise ValueError(f"{column.name} is {value!r}"[:100])


def write_archive(path: Path, database: Path, facts: BackupManifest, keys: Mapping[str, str]) -> None:
    """Write a backup in one step, readable only by its owner, and verify it before it appears.

    `keys` are the installation's keys by file name. A tournament file has none.
    """
    try:
        with durable_file(path) as unfinished:
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
                manifest = _renamed(asdict(facts), _NAMES_IN_FILES)
                manifest["tournaments"] = [_renamed(row, _NAMES_IN_FILES) for row in manifest["tournaments"]]
                details = {name: manifest.pop(name) for name in _DETAIL_NAMES}
                archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
                if facts.run:
                    archive.writestr(DETAILS, json.dumps(details, indent=1))
                archive.write(database, DATABASE)
                for name, key in keys.items():
                    archive.writestr(name, key)
            verify_archive(unfinished)
    except OSError as error:
        raise BackupError(
            BackupRefusal.NOT_WRITTEN, folder=str(path.parent), cause=str(error.strerror or error)
        ) from error


def read_manifest(path: Path) -> BackupManifest:
    """Read a backup's manifest. Raise BackupError if the file is damaged or isn't a backup."""
    try:
        with zipfile.ZipFile(path) as archive:
            details = _read_member(archive, DETAILS) if DETAILS in archive.namelist() else b"{}"
            return BackupManifest.of_text(_read_member(archive, MANIFEST), details)
    except FileNotFoundError:
        raise BackupError(ArchiveRefusal.NO_FILE, file=str(path)) from None
    except Exception as error:
        # a foreign or damaged file can raise any exception, which must not affect other files
        raise BackupError(ArchiveRefusal.NOT_A_BACKUP, file=path.name, cause=_reason(error)) from error


def _read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        return member.read(_MAX_MANIFEST_BYTES)


def key_fingerprint(key: str) -> str:
    """Return a fingerprint that distinguishes keys without revealing them."""
    return salted_hmac("pennant.copy", "which key", secret=key).hexdigest()[:16]


def read_key(path: Path, name: str = KEY) -> str:
    """Return a key from a backup, or an empty string if it has none. Raise BackupError if it can't be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read(name).decode().strip() if name in archive.namelist() else ""
    except Exception as error:
        raise BackupError(ArchiveRefusal.DAMAGED_BACKUP, file=path.name, cause=_reason(error)) from error


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


@contextmanager
def extracted_database(path: Path) -> Iterator[Path]:
    """Extract a backup's database into a temporary folder. Raise BackupError if it doesn't match its manifest."""
    facts = read_manifest(path)
    with temporary_folder() as folder:
        yield extract_database(path, folder, facts)


def extract_database(path: Path, folder: Path, facts: BackupManifest) -> Path:
    """Extract a backup's database and return its path. Raise BackupError if it doesn't match the manifest."""
    try:
        with zipfile.ZipFile(path) as archive:
            database = Path(archive.extract(DATABASE, folder))
    except Exception as error:
        raise BackupError(ArchiveRefusal.DAMAGED_BACKUP, file=path.name, cause=_reason(error)) from error
    if file_digest(database) != facts.sha256:
        raise BackupError(ArchiveRefusal.DATABASE_CHANGED, file=path.name)
    return database


@contextmanager
def damage_named(file_name: str) -> Iterator[None]:
    """Convert any exception caused by a foreign file's content to a BackupError that names the file."""
    try:
        yield
    except BackupError:
        raise
    except Exception as error:
        if infrastructure_fault(error) is not None:  # such as a full disk, which isn't the file's fault
            raise
        raise BackupError(ArchiveRefusal.DAMAGED, file=file_name, cause=_reason(error)[:200]) from error


def refuse_larger(path: Path, most: int) -> None:
    """Raise BackupError if the unpacked file would exceed `most` bytes. Nothing is unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except Exception as error:
        raise BackupError(ArchiveRefusal.DAMAGED, file=path.name, cause=_reason(error)) from error
    if size > most:
        raise BackupError(ArchiveRefusal.TOO_LARGE, file=path.name, size=size >> 20, most=most >> 20)


def refuse_newer(path: Path, facts: BackupManifest) -> None:
    """Raise BackupError if a later version of Pennant made the file or its database."""
    applied = known_migrations()
    unknown = [migration for migration in facts.schema if tuple(migration.split(".", 1)) not in applied]
    if unknown:
        raise BackupError(ArchiveRefusal.NEWER_DATABASE, file=path.name, migration=unknown[0], version=settings.VERSION)
    if not facts.schema and _minor_version(facts.version) > _minor_version(settings.VERSION):
        raise BackupError(ArchiveRefusal.NEWER_PENNANT, file=path.name, made_by=facts.version, version=settings.VERSION)


def _minor_version(version: str) -> list[int]:
    return [int(part) for part in version.split(".")[:2]]


def verify_archive(path: Path) -> BackupManifest:
    """Read and verify a whole backup. Raise BackupError if it is damaged or lacks actions listed in its manifest."""
    facts = read_manifest(path)
    with extracted_database(path) as database:
        verify_database(path, database, facts)
    return facts


def verify_database(path: Path, database: Path, facts: BackupManifest) -> None:
    """Read and verify a backup's whole unpacked database. Raise BackupError like `verify_archive`."""
    with closing(sqlite3.connect(database)) as copy:
        try:
            check_database(database)
            (integrity,) = copy.execute("PRAGMA integrity_check").fetchone()
            (newest,) = copy.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
        except DamagedDatabase as error:
            raise BackupError(ArchiveRefusal.STRANGE_DATABASE, file=path.name, cause=str(error)) from error
        except Exception as error:
            raise BackupError(ArchiveRefusal.DOES_NOT_OPEN, file=path.name, cause=str(error)) from error
    if integrity != "ok" or newest != facts.newest_action:
        raise BackupError(
            ArchiveRefusal.ACTIONS_MISSING,
            file=path.name,
            integrity=str(integrity),
            newest=newest,
            expected=facts.newest_action,
        )


def file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
