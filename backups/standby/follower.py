"""Follow a leader: store its newest copies, show how far behind they are, and take over on request."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from backups.archives import BackupError, read_manifest, refuse_newer, verify_archive
from backups.refusals import StandbyRefusal
from backups.restore import restore_backup
from backups.standby.copies import Position
from backups.standby.leader_client import LeaderSilent
from core.durable_files import durable_file
from core.periodic import pause_after
from core.standby_files import StandbyFiles, StandbyRecord
from tournaments.action_log.writing import PROGRAM

logger = logging.getLogger(__name__)
ASK_SECONDS: Final = 1.0
SHORTEST_INTERVAL: Final = 5.0  # seconds between two copies with new actions
_IDLE_INTERVAL: Final = 60.0  # seconds between two copies without new actions, because sign-ins are not actions
_SHARE_OF_A_CORE: Final = 0.04
_COPIES: Final = 3


class LeaderSource(Protocol):
    """A standby's source of data: a computer, or its USB drive."""

    @property
    def address(self) -> str: ...
    def position(self) -> Position: ...
    def fetch_copy(self, path: Path) -> float: ...
    def hand_over(self, path: Path) -> float: ...


class StandbyFollower:
    """A standby's work, which runs every second."""

    def __init__(self, leader: LeaderSource, files: StandbyFiles, token: str = "") -> None:
        self._leader = leader
        self._files = files
        self._token = token
        self._folder = files.folder / "copies"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._copied = self._position_of_stored_copy()
        self._copied_at: float | None = None  # this and the next attribute use a monotonic clock
        self._heard_at: float | None = None
        self._interval = SHORTEST_INTERVAL
        self._reported: dict[str, object] = {}

    def follow(self) -> None:
        """Follow the leader until this computer has taken over."""
        self._files.remove(StandbyRecord.TAKE_OVER)
        while True:
            self._follow_once()
            if self._files.read(StandbyRecord.TAKE_OVER) and self._take_over_or_explain():
                return
            time.sleep(ASK_SECONDS)

    def _follow_once(self) -> None:
        problem = ""
        position = self._copied
        try:
            position = self._leader.position()
            self._heard_at = time.monotonic()
            if self._is_copy_due(position):
                self._copy(position)
        except LeaderSilent as silent:
            logger.info("the leader isn't responding: %s", silent)
        except (BackupError, OSError) as error:
            problem = str(error)
        self._report(position, problem)

    def _is_copy_due(self, position: Position) -> bool:
        if self._copied is None or self._copied_at is None:
            return True
        if position == self._copied:
            return False
        has_new_actions = position.newest_action != self._copied.newest_action
        return time.monotonic() - self._copied_at >= (self._interval if has_new_actions else _IDLE_INTERVAL)

    def _copy(self, position: Position) -> None:
        _, work_seconds = self._store(self._leader.fetch_copy)
        self._copied = position
        self._copied_at = time.monotonic()
        self._interval = pause_after(work_seconds, shortest=SHORTEST_INTERVAL, share=_SHARE_OF_A_CORE)

    def _store(self, fetch: Callable[[Path], float]) -> tuple[Path, float]:
        """Store a complete copy that this version can restore. Return it with the work time that it cost the leader.

        Raise LeaderSilent, BackupError or OSError if that fails.
        """
        path = self._folder / f"{time.time_ns()}.zip"
        with durable_file(path) as unfinished:
            work_seconds = fetch(unfinished)
            refuse_newer(unfinished, verify_archive(unfinished))
        for old in self._stored()[_COPIES:]:
            old.unlink()
        return path, work_seconds

    def _stored(self) -> list[Path]:
        """Return this pairing's copies, newest first."""
        return sorted(self._folder.glob("[0-9]*.zip"), reverse=True)

    def _position_of_stored_copy(self) -> Position | None:
        """Return the position of the newest copy from an earlier start."""
        with suppress(IndexError, BackupError):
            return Position(read_manifest(self._stored()[0]).newest_action, 0)
        return None

    def _report(self, position: Position | None, problem: str) -> None:
        now = time.monotonic()
        progress: dict[str, object] = {
            "leader": self._leader.address,
            "newest_action": position.newest_action if position else None,
            "copied_action": self._copied.newest_action if self._copied else None,
            "seconds_since_heard": None if self._heard_at is None else round(now - self._heard_at, 1),
            "problem": problem,
        }
        if progress != self._reported:
            self._files.write(StandbyRecord.PROGRESS, **progress)
            self._reported = progress

    def _take_over_or_explain(self) -> bool:
        request = self._files.read(StandbyRecord.TAKE_OVER)
        try:
            self._take_over(is_confirmed=bool(request.get("is_confirmed")))
        except (BackupError, OSError) as error:
            self._files.remove(StandbyRecord.TAKE_OVER)
            self._report(self._copied, str(error))
            return False
        return True

    def _take_over(self, *, is_confirmed: bool) -> None:
        """Restore the leader's last state here. Raise BackupError or OSError if it fails."""
        copy = self._last_copy(is_confirmed=is_confirmed)
        facts = restore_backup(copy, PROGRAM, sentence_start="This standby computer took over with the data of")
        taken_at = datetime.now(UTC).isoformat(timespec="seconds")
        self._files.write(StandbyRecord.TOOK_OVER, token=self._token, leader=self._leader.address, at=taken_at)
        self._files.remove(
            StandbyRecord.FOLLOWING,
            StandbyRecord.TAKE_OVER,
            StandbyRecord.PAIRED,
            StandbyRecord.HANDED_OVER,
            StandbyRecord.CONTACT,
        )
        for used in self._stored():
            used.unlink()
        logger.warning("took over from %s with everything up to action %s", self._leader.address, facts.newest_action)

    def _last_copy(self, *, is_confirmed: bool) -> Path:
        """Stop the leader and return its last copy, or the newest stored copy if the leader is off."""
        try:
            return self._store(self._leader.hand_over)[0]
        except LeaderSilent as silent:
            stored = self._stored()
            if not is_confirmed:
                raise BackupError(StandbyRefusal.LEADER_SILENT, address=self._leader.address) from silent
            if not stored:
                raise BackupError(StandbyRefusal.NOTHING_COPIED) from silent
            return stored[0]
