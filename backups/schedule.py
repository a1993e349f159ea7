"""Back up after every action while a worker runs, at most every ten seconds."""

import json
import logging
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from backups.archives import BackupError, BackupKind
from backups.backup import (
    backup_folders,
    newest_action,
    newest_saved_action,
    second_folder_problem,
    write_backup,
)
from backups.tournament_copies import TournamentCopies
from backups.weekly_check import WeeklyCheck
from core.durable_files import write_durably
from core.faults import connection_problem
from core.periodic import pause_after

logger = logging.getLogger(__name__)
CHECK_SECONDS: Final = 1.0
SHORTEST_INTERVAL: Final = 10.0  # seconds
_FolderMark = tuple[int, int, int] | None


class BackupReport(NamedTuple):
    """The worker's last report about its backups. `interval` is in seconds."""

    interval: float = SHORTEST_INTERVAL
    problem: str = ""


class BackupSchedule:
    """The time when the next backup is due, based on a monotonic clock.

    For large databases the interval grows, so that backups use at most 2 % of one core.
    """

    def __init__(self) -> None:
        self.interval = SHORTEST_INTERVAL
        self._last_backup: float | None = None
        self._saved: dict[Path, tuple[_FolderMark, int]] = {}  # newest action by folder
        self._weekly_check = WeeklyCheck()
        self._tournament_copies = TournamentCopies()
        self._reported: str | None = None

    def run(self) -> None:
        """Make a backup if one is due. Call this every second. It never raises, because backups would stop silently."""
        try:
            self._back_up_if_due()
            if connection.vendor == "postgresql":
                self._tournament_copies.run()
            self._weekly_check.run()
        except DatabaseError as error:
            self._report_once(connection_problem(error, connection.settings_dict))
        except Exception as error:
            logger.exception("no automatic backup")
            self._report_once(f"{type(error).__name__}: {error}")
        finally:
            close_old_connections()

    def _back_up_if_due(self) -> None:
        now = time.monotonic()
        if self._last_backup is not None and now - self._last_backup < self.interval:
            return
        folders = self._folders_behind()
        if not folders:
            self._report_once("")
            return
        self._last_backup = now
        start = _work_seconds()
        try:
            problem = write_backup(BackupKind.AUTOMATIC, folders).problem
        except BackupError as error:
            problem = str(error)
            logger.warning("no automatic backup: %s", error)
        self._last_backup = time.monotonic()
        self.interval = pause_after(_work_seconds() - start, shortest=SHORTEST_INTERVAL)
        self._report(problem)

    def _folders_behind(self) -> list[Path]:
        """Return the folders that lack the newest action, such as a USB drive that was unplugged for a while."""
        newest = newest_action()
        first, *copies = backup_folders()
        folders = [first] if second_folder_problem() else [first, *copies]
        return [folder for folder in folders if not self._is_saved(folder, newest)]

    def _is_saved(self, folder: Path, newest: int) -> bool:
        mark = _folder_mark(folder)
        known_mark, saved = self._saved.get(folder, (None, 0))
        if mark != known_mark or saved < newest:
            saved = newest_saved_action(folder)
            self._saved[folder] = mark, saved
        return newest <= saved

    def _report_once(self, problem: str) -> None:
        if problem != self._reported:
            self._report(problem)

    def _report(self, problem: str) -> None:
        self._reported = problem
        report = BackupReport(round(self.interval, 1), problem)
        with suppress(OSError):  # the disk may be full; the pages detect that themselves
            write_durably(_report_file(), json.dumps(report._asdict()))


def _folder_mark(folder: Path) -> _FolderMark:
    """Return a mark that changes when files are added or removed, or when the USB drive is swapped."""
    try:
        facts = folder.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino, facts.st_mtime_ns


def _work_seconds() -> float:
    """Return the CPU seconds used by this thread and by finished processes of a hosted backup."""
    if connection.vendor == "sqlite":
        return time.thread_time()
    finished = os.times()
    return time.thread_time() + finished.children_user + finished.children_system


def _report_file() -> Path:
    return Path(settings.DATA_DIR) / "backup_report.json"


def read_report() -> BackupReport:
    """Return the worker's last report, or the defaults if there is none."""
    try:
        report: dict[str, Any] = json.loads(_report_file().read_text(encoding="utf-8"))
        return BackupReport(float(report["interval"]), str(report["problem"]))
    except (OSError, ValueError, KeyError, TypeError):
        return BackupReport()
