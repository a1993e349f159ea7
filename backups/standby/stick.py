"""Backups on a USB drive or in a shared folder, for a standby that follows them without a network.

The computer that leads writes a mark file beside them, so that the previous leader notices after a restart.
"""

import json
import shutil
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.conf import settings

from backups.archives import BackupError, StoredBackup
from backups.backup import second_folder_problem, stored_backups
from backups.refusals import StandbyRefusal
from backups.standby.copies import Position
from backups.standby.leader_client import LeaderSilent
from core.durable_files import write_durably

_MARK: Final = "pennant-leader.json"


class StickFolder:
    """A folder with the leader's backups, used in place of the leader itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def address(self) -> str:
        return str(self.folder)

    def position(self) -> Position:
        """Return the position of the newest backup. Raise LeaderSilent if the drive is unplugged or empty."""
        return Position(self._newest().facts.newest_action, 0)

    def fetch_copy(self, path: Path) -> float:
        """Copy the newest backup, which costs the leader no work. Raise LeaderSilent if there is none."""
        try:
            shutil.copyfile(self._newest().path, path)
        except OSError as error:
            raise LeaderSilent(str(error)) from error
        return 0.0

    def hand_over(self, path: Path) -> float:
        """Copy the newest backup and write this computer's mark, because the previous leader can't be contacted."""
        work_seconds = self.fetch_copy(path)
        leave_mark(self.folder)
        return work_seconds

    def _newest(self) -> StoredBackup:
        """Return the newest backup from the most recently backed up database."""
        backups = stored_backups(self.folder)
        if not backups:
            raise LeaderSilent(f"There are no backups in {self.folder}.")
        last = max(backups, key=lambda backup: backup.facts.made_at)
        return next(backup for backup in backups if backup.facts.database == last.facts.database)


def computer_id() -> str:
    """Return the ID of this computer's data folder. It is created on first use."""
    path = Path(settings.DATA_DIR) / "computer_id"
    with suppress(OSError):
        return path.read_text(encoding="utf-8").strip()
    write_durably(path, uuid4().hex)
    return path.read_text(encoding="utf-8").strip()


def leave_mark(folder: Path) -> None:
    """Mark this computer as the leader, for other computers that read the drive. Raise OSError if it fails."""
    write_durably(folder / _MARK, json.dumps({"computer": computer_id(), "name": socket.gethostname()}))


def refuse_other_leader_on_stick(*, is_confirmed: bool) -> None:
    """Write this computer's mark to the drive. Raise BackupError if another computer has taken over."""
    folder = Path(settings.SECOND_BACKUP_FOLDER)
    if not settings.SECOND_BACKUP_FOLDER or second_folder_problem() or not folder.is_dir():
        return
    mark = _read_mark(folder)
    is_other = bool(mark) and mark.get("computer") != computer_id()
    if is_other and not is_confirmed:
        raise BackupError(StandbyRefusal.OTHER_LEADER_ON_STICK, name=str(mark.get("name")), folder=str(folder))
    with suppress(OSError):
        leave_mark(folder)


def _read_mark(folder: Path) -> dict[str, Any]:
    try:
        mark = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return mark if isinstance(mark, dict) else {}
