"""Verify every old backup again once a week, because a file can deteriorate on its medium."""

import json
import logging
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils import timezone

from backups.archives import BackupError, StoredBackup
from backups.backup import backup_folders, stored_backups
from backups.foreign_archives import verify_foreign_archive
from core.durable_files import write_durably
from core.periodic import pause_after

logger = logging.getLogger(__name__)
_WEEK: Final = timedelta(days=7)
_PAUSE_SECONDS: Final = 60.0  # between two files


class BackupChecks(NamedTuple):
    """The time of each backup's last check, and the backups that have gone bad since they were made.

    The keys are paths.
    """

    checked: dict[str, str] = {}
    damaged: dict[str, str] = {}

    @property
    def reasons(self) -> list[str]:
        """Return sentences that name the bad files that still exist."""
        return [f"{path} is now damaged: {why}" for path, why in self.damaged.items() if Path(path).exists()]


class WeeklyCheck:
    """Verifies one old backup at a time, with pauses that leave the processor to others."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PAUSE_SECONDS

    def run(self) -> None:
        """Verify a backup if one is due. Call this every second."""
        if time.monotonic() < self._next:
            return
        start = time.perf_counter()
        self._verify_next_file()
        work = time.perf_counter() - start
        self._next = time.monotonic() + pause_after(work, shortest=_PAUSE_SECONDS)

    def _verify_next_file(self) -> None:
        checks = read_checks()
        now = timezone.now()
        backups = [backup for folder in backup_folders() for backup in stored_backups(folder)]
        due = next((backup for backup in backups if _is_due(backup, checks, now)), None)
        if due is None:
            return
        path = str(due.path)
        paths = {str(backup.path) for backup in backups}
        checked = {name: moment for name, moment in checks.checked.items() if name in paths}
        damaged = {name: reason for name, reason in checks.damaged.items() if name != path and Path(name).exists()}
        try:
            verify_foreign_archive(due.path)
        except BackupError as error:
            logger.warning("an old backup is damaged: %s", error)
            damaged[path] = str(error)
        with suppress(OSError):  # the disk may be full; the pages detect that themselves
            facts = {"checked": {**checked, path: now.isoformat()}, "damaged": damaged}
            write_durably(_checks_file(), json.dumps(facts))


def _is_due(backup: StoredBackup, checks: BackupChecks, now: datetime) -> bool:
    """Return whether a backup was last verified more than a week ago. A wrong clock only causes an extra check."""
    moment = datetime.fromisoformat(checks.checked.get(str(backup.path), backup.facts.made_at))
    return abs(now - moment) > _WEEK


def _checks_file() -> Path:
    return Path(settings.DATA_DIR) / "backup_checks.json"


def read_checks() -> BackupChecks:
    """Return the worker's results, or nothing if it hasn't checked a file yet."""
    try:
        facts: dict[str, Any] = json.loads(_checks_file().read_text(encoding="utf-8"))
        for moment in facts["checked"].values():
            datetime.fromisoformat(moment)
        return BackupChecks(dict(facts["checked"]), dict(facts["damaged"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return BackupChecks()
