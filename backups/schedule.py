"""Back up after every action, at most every ten seconds, for as long as a worker runs."""

import json
import logging
import time
from contextlib import suppress
from pathlib import Path
from random import choice
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import close_old_connections, connection

from backups.archives import BackupError, BackupKind, verify_archive
from backups.backup import (
    backup_folders,
    make_backup,
    newest_action,
    newest_saved_action,
    second_folder_problem,
    stored_backups,
)
from core.durable_files import write_durably

logger = logging.getLogger(__name__)
CHECK_SECONDS: Final = 1.0
SHORTEST_INTERVAL: Final = 10.0  # seconds
_SHARE_OF_A_CORE: Final = 0.02
_VERIFY_SECONDS: Final = 3600.0  # one old backup an hour, so each of them about once a week


class BackupReport(NamedTuple):
    """What the worker last said about its backups. `interval` is in seconds."""

    interval: float = SHORTEST_INTERVAL
    problem: str = ""
    damaged: dict[str, str] = {}  # file name -> reason


class BackupSchedule:
    """When the next backup is due, by a clock that never jumps.

    For large databases the interval grows, so that backups take at most 2 % of one core.
    """

    def __init__(self) -> None:
        self.interval = SHORTEST_INTERVAL
        self._last_backup: float | None = None
        self._last_check = time.monotonic()
        self._saved: dict[Path, int] = {}  # newest action by folder
        self._damaged: dict[str, str] = {}

    def run(self) -> None:
        """Make a backup if one is due. Call it every second."""
        try:
            self._back_up_if_due()
            self._verify_if_due()
        finally:
            close_old_connections()

    def _back_up_if_due(self) -> None:
        now = time.monotonic()
        if self._last_backup is not None and now - self._last_backup < self.interval:
            return
        if not self._is_due():
            return
        problem = ""
        start = _work_seconds()
        try:
            make_backup(BackupKind.AUTOMATIC)
        except BackupError as error:
            problem = str(error)
            logger.warning("no automatic backup: %s", error)
        self._last_backup = time.monotonic()
        self.interval = max(SHORTEST_INTERVAL, (_work_seconds() - start) / _SHARE_OF_A_CORE)
        self._report(problem)

    def _is_due(self) -> bool:
        newest = newest_action()
        first, *others = backup_folders()
        folders = [first] if second_folder_problem() else [first, *others]
        return any(not self._is_saved(folder, newest) for folder in folders)

    def _is_saved(self, folder: Path, newest: int) -> bool:
        if self._saved.get(folder) != newest:
            self._saved[folder] = newest_saved_action(folder)
        return newest <= self._saved[folder]

    def _verify_if_due(self) -> None:
        """Read one of the older backups again, because a file can go bad on its medium."""
        if time.monotonic() - self._last_check < _VERIFY_SECONDS:
            return
        self._last_check = time.monotonic()
        backups = [backup for folder in backup_folders() for backup in stored_backups(folder)]
        if not backups:
            return
        path = choice(backups).path
        self._damaged.pop(path.name, None)
        try:
            verify_archive(path)
        except BackupError as error:
            logger.warning("an old backup has gone bad: %s", error)
            self._damaged[path.name] = str(error)
            self._report(str(error))

    def _report(self, problem: str) -> None:
        report = BackupReport(round(self.interval, 1), problem, self._damaged)
        with suppress(OSError):  # a full disk; the pages see that for themselves
            write_durably(_report_file(), json.dumps(report._asdict()))


def _work_seconds() -> float:
    """Return the seconds that this thread has worked. A hosted backup works in other processes too."""
    return time.thread_time() if connection.vendor == "sqlite" else time.monotonic()


def _report_file() -> Path:
    return Path(settings.DATA_DIR) / "backup_report.json"


def read_report() -> BackupReport:
    """Return the worker's last report, or the defaults if there is none."""
    try:
        report: dict[str, Any] = json.loads(_report_file().read_text(encoding="utf-8"))
        return BackupReport(float(report["interval"]), str(report["problem"]), dict(report["damaged"]))
    except (OSError, ValueError, KeyError, TypeError):
        return BackupReport()
