"""Uploaded files: tournaments wait until an organizer has reviewed their content. Backups join the other backups."""

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from backups.archives import BackupError
from backups.backup import backup_folders, backup_stem
from backups.models import ArrivingFile
from backups.refusals import ImportRefusal, RestoreRefusal
from backups.restore import check_restorable
from backups.services.imports import request_import
from backups.temporary_folders import temporary_folder
from backups.transfer import TournamentImport, preview_import
from core.errors import Refused
from tournaments.action_log.writing import Actor

_KEPT_SECONDS: Final = 3600  # how long a file waits for confirmation


def store_upload(sent: "UploadedFile[bytes] | None") -> UUID:
    """Store an uploaded tournament file. Return the id under which it waits.

    Raises:
        Refused: There is no file, or it can't be read. Nothing is stored.
    """
    if sent is None:
        raise Refused(ImportRefusal.NO_FILE, field="file")
    mark = uuid4()
    path = _write(sent, mark)
    try:
        preview_import(path)
    except BackupError as fault:
        path.unlink(missing_ok=True)
        raise _with_sent_name(fault, sent.name or "The file") from None
    return mark


def preview_upload(mark: UUID) -> TournamentImport:
    """Describe a waiting file. Raise BackupError if it is gone or can't be read."""
    path = _path(mark)
    if not path.exists():
        raise BackupError(ImportRefusal.FILE_GONE)
    return preview_import(path)


def confirm_upload(mark: UUID, seen: TournamentImport, actor: Actor) -> ArrivingFile:
    """Queue a previewed file for the worker. Raise Refused if it can't be imported."""
    if seen.refusal is not None:
        raise Refused(seen.refusal)
    path = _path(mark)
    arriving = request_import(mark=mark, title=seen.tournament.name, content=path.read_bytes(), actor=actor)
    path.unlink(missing_ok=True)
    return arriving


def store_backup(sent: "UploadedFile[bytes] | None") -> str:
    """Store an uploaded backup with the other backups. Return its file name there.

    Raises:
        Refused: There is no file, or it isn't a backup that this version can restore. Nothing is stored.
    """
    if sent is None:
        raise Refused(RestoreRefusal.NO_FILE, field="file")
    backup_folder = backup_folders()[0]
    backup_folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder(backup_folder) as folder:
        path = folder / "uploaded.zip"
        _write_pieces(sent, path)
        try:
            facts = check_restorable(path)
        except BackupError as fault:
            raise _with_sent_name(fault, sent.name or "The file") from None
        # the digest distinguishes it from a backup made here in the same second
        name = f"{backup_stem(facts)}-{facts.sha256[:8]}.zip"
        path.replace(backup_folder / name)
    return name


def _with_sent_name(refused: BackupError, name: str) -> Refused:
    """Return the error with the name of the user's file instead of the stored file's name."""
    ruling = refused.ruling
    if ruling is None or "file" not in ruling.facts:
        return refused
    return Refused(replace(ruling, facts={**ruling.facts, "file": name}))


def _path(mark: UUID) -> Path:
    return Path(settings.DATA_DIR) / "arrivals" / f"{mark}.pennant"


def _write(sent: "UploadedFile[bytes]", mark: UUID) -> Path:
    path = _path(mark)
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.glob("*.pennant"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _KEPT_SECONDS:
                old.unlink()
    _write_pieces(sent, path)
    return path


def _write_pieces(sent: "UploadedFile[bytes]", path: Path) -> None:
    path.touch(mode=0o600)
    with path.open("wb") as file:
        for piece in sent.chunks():
            file.write(piece)
