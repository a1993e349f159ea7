"""The safety of the data: the time and place of the last backup, unsaved actions, and problems."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone

from backups.archives import StoredBackup
from backups.backup import own_backups, second_folder_problem
from backups.queries.standby_state import standby_state
from backups.schedule import read_report
from backups.weekly_check import read_checks
from tournaments.models import Action

WARN_AFTER: Final = timedelta(minutes=2)
ALARM_AFTER: Final = timedelta(minutes=10)
LEAST_FREE_BYTES: Final = 500 * 10**6
_FULL_BYTES: Final = 5 * 10**6


class BackupState(NamedTuple):
    """A sentence about the backups for the organizer. `tone` is good, warn, bad or "", and `word` has the same meaning.

    Attributes:
        reasons: Sentences about problems that require action.
        unsaved: Actions that no backup in the watched folder has.
    """

    tone: str
    word: str
    sentence: str
    reasons: list[str]
    unsaved: int = 0


def backup_state(now: datetime) -> BackupState:
    """Return the backup state for the USB drive, or for the data folder if no USB drive is set."""
    if not settings.BACKUPS:
        return BackupState("warn", "off", "Automatic backups are switched off (PENNANT_BACKUPS).", [])
    folder, place = _watched_folder()
    backups = own_backups(folder)
    saved = backups[0].facts.newest_action if backups else 0
    unsaved = Action.objects.filter(pk__gt=saved).aggregate(count=Count("pk"), oldest=Min("at"))
    count, oldest = unsaved["count"], unsaved["oldest"]
    if count and settings.REDIS_URL and not Path(settings.BACKUP_FOLDER).is_dir():
        return BackupState("", "elsewhere", "The worker saves backups in a folder this server can't see.", [])
    waiting = now - oldest if oldest else timedelta()
    reasons = _reasons(folder)
    sentence = _sentence(backups[0] if backups else None, place, count, now)
    if standby := standby_state():
        sentence += f" {standby.sentence}"
        reasons += [standby.advice] if standby.advice else []
    if waiting >= ALARM_AFTER:
        return BackupState("bad", "not saved", sentence, reasons or [_NO_WORKER], count)
    if waiting >= WARN_AFTER or reasons:
        return BackupState("warn", "check", sentence, reasons, count)
    return BackupState("good", "saved", sentence, [], count)


def newest_backup_at() -> datetime | None:
    """Return the time of the newest backup on the USB drive, or in the data folder if no USB drive is set."""
    backups = own_backups(_watched_folder()[0])
    return datetime.fromisoformat(backups[0].facts.made_at) if backups else None


_NO_WORKER: Final = "No worker is making backups. Start Pennant again, or start a worker."


def _watched_folder() -> tuple[Path, str]:
    if settings.SECOND_BACKUP_FOLDER:
        return Path(settings.SECOND_BACKUP_FOLDER), "on the USB drive"
    return Path(settings.BACKUP_FOLDER), "in the data folder"


def _sentence(newest: StoredBackup | None, place: str, unsaved: int, now: datetime) -> str:
    if newest is None:
        return f"Nothing has been saved {place} yet." if unsaved else "There is nothing to save yet."
    sentence = f"Saved {place} {_format_age(now - datetime.fromisoformat(newest.facts.made_at))}."
    if unsaved:
        sentence += f" {unsaved} action{'' if unsaved == 1 else 's'} since."
    return sentence


def _format_age(age: timedelta) -> str:
    seconds = int(age.total_seconds())
    if seconds < 1:
        return "just now"  # even if the clock was set back
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return f"{seconds} second{'' if seconds == 1 else 's'} ago"


def _reasons(folder: Path) -> list[str]:
    """Return all problems that endanger the backups."""
    stick = second_folder_problem()
    reasons = [stick] if stick else []
    reasons += [_space_problem(place) for place in dict.fromkeys((Path(settings.DATA_DIR), folder))]
    reasons.append(read_report().problem)
    reasons += read_checks().reasons
    return [reason for reason in dict.fromkeys(reasons) if reason]


def _space_problem(folder: Path) -> str:
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return ""  # a missing USB drive has its own sentence
    if free >= LEAST_FREE_BYTES:
        return ""
    if free < _FULL_BYTES:
        return f"The disk with {folder} is full. Free some space."
    return f"Only {free // 10**6} MB is free on the disk with {folder}. Free some space."


def readiness_facts() -> dict[str, object]:
    """Return the readiness check's data about backups. It has no names, because its URL is public."""
    now = timezone.now()
    state = backup_state(now)
    newest = newest_backup_at()
    age = round((now - newest).total_seconds()) if newest else None
    return {"backups": state.word, "unsaved_actions": state.unsaved, "backup_age_seconds": age}
