"""Save each tournament on a hosted installation to its own file soon after its actions.

A full backup grows with the number of tournaments, and so does its interval. A single tournament's file doesn't.
"""

import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Max
from filelock import FileLock, Timeout

from backups.archives import BackupError
from backups.transfer import write_tournament
from core.periodic import pause_after
from tournaments.models import Action, Tournament

logger = logging.getLogger(__name__)
FILES_PER_TOURNAMENT: Final = 10
_SHORTEST_INTERVAL: Final = 10.0  # seconds
_LOCK: Final = ".tournaments.lock"


def tournament_folder() -> Path:
    return Path(settings.BACKUP_FOLDER) / "tournaments"


class TournamentCopies:
    """The tournaments with unsaved actions, and the time when the next one can be saved."""

    def __init__(self) -> None:
        self._next = 0.0
        self._newest_seen = 0
        self._waiting: dict[int, int] = {}  # newest action by tournament, the longest waiting tournament first

    def run(self) -> None:
        """Save one tournament with unsaved actions if the interval since the last file has passed.

        Call this every second.
        """
        if time.monotonic() < self._next:
            return
        self._look_for_actions()
        start = time.thread_time()
        while self._waiting:
            tournament_id = next(iter(self._waiting))
            if self._save(tournament_id, self._waiting.pop(tournament_id)):
                work_seconds = time.thread_time() - start
                self._next = time.monotonic() + pause_after(work_seconds, shortest=_SHORTEST_INTERVAL)
                return

    def _look_for_actions(self) -> None:
        rows = Action.objects.filter(pk__gt=self._newest_seen, tournament__is_practice=False).order_by()
        for tournament_id, newest in rows.values_list("tournament").annotate(newest=Max("pk")):
            self._waiting[tournament_id] = newest
            self._newest_seen = max(self._newest_seen, newest)

    def _save(self, tournament_id: int, newest: int) -> bool:
        """Save a tournament unless a file has its newest action. Return whether the next one has to wait."""
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return False
        folder = tournament_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with FileLock(folder / _LOCK, timeout=0):
                files = _files_of(tournament_id)
                if files and _action_of(files[0]) >= newest:
                    return False
                write_tournament(tournament, folder / f"{tournament_id}-{newest}-{tournament.slug}.pennant")
                _remove_old_files(tournament_id)
        except Timeout:
            self._waiting[tournament_id] = newest  # another worker is saving a tournament
        except (BackupError, OSError) as error:
            self._waiting[tournament_id] = newest
            logger.warning("can't write the file for tournament %s: %s", tournament_id, error)
        return True


def _files_of(tournament_id: int) -> list[Path]:
    """Return a tournament's files, newest first by action number."""
    return sorted(tournament_folder().glob(f"{tournament_id}-*.pennant"), key=_action_of, reverse=True)


def _action_of(file: Path) -> int:
    _, number, *_ = file.name.split("-")
    return int(number) if number.isdecimal() else 0


def _remove_old_files(tournament_id: int) -> None:
    for file in _files_of(tournament_id)[FILES_PER_TOURNAMENT:]:
        with suppress(OSError):
            file.unlink()
